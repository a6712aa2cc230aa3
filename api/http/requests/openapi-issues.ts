import type { ValidationIssue } from '../errors.ts';

const TYPES: Readonly<Record<string, string>> = {
  required: 'missing',
  enum: 'enum',
  const: 'literal_error',
  minimum: 'greater_than_equal',
  exclusiveMinimum: 'greater_than',
  maximum: 'less_than_equal',
  exclusiveMaximum: 'less_than',
  minLength: 'string_too_short',
  maxLength: 'string_too_long',
  minItems: 'too_short',
  maxItems: 'too_long',
  pattern: 'string_pattern_mismatch',
  format: 'datetime_from_date_parsing',
  additionalProperties: 'extra_forbidden',
};

const PARTS: Readonly<Record<string, string>> = {
  body: 'body',
  query: 'query',
  params: 'path',
  path: 'path',
  headers: 'header',
};

/**
 * Converts an error of the OpenAPI validator to the API's issues. It covers only problems that the zod
 * schemas accept.
 * @returns null for any other error
 */
export function openApiIssues(error: unknown): ValidationIssue[] | null {
  if (!isValidatorError(error)) return null;
  return error.errors.map(({ path, message, errorCode }) => {
    const [, place = '', ...names] = path.split('/');
    const keyword = errorCode?.split('.', 1)[0] ?? '';
    return {
      loc: [
        PARTS[place] ?? 'body',
        ...names.map((name) => (/^\d+$/.test(name) ? Number(name) : name)),
      ],
      msg: message,
      type: TYPES[keyword] ?? 'value_error',
    };
  });
}

interface ValidatorError {
  readonly status: 400;
  readonly errors: readonly { path: string; message: string; errorCode?: string }[];
}

function isValidatorError(error: unknown): error is ValidatorError {
  return (
    error instanceof Error &&
    'status' in error &&
    error.status === 400 &&
    'errors' in error &&
    Array.isArray(error.errors)
  );
}
