import { graphSchemas } from './graph/graph-schemas.ts';
import type { Components, JsonSchema } from './json-schema.ts';
import { jsonSchema } from './json-schema.ts';
import { COMMON_SCHEMAS, errorResponses, headerObjects } from './error-responses.ts';
import type { Route, RouteResponse } from './route.ts';
import { withWarnings } from './answer-schema.ts';
import type { z } from 'zod';

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Components;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly JsonSchema[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
  readonly security?: readonly JsonSchema[];
}

export interface DocumentOptions {
  readonly version: string;
  /** The description of each tag, in display order. */
  readonly tags: Readonly<Record<string, string>>;
}

const TOKEN_SECURITY: readonly JsonSchema[] = [{ bearer: [] }, { token: [] }, {}];

/**
 * Builds the document from the declared routes and the schemas that validate their requests.
 * @throws Error when two routes have the same method and path
 */
export function openApiDocument(
  routes: readonly Route[],
  options: DocumentOptions,
): OpenApiDocument {
  const components: Components = { ...COMMON_SCHEMAS, ...graphSchemas() };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    if (path[route.method] !== undefined)
      throw new Error(`Two routes for ${route.method} ${route.path}`);
    path[route.method] = operation(route, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Millrace',
      version: options.version,
      description:
        'Data pipelines over HTTP: upload files, save flows, preview, run, export as Python.',
    },
    tags: Object.entries(options.tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: sortedByName(components), securitySchemes: SECURITY_SCHEMES },
  };
}

const SECURITY_SCHEMES: Readonly<Record<string, JsonSchema>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The API token, when the server has one.',
  },
  token: { type: 'apiKey', in: 'header', name: 'X-Service-Token', description: 'The same token.' },
};

/** The schema of one event: OpenAPI clients apply the schema of a stream to each event. */
const SERVER_SENT_EVENT: JsonSchema = {
  type: 'object',
  description: 'One event of the stream.',
  required: ['data'],
  properties: {
    event: { type: 'string', description: 'Its kind; absent means message.' },
    data: { type: 'string', description: 'JSON.' },
    id: { type: 'string', description: 'Where a stream can be resumed, when it can.' },
  },
};

function operation(route: Route, components: Components): Operation {
  const parameters = [
    ...pathParameters(route, components),
    ...parametersOf('query', route.request?.query, components),
    ...parametersOf('header', route.request?.headers, components),
  ];
  const body = requestBody(route, components);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responses(route, components),
    ...(acceptsToken(route) ? { security: TOKEN_SECURITY } : {}),
  };
}

function acceptsToken({ path, needsNoToken }: Route): boolean {
  return path.startsWith('/api/') && needsNoToken !== true;
}

/** One parameter for every `{name}` of the path. Without a schema it is described as an id. */
function pathParameters(route: Route, components: Components): JsonSchema[] {
  const described = parametersOf('path', route.request?.params, components);
  return [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const known = described.find((parameter) => parameter.name === name);
    return (
      known ?? {
        name,
        in: 'path',
        required: true,
        description: 'The id of the resource.',
        schema: { type: 'string' },
      }
    );
  });
}

function parametersOf(
  place: 'path' | 'query' | 'header',
  schema: z.ZodType | undefined,
  components: Components,
): JsonSchema[] {
  if (schema === undefined) return [];
  const shape = jsonSchema(schema, 'input', components);
  const required = new Set((shape.required ?? []) as string[]);
  return Object.entries((shape.properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, { description, ...rest }]) => ({
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    }),
  );
}

function requestBody(route: Route, components: Components): JsonSchema | undefined {
  const { body, bodyRequired = true, fileField, formFields } = route.request ?? {};
  if (fileField !== undefined) {
    const fields = formFields === undefined ? {} : jsonSchema(formFields, 'input', components);
    const schema = {
      type: 'object',
      required: [fileField],
      properties: {
        [fileField]: { type: 'string', format: 'binary', description: 'The file.' },
        ...(fields.properties as JsonSchema | undefined),
      },
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (body === undefined) return undefined;
  const shape = jsonSchema(body, 'input', components);
  const schema = bodyRequired ? shape : { anyOf: [shape, { type: 'null' }] };
  return { required: bodyRequired, content: { 'application/json': { schema } } };
}

function responses(route: Route, components: Components): Record<string, JsonSchema> {
  const answers = Object.entries(route.responses).map(([status, answer]): [string, JsonSchema] => [
    status,
    successResponse(route, answer, components),
  ]);
  return Object.fromEntries([...answers, ...errorResponses(route)]);
}

function successResponse(route: Route, answer: RouteResponse, components: Components): JsonSchema {
  const { description, schema, mediaType = 'application/json', headers = {} } = answer;
  const hasHeaders = Object.keys(headers).length > 0;
  const shape = schema === undefined ? null : withWarnings(route, schema, components);
  const hasContent = schema !== undefined || answer.mediaType !== undefined;
  const content = Object.fromEntries(
    [mediaType].flat().map((type) => [type, { schema: shapeOf(type, shape) }]),
  );
  return {
    description,
    ...(hasHeaders ? { headers: headerObjects(headers) } : {}),
    ...(hasContent ? { content } : {}),
  };
}

/** The schema of a body. @param json that of `application/json`; null: a file */
function shapeOf(mediaType: string, json: JsonSchema | null): JsonSchema {
  if (mediaType === 'text/event-stream') return SERVER_SENT_EVENT;
  if (json === null) return { type: 'string' };
  if (mediaType === 'application/json') return json;
  return { type: mediaType.endsWith('+json') ? 'object' : 'string' };
}

function sortedByName(components: Components): Components {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
}
