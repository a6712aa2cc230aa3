import { z } from 'zod';
import { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText } from '../../../prisma/query-rows.ts';

const flowFacts = {
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  isDisabled: z.boolean(),
  /** The project or dataset that disabled the flow; null: a person did, or it is enabled. */
  disabledBy: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  lastRunAt: z.date().nullable(),
  /** Changes with every change of the row by any client, but not with the runs of the flow. */
  version: z.string(),
};

/** A flow with its graph as it was sent. */
export const flowRow = z.object({
  ...flowFacts,
  graph: jsonText<Readonly<Record<string, unknown>>>(),
});

export type FlowRecord = Readonly<z.output<typeof flowRow>>;

/** A flow of a list; `graphText` is null when the graph was not requested. */
export const listedFlowRow = z.object({ ...flowFacts, graphText: z.string().nullable() });

export type ListedFlow = Readonly<z.output<typeof listedFlowRow>>;

// Prisma's client cannot read xmin, nor the time of the latest run of each flow in one statement.
// The version has the last transaction that wrote the row, to detect changes that keep updated_at, and the
// time, because a restored database counts transactions from the start.
function select(graph: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
  SELECT f.id, f.project_id AS "projectId", f.name, f.description, ${graph},
         f.is_disabled AS "isDisabled", f.disabled_by AS "disabledBy", f.created_at AS "createdAt",
         f.updated_at AS "updatedAt",
         concat(f.xmin, '-', (extract(epoch FROM f.updated_at) * 1000000)::bigint) AS version,
         (SELECT COALESCE(r.started_at, r.created_at) FROM runs r WHERE r.flow_id = f.id
          ORDER BY r.created_at DESC LIMIT 1) AS "lastRunAt"
  FROM flows f`;
}

/** Selects `flowRow` from flows, table `f`. */
export const SELECT_FLOWS = select(Prisma.sql`f.graph_json AS graph`);
/** Selects `listedFlowRow` with the graphs. */
export const SELECT_LISTED_FLOWS = select(Prisma.sql`f.graph_json AS "graphText"`);
/** Selects `listedFlowRow` without the graphs. */
export const SELECT_FLOW_FACTS = select(Prisma.sql`NULL AS "graphText"`);
