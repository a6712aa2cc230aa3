import { Prisma } from '../../../prisma/generated/client.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { FlowRecord } from './store.ts';

/** A flow as it is read; the graph as text. */
export interface FlowRow {
  readonly id: string;
  readonly project_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly graph: string | null;
  readonly is_disabled: boolean;
  readonly disabled_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_run_at: Date | null;
  readonly version: string;
}

// The version: the transaction that wrote the row last (which tells every change, also those that
// leave updated_at), and the time, since a restored database counts its transactions anew.
function select(graph: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
  SELECT f.id, f.project_id, f.name, f.description, ${graph} AS graph, f.is_disabled,
         f.disabled_by, f.created_at, f.updated_at,
         concat(f.xmin, '-', (extract(epoch FROM f.updated_at) * 1000000)::bigint) AS version,
         (SELECT COALESCE(r.started_at, r.created_at) FROM runs r WHERE r.flow_id = f.id
          ORDER BY r.created_at DESC LIMIT 1) AS last_run_at
  FROM flows f`;
}

/** Reads flows, table `f`, with their graphs. */
export const SELECT_FLOWS = select(Prisma.sql`f.graph_json`);
/** Reads them without. */
export const SELECT_FLOW_FACTS = select(Prisma.sql`NULL`);

export function toFlowRecord(row: FlowRow): FlowRecord {
  if (row.graph === null) throw new Error('The graph was not read');
  const graph = exactJson.parse(row.graph) as Readonly<Record<string, unknown>>;
  return { ...flowFacts(row), graph };
}

export function flowFacts(row: FlowRow): Omit<FlowRecord, 'graph'> {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    description: row.description,
    isDisabled: row.is_disabled,
    disabledBy: row.disabled_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastRunAt: row.last_run_at,
    version: row.version,
  };
}
