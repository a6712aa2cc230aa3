import { z } from 'zod';
import { Prisma } from '../../../prisma/generated/client.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { PYTHON_NODE_TYPES, requiredRuntime } from '../../../runner/scripts/required-runtime.ts';

/** Selects the text of a graph, or null for a graph without a type that needs a runtime. */
export function graphWithRuntime(graph: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN (
    SELECT bool_or(strpos(${graph}, type) > 0) FROM unnest(${PYTHON_NODE_TYPES}::text[]) AS type
  ) THEN ${graph} END`;
}

/** What the image of a runner needs for the graph that `graphWithRuntime` selected; null: nothing. */
export const neededRuntime = z
  .string()
  .nullable()
  .transform((graph) => (graph === null ? null : requiredRuntime(exactJson.parse(graph))));
