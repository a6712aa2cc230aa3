import { createHash } from 'node:crypto';
import { openApiValidator, type CreateValidator } from '../../api/openapi/request-validator.ts';

/** Makes a service answer 500 when a response differs from its OpenAPI document. */
export const responseValidator: CreateValidator = (document) =>
  openApiValidator(document, { validateResponses: true });

/**
 * Like `responseValidator`, with one validator for all services that have the same document: to compile it takes
 * longer than everything else of a start.
 */
export function sharedResponseValidator(): CreateValidator {
  const validators = new Map<string, ReturnType<CreateValidator>>();
  return (document) => {
    const key = createHash('sha256').update(JSON.stringify(document)).digest('hex');
    const validator = validators.get(key) ?? responseValidator(document);
    validators.set(key, validator);
    return validator;
  };
}
