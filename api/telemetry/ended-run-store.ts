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

export function createEndedRunStore(database: Database): EndedRunStore {
  return {
    async find(runId) {
      const run = await database.run.findUnique({
        where: { id: runId },
        select: {
          id: true,
          flowId: true,
          flow: { select: { name: true } },
          engine: true,
          trigger: true,
          status: true,
          attempt: true,
          createdAt: true,
          finishedAt: true,
          errorMessage: true,
          traceparent: true,
          parentSpanId: true,
          nodeResults: { orderBy: { position: 'asc' }, select: { resultJson: true } },
        },
      });
      if (run?.finishedAt == null) return null;
      const { flow, nodeResults, finishedAt, ...rest } = run;
      const nodes = nodeResults.map(({ resultJson }) => exactJson.parse(resultJson) as NodeResult);
      return { ...rest, finishedAt, flowName: flow.name, nodes };
    },
  };
}
