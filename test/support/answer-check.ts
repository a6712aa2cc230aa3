import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer } from './api-client.ts';

interface Response {
  readonly content?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}

/** An OpenAPI document. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const JSON_TYPE = 'application/json';

/** Throws an Error when the document lacks the status or the shape of an answer. */
export type AnswerCheck = (
  method: string,
  at: string,
  answer: Pick<Answer, 'status' | 'body'>,
) => void;

/** Compiles the schemas of an OpenAPI document, each at its first use. */
export function answerCheck(document: Document): AnswerCheck {
  const operationOf = operations(document);
  const validatorOf = validators(document);
  return (method, at, answer) => {
    const found = operationOf(method.toLowerCase(), at);
    if (found === null || typeof answer.body === 'string') return;
    const { place, operation } = found;
    if (operation.responses[answer.status]?.content?.[JSON_TYPE] === undefined) {
      throw new Error(`${method} ${at}: the document has no JSON for ${answer.status}`);
    }
    const status = String(answer.status);
    const validate = validatorOf([...place, 'responses', status, 'content', JSON_TYPE, 'schema']);
    if (!validate(answer.body)) {
      const errors = validate.errors?.map(({ instancePath, message }) => [instancePath, message]);
      throw new Error(`${method} ${at} ${status} differs: ${JSON.stringify(errors)}`);
    }
  };
}

/** Finds the operation of a request in the document; null when it has none. */
function operations(document: Document) {
  const paths = Object.keys(document.paths)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: patternOf(path) }));
  return (method: string, at: string) => {
    const called = at.split('?', 1)[0] ?? at;
    const path = paths.find(({ pattern }) => pattern.test(called))?.path;
    const operation = path === undefined ? undefined : document.paths[path]?.[method];
    return path === undefined || operation === undefined
      ? null
      : { place: ['paths', path, method], operation };
  };
}

/** Compiles a schema of the document at its first use. */
function validators(document: Document) {
  // OpenAPI adds keywords to JSON Schema, and its formats only describe.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'api');
  const compiled = new Map<string, ValidateFunction>();
  return (place: readonly string[]): ValidateFunction => {
    const reference = `api#/${place.map(pointer).join('/')}`;
    const validate = compiled.get(reference) ?? ajv.compile({ $ref: reference });
    compiled.set(reference, validate);
    return validate;
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

/** Encodes a key as part of a JSON pointer in a URI. */
function pointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}
