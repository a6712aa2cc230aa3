import { z } from 'zod';
import type { Database } from '../../prisma/client.ts';
import { Prisma } from '../../prisma/generated/client.ts';
import { jsonText, queryRows } from '../../prisma/query-rows.ts';
import type { NodeResult } from '../../runner/domain/run-result.ts';

/** A finished run, as its spans describe it. */
export interface FinishedRun {
  readonly id: string;
  readonly flowId: string;
  readonly flowName: string;
  readonly engine: string;
  readonly trigger: string;
  readonly status: string;
  readonly attempt: number;
  readonly createdAt: Date;
  readonly finishedAt: Date;
  readonly errorMessage: string | null;
  /** The position of the run in its trace; null for runs of versions without traces. */
  readonly traceparent: string | null;
  /** The span of the request that started the run; null for none. */
  readonly parentSpanId: string | null;
  readonly nodes: readonly NodeResult[];
}

export interface FinishedRunStore {
  /** @returns null when the run does not exist or has not finished */
  find(runId: string): Promise<FinishedRun | null>;
}

const finishedRunRow = z.object({
  id: z.string(),
  flowId: z.string(),
  flowName: z.string(),
  engine: z.string(),
  trigger: z.string(),
  status: z.string(),
  attempt: z.int(),
  createdAt: z.date(),
  finishedAt: z.date(),
  errorMessage: z.string().nullable(),
  traceparent: z.string().nullable(),
  parentSpanId: z.string().nullable(),
  nodes: z.array(jsonText<NodeResult>()),
});

export function createFinishedRunStore(database: Database): FinishedRunStore {
  return {
    async find(runId) {
      // One statement, since the flow can be deleted between two.
      const [run] = await queryRows(
        database,
        finishedRunRow,
        Prisma.sql`
        SELECT runs.id, runs.flow_id AS "flowId", flows.name AS "flowName", runs.engine, runs.trigger, runs.status,
               runs.attempt, runs.created_at AS "createdAt", runs.finished_at AS "finishedAt",
               runs.error_message AS "errorMessage", runs.traceparent, runs.parent_span_id AS "parentSpanId",
               ARRAY(SELECT result_json FROM node_results
                     WHERE run_id = runs.id ORDER BY position) AS nodes
        FROM runs JOIN flows ON flows.id = runs.flow_id
        WHERE runs.id = ${runId} AND runs.finished_at IS NOT NULL`,
      );
      return run ?? null;
    },
  };
}
