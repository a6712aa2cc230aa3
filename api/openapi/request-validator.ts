import type { middleware } from 'express-openapi-validator';
import type { RequestHandler } from 'express';
import type { OpenApiDocument } from './document.ts';
import type { JsonSchema } from './json-schema.ts';
import { withoutResponses } from './without-responses.ts';

/** Creates the handlers that validate requests, and responses too if it says so, against a document. */
export type CreateValidator = (document: OpenApiDocument) => Promise<readonly RequestHandler[]>;

export interface ValidatorOptions {
  /** Whether responses that differ from the document fail: for tests. */
  readonly validateResponses: boolean;
}

/**
 * Creates the handlers that validate requests, and in tests responses, against the document. They expect a
 * parsed body and a normalized content type.
 */
export async function openApiValidator(
  document: OpenApiDocument,
  { validateResponses }: ValidatorOptions,
): Promise<RequestHandler[]> {
  // Loaded on demand, since the start does not need it: see `App.prepare`.
  const library = await import('express-openapi-validator');
  const handlers = library.middleware({
    // The library modifies the document.
    apiSpec: validationCopy(validateResponses ? document : withoutResponses(document)),
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: true, coerceTypes: false },
    validateResponses,
    validateSecurity: false,
    validateFormats: false,
    fileUploader: false,
    ignoreUndocumented: true,
  });
  return handlers;
}

type ApiSpec = Exclude<Parameters<typeof middleware>[0]['apiSpec'], string>;

/** A copy of the document for the validator: see `relax`. */
function validationCopy(document: OpenApiDocument): ApiSpec {
  return relax(document) as ApiSpec;
}

/**
 * Removes what the service validates itself: the schemas that it checks, except their type, and multipart
 * bodies. Query parameters accept reserved characters, as datetimes need, and every text of a boolean.
 */
function relax(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relax);
  if (typeof value !== 'object' || value === null) return value;
  const { ...copy } = value as JsonSchema;
  if (copy['x-checked-by-service'] === true) {
    return copy.type === undefined ? {} : { type: copy.type };
  }
  if (copy.in === 'query') Object.assign(copy, queryText(copy.schema));
  if (isMultipart(copy.requestBody)) delete copy.requestBody;
  return Object.fromEntries(Object.entries(copy).map(([key, item]) => [key, relax(item)]));
}

function queryText(schema: unknown): JsonSchema {
  const { type } = schema as JsonSchema;
  return { allowReserved: true, ...(type === 'boolean' ? { schema: {} } : {}) };
}

function isMultipart(body: unknown): boolean {
  return JSON.stringify(body ?? {}).includes('"multipart/form-data"');
}
