import type { middleware } from 'express-openapi-validator';
import type { RequestHandler } from 'express';
import type { OpenApiDocument } from './document.ts';
import type { JsonSchema } from './json-schema.ts';
import { withoutResponses } from './without-responses.ts';

export interface ValidatorOptions {
  /** Refuse our own answers when they differ from the document: for tests. */
  readonly validateResponses: boolean;
}

/**
 * The handlers that hold requests (and in tests responses) against the document. Mount them at a
 * route after its body was parsed and its content type settled.
 */
export async function openApiValidator(
  document: OpenApiDocument,
  { validateResponses }: ValidatorOptions,
): Promise<RequestHandler[]> {
  // A start does without it: see `App.prepare`.
  const library = await import('express-openapi-validator');
  const handlers = library.middleware({
    // The library takes the document for itself and changes it.
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

/** The document as the validator needs it: see `relax`. Multipart bodies are left to their routes. */
function validationCopy(document: OpenApiDocument): ApiSpec {
  return relax(document) as ApiSpec;
}

/**
 * Of what the service checks itself only the type is left, multipart bodies are dropped, and query
 * texts may hold reserved characters, as datetimes do, and any of the texts that mean a boolean.
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
