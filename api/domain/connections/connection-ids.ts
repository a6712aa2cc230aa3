import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../../runner/domain/json.ts';
import { bindParameters } from '../../../runner/graph/bind-parameters.ts';

const graphShape = z.object({
  nodes: z.array(
    z
      .object({ data: z.object({ config: z.object({ connection_id: z.string() }) }) })
      .transform(({ data }) => data.config.connection_id)
      .nullable()
      .catch(null),
  ),
  parameters: z
    .array(z.object({ name: z.string(), default: z.custom<JsonValue>() }).nullable().catch(null))
    .nullish()
    .catch(null),
});

/**
 * The ids of the connections that the nodes of a graph name, each once.
 * @param values of the parameters; absent ones have their defaults
 */
export function connectionIdsOf(graph: unknown, values: JsonObject = {}): readonly string[] {
  const parsed = graphShape.safeParse(graph);
  if (!parsed.success) return [];
  const { nodes, parameters } = parsed.data;
  const defaults = parameters?.flatMap((one) =>
    one === null ? [] : [[one.name, one.default] as const],
  );
  const known = { ...Object.fromEntries(defaults ?? []), ...values };
  const ids = nodes.flatMap((id) => {
    if (id === null) return [];
    const { bound } = bindParameters({ bound: id }, known);
    return typeof bound === 'string' && bound !== '' ? [bound] : [];
  });
  return [...new Set(ids)];
}
