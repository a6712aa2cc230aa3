import { z } from 'zod';
import { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText, queryRows, type QueryClient } from '../../../prisma/query-rows.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { bindParameters } from '../../../runner/graph/bind-parameters.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { checkParameters } from '../../../runner/graph/resolve-parameters.ts';

const candidateRow = z.object({
  name: z.string(),
  graph: jsonText<unknown>(),
  /** JSON texts of the parameters of the schedules. */
  given: z.array(jsonText<JsonObject>()),
});

/**
 * The names of the flows with an input node that names a version of a dataset by its number: in its config, by the
 * default of a parameter, or by a parameter of one of their schedules.
 */
export async function findPinningFlows(
  client: QueryClient,
  datasetId: string,
  number: number,
): Promise<readonly string[]> {
  // Prisma's client has no position of a text in another one. A parameter may give the id, and then no input of the
  // flow is recorded. The flows that contain the id are few.
  const rows = await queryRows(
    client,
    candidateRow,
    Prisma.sql`
      SELECT f.name, f.graph_json AS graph, schedules.given
      FROM flows f CROSS JOIN LATERAL (
        SELECT COALESCE(array_agg(parameters), '{}') AS given FROM schedules
        WHERE flow_id = f.id AND parameters IS NOT NULL
      ) schedules
      WHERE f.deleted_at IS NULL AND (
        position(${datasetId} IN f.graph_json) > 0
        OR position(${datasetId} IN array_to_string(schedules.given, ' ')) > 0
      )
      ORDER BY f.name, f.id`,
  );
  return rows.filter(({ graph, given }) => pins(graph, given)).map(({ name }) => name);

  function pins(saved: unknown, given: readonly JsonObject[]): boolean {
    const graph = graphOf(saved);
    if (graph === null) return false;
    return [{}, ...given].some((overrides) => {
      const { values } = checkParameters(graph.parameters ?? [], overrides);
      return graph.nodes.some(({ data }) => namesVersion(data.config, values));
    });
  }

  function namesVersion(config: JsonObject, values: JsonObject): boolean {
    const { dataset_id: id = null, dataset_version: version = null } = config;
    const bound = bindParameters({ id, version }, values);
    if (bound.id !== datasetId) return false;
    return bound.version === number || bound.version === String(number);
  }
}

/** @returns null for a graph that no run can read */
function graphOf(saved: unknown): GraphDocument | null {
  try {
    return readGraph(saved);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
