import { z } from 'zod';

const graphShape = z.object({
  nodes: z.array(
    z
      .object({ data: z.object({ config: z.object({ connection_id: z.string() }) }) })
      .transform(({ data }) => data.config.connection_id)
      .nullable()
      .catch(null),
  ),
});

/** The ids of the connections that the nodes of a graph name, each once. */
export function connectionIdsOf(graph: unknown): readonly string[] {
  const parsed = graphShape.safeParse(graph);
  if (!parsed.success) return [];
  return [...new Set(parsed.data.nodes.flatMap((id) => (id === null || id === '' ? [] : [id])))];
}
