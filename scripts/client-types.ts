import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

/** Where the types lie that clients import. */
export const CLIENT_TYPES = 'client/index.d.ts';

const HEADER =
  '// The types of the HTTP API, made from its OpenAPI document by "npm run generate:client".\n\n';

/** A field with a default may be left out by who sends it. */
const OPTIONS = { alphabetize: true, defaultNonNullable: false };

/** The types of the API for clients in TypeScript: `paths`, `operations` and `components`. */
export async function clientTypes(document: OpenAPI3): Promise<string> {
  const types = astToString(await openapiTS(spelledOut(document), OPTIONS));
  const options = await resolveConfig(CLIENT_TYPES);
  return await format(HEADER + types, { ...options, parser: 'typescript' });
}

/** The generator takes an object of which nothing is said for one that may hold nothing. */
function spelledOut(document: OpenAPI3): OpenAPI3 {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    isAnyObject(value) ? { ...value, additionalProperties: true } : value,
  ) as OpenAPI3;
}

function isAnyObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  const isObject = [value.type].flat().includes('object');
  return isObject && !('properties' in value) && !('additionalProperties' in value);
}
