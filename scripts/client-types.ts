import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

/** The generated file that clients import. */
export const CLIENT_TYPES = 'client/index.d.ts';

const HEADER =
  '// The types of the HTTP API, made from its OpenAPI document by "npm run generate:client".\n\n';

/** Types that TypeScript expresses more exactly than JSON Schema, by path in the document. */
const EXACT_TYPES: Readonly<Record<string, string>> = {
  // A number field also accepts a reference to a parameter, but no other text.
  '#/components/schemas/ParameterReference': '`{{${string}}}`',
  // Not representable in JSON. With `string`, every invalid node of a known type would match as another node.
  '#/components/schemas/OtherNodeType': 'symbol',
};

/** The types of the API for clients in TypeScript: `paths`, `operations` and `components`. */
export async function clientTypes(document: OpenAPI3): Promise<string> {
  const nodes = await openapiTS(spelledOut(document), {
    alphabetize: true,
    // A client may omit a field with a default.
    defaultNonNullable: false,
    transform: (_schema, { path }) => exactType(path),
  });
  const options = await resolveConfig(CLIENT_TYPES);
  return await format(HEADER + astToString(nodes), { ...options, parser: 'typescript' });
}

function exactType(path: string | undefined): ts.TypeNode | undefined {
  const text = path === undefined ? undefined : EXACT_TYPES[path];
  if (text === undefined) return undefined;
  return ts.factory.createTypeReferenceNode(text);
}

/**
 * Adapts the document to the generator:
 * - An object without properties allows any property; the generator would allow none.
 * - Schemas marked `x-client-types: omit` are left out. The service accepts them only to report their problems.
 * - Tuples become arrays, since openapi-fetch turns tuples of responses into arrays that no request accepts.
 */
function spelledOut(document: OpenAPI3): OpenAPI3 {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    if (Array.isArray(value)) return (value as unknown[]).filter((item) => !isLeftOut(item));
    if (isTuple(value)) return { type: 'array', items: { anyOf: value.prefixItems } };
    return isAnyObject(value) ? { ...value, additionalProperties: true } : value;
  }) as OpenAPI3;
}

function isLeftOut(value: unknown): boolean {
  return isObject(value) && value['x-client-types'] === 'omit';
}

function isTuple(value: unknown): value is { readonly prefixItems: unknown } {
  return isObject(value) && 'prefixItems' in value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isAnyObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  const isObject = [value.type].flat().includes('object');
  return isObject && !('properties' in value) && !('additionalProperties' in value);
}
