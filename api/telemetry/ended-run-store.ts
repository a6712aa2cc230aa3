import type { Database } from '../../prisma/client.ts';
import { exactJson } from '../../runner/domain/exact-json.ts';
import type { NodeResult } from '../../runner/domain/run-result.ts';

/** What a trace tells of a run. */
export interface EndedRun {
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
  /** The place of the run in its trace; null for a run of a version that knew none. */
  readonly traceparent: string | null;
  /** The span of the request that started it. */
  readonly parentSpanId: string | null;
  readonly nodes: readonly NodeResult[];
}

export interface EndedRunStore {
  /** Null: there is no such run, or it has not ended. */
  find(runId: string): Promise<EndedRun | null>;
}

interface EndedRunRow extends Omit<EndedRun, 'nodes'> {
  readonly nodes: readonly string[];
}

export function createEndedRunStore(database: Database): EndedRunStore {
  return {
    async find(runId) {
      // One statement: the flow may be deleted meanwhile.
      const [run] = await database.$queryRaw<EndedRunRow[]>`
        SELECT runs.id, runs.flow_id AS "flowId", flows.name AS "flowName", runs.engine, runs.trigger, runs.status,
               runs.attempt, runs.created_at AS "createdAt", runs.finished_at AS "finishedAt",
               runs.error_message AS "errorMessage", runs.traceparent, runs.parent_span_id AS "parentSpanId",
               ARRAY(SELECT result_json FROM node_results
                     WHERE run_id = runs.id ORDER BY position) AS nodes
        FROM runs JOIN flows ON flows.id = runs.flow_id
        WHERE runs.id = ${runId} AND runs.finished_at IS NOT NULL`;
      if (run === undefined) return null;
      return { ...run, nodes: run.nodes.map((text) => exactJson.parse(text) as NodeResult) };
    },
  };
}
