import type { OpenApiDocument, Operation } from './document.ts';
import type { Components } from './json-schema.ts';

const COMPONENT = '#/components/schemas/';

/**
 * Returns the part of a document that describes requests, with only the schemas that parameters and bodies
 * refer to. The validator compiles every schema, and most of them belong to responses.
 */
export function withoutResponses(document: OpenApiDocument): OpenApiDocument {
  const paths = mapValues(document.paths, (operations) =>
    mapValues(operations, (operation): Operation => ({ ...operation, responses: {} })),
  );
  const { components } = document;
  return {
    ...document,
    paths,
    components: { ...components, schemas: reachable(paths, components.schemas) },
  };
}

function reachable(from: unknown, schemas: Components): Components {
  const found: Components = {};
  const pending = [...references(from)];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const schema = schemas[name];
    if (schema === undefined || name in found) continue;
    found[name] = schema;
    pending.push(...references(schema));
  }
  return found;
}

/** The names of the components that a part of a document refers to. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    key === '$ref' && typeof item === 'string' && item.startsWith(COMPONENT)
      ? [item.slice(COMPONENT.length)]
      : references(item),
  );
}

function mapValues<In, Out>(
  record: Readonly<Record<string, In>>,
  change: (value: In) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
