import { ValidationFailedError } from '../../http/errors.ts';

const PARTS = ['graph', 'nodes', 'edges'] as const;

/**
 * Refuses a flow whose graph is beside `graph_json`: unknown fields are ignored, so that it would be saved empty.
 * @param body the body of the request
 * @throws ValidationFailedError
 */
export function refuseMisplacedGraph(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  // The default of an absent graph is an empty one.
  if ('graph_json' in body && Object.keys(body.graph_json ?? {}).length > 0) return;
  const found = PARTS.filter((part) => isFilled(Reflect.get(body, part)));
  if (found.length === 0) return;
  throw new ValidationFailedError(
    found.map((part) => ({
      loc: ['body', part],
      msg: `Belongs in "graph_json": send {"graph_json": {"nodes": […], "edges": […]}}`,
      type: 'extra_forbidden',
    })),
  );
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
