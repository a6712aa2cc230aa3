import type { Database } from '../../../prisma/client.ts';
import type { RunAttempt } from '../../../prisma/generated/client.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { NodeProgress } from '../../../runner/domain/run-progress.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import type { RunStatus } from '../../../runner/domain/run-status.ts';
import { storedGraph } from './stored-graph.ts';
import type { WaitingReason } from './waiting-reason-store.ts';

/** The recorded state of a run. */
export interface RunState {
  readonly status: RunStatus;
  readonly attempt: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly errorMessage: string | null;
  /** What keeps the attempt from starting; null: nothing, or it has started. */
  readonly waiting: WaitingReason | null;
  /** Why and when the attempt before this one was lost; null: it is the first. */
  readonly lost: LostBefore | null;
}

/** The loss of an attempt. */
export interface LostBefore {
  readonly reason: string;
  /** Null: unknown. */
  readonly at: Date | null;
}

export interface RunEventStore {
  /** The graph of the run; null: the run does not exist. */
  graph(runId: string): Promise<GraphDocument | null>;
  /** The recorded state; null: the run was deleted. */
  state(runId: string): Promise<RunState | null>;
  /** The results of the nodes of a finished run, in topological order. */
  nodes(runId: string): Promise<readonly NodeProgress[]>;
}

export function createRunEventStore(database: Database): RunEventStore {
  return {
    async graph(runId) {
      const run = await database.run.findUnique({
        where: { id: runId, flow: { deletedAt: null } },
        select: { graphSnapshot: true },
      });
      return run === null ? null : storedGraph(run.graphSnapshot);
    },
    async state(runId) {
      const run = await database.run.findUnique({
        where: { id: runId, flow: { deletedAt: null } },
        select: {
          status: true,
          attempt: true,
          createdAt: true,
          startedAt: true,
          finishedAt: true,
          errorMessage: true,
          attempts: { orderBy: { number: 'desc' }, take: 2 },
        },
      });
      if (run === null) return null;
      const { attempts, ...state } = run;
      const waiting = waitingOf(attempts.find(({ number }) => number === run.attempt));
      const lost = lossOf(attempts.find(({ number }) => number === run.attempt - 1));
      return { ...state, status: run.status as RunStatus, waiting, lost };
    },
    async nodes(runId) {
      const rows = await database.nodeResult.findMany({
        where: { runId },
        orderBy: { position: 'asc' },
        select: { resultJson: true },
      });
      return rows.map(({ resultJson }) => progressOf(exactJson.parse(resultJson) as NodeResult));
    },
  };
}

function waitingOf(attempt: RunAttempt | undefined): WaitingReason | null {
  const { waitingReason: reason = null, waitingMessage: message = null } = attempt ?? {};
  return reason === null ? null : { reason, message: message ?? '' };
}

function lossOf(attempt: RunAttempt | undefined): LostBefore | null {
  return attempt === undefined ? null : { reason: attempt.reason ?? '', at: attempt.finishedAt };
}

function progressOf(result: NodeResult): NodeProgress {
  const { node_id: nodeId, status, rows, duration_ms: durationMs } = result;
  return { nodeId, status, rows, durationMs };
}
