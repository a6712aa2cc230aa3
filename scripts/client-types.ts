import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

/** Where the types lie that clients import. */
export const CLIENT_TYPES = 'client/index.d.ts';

const HEADER =
  '// The types of the HTTP API, made from its OpenAPI document by "npm run generate:client".\n\n';

/** What TypeScript can say more exactly than JSON Schema, by its place in the document. */
const EXACT_TYPES: Readonly<Record<string, string>> = {
  // A text that stands for a parameter, but no other text, is taken where a number is.
  '#/components/schemas/ParameterReference': '`{{${string}}}`',
  // No JSON has it: a text would make every mistake in a node of a known type another node.
  '#/components/schemas/OtherNodeType': 'symbol',
};

/** The types of the API for clients in TypeScript: `paths`, `operations` and `components`. */
export async function clientTypes(document: OpenAPI3): Promise<string> {
  const nodes = await openapiTS(spelledOut(document), {
    alphabetize: true,
    // A field with a default may be left out by who sends it.
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
 * The document as the generator needs it. It takes an object of which nothing is said for one that may
 * hold nothing. The document says what it is to leave out: what the service takes only to tell what is
 * wrong with it. And openapi-fetch makes lists of the tuples in answers, which could not be sent back.
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
