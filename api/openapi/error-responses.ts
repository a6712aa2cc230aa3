import { RETRY_AFTER } from './field-types.ts';
import type { Components, JsonSchema } from './json-schema.ts';
import type { Route } from './route.ts';

/** The schemas of all error responses. */
export const COMMON_SCHEMAS: Components = {
  Error: {
    type: 'object',
    description: 'Why the request was refused, in a sentence for people.',
    required: ['detail'],
    properties: { detail: { type: 'string', description: 'The reason.' } },
    examples: [{ detail: "Project '7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11' not found" }],
  },
  HTTPValidationError: {
    type: 'object',
    description: 'The request does not have the documented shape.',
    required: ['detail'],
    properties: {
      detail: {
        type: 'array',
        description: 'One item for each fault.',
        items: { $ref: '#/components/schemas/ValidationError' },
      },
    },
    examples: [{ detail: [{ loc: ['body', 'name'], msg: 'Field required', type: 'missing' }] }],
  },
  ValidationError: {
    type: 'object',
    description: 'One fault. It never carries the value that was sent.',
    required: ['loc', 'msg', 'type'],
    properties: {
      loc: {
        type: 'array',
        description: 'body, query, path or header, then field names and list positions.',
        items: { type: ['string', 'integer'] },
      },
      msg: { type: 'string', description: 'The rule that was broken.' },
      type: { type: 'string', description: 'A code for programs.' },
    },
    examples: [
      {
        loc: ['query', 'limit'],
        msg: 'Input should be less than or equal to 1000',
        type: 'less_than_equal',
      },
    ],
  },
};

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'It breaks a rule of the service',
  401: 'The API token is missing or invalid',
  403: 'The origin is not trusted, or the secret is invalid',
  404: 'Not found',
  405: 'The path does not support this method',
  409: 'It conflicts with an existing object or state',
  410: 'It was removed for good',
  412: 'It has changed since the state that If-Match names',
  413: 'The body is larger than the limit',
  421: 'Without an API token: the host name of the request is not trusted',
  422: 'The request does not have the documented shape',
  500: 'A defect of the service',
  501: 'Not available on this server',
  503: 'The database or the object store is not reachable at the moment, or the service is starting',
};

/** The error responses of a route: the declared ones, and those that its path, method and parameters imply. */
export function errorResponses(route: Route): [string, JsonSchema][] {
  const statuses = [...new Set([...(route.errors ?? []), ...impliedErrors(route)])].sort(
    (a, b) => a - b,
  );
  return statuses
    .filter((status) => route.responses[status] === undefined)
    .map((status) => [String(status), errorResponse(status)]);
}

function impliedErrors({ request = {}, path, method, needsNoToken }: Route): number[] {
  const takesBody = [request.body, request.fileField].some(isPresent);
  const hasInput = takesBody || [request.params, request.query, request.headers].some(isPresent);
  const underApi = path.startsWith('/api/');
  const implied: readonly (readonly [boolean, number])[] = [
    // A NUL character in the query is rejected even on routes without query parameters.
    [underApi, 400],
    [underApi && needsNoToken !== true, 401],
    [underApi, 405],
    [underApi && method !== 'get', 403],
    [path.includes('{'), 404],
    [takesBody, 413],
    [hasInput, 422],
    [underApi, 421],
    [true, 500],
    [underApi, 503],
  ];
  return implied.filter(([applies]) => applies).map(([, status]) => status);
}

function isPresent(part: unknown): boolean {
  return part !== undefined;
}

function errorResponse(status: number): JsonSchema {
  const name = status === 422 ? 'HTTPValidationError' : 'Error';
  return {
    description: DESCRIPTIONS[status] ?? 'Error',
    ...(status === 503 ? { headers: headerObjects(RETRY_AFTER) } : {}),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  };
}

/** Builds the header objects of a response. @param headers the description of each header, by name */
export function headerObjects(headers: Readonly<Record<string, string>>): JsonSchema {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );
}
