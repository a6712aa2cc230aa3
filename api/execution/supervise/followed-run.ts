import type { NodeProgress, RunProgress } from '../../../runner/domain/run-progress.ts';
import { isTerminal, type RunStatus } from '../../../runner/domain/run-status.ts';
import { executionOrder } from '../../../runner/graph/execution-order.ts';
import { notFound } from '../../domain/errors.ts';
import type { ProgressSource } from './progress-source.ts';
import type { RunBackend } from '../run-backend.ts';
import type { AttemptId } from '../../domain/runs/run-lifecycle-store.ts';
import type { LostBefore, RunEventStore } from '../../domain/runs/run-event-store.ts';
import type { WaitingReason } from '../../domain/runs/waiting-reason-store.ts';

/** The state of a run at one moment. */
export interface RunSnapshot {
  readonly runId: string;
  readonly status: RunStatus;
  readonly attempt: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly errorMessage: string | null;
  readonly waiting: WaitingReason | null;
  /** Why and when the attempt before this one was lost; null: it is the first. */
  readonly lost: LostBefore | null;
  /** The ids of all nodes, in the order in which they are executed. */
  readonly order: readonly string[];
  /** The nodes of this attempt that have finished, by id. */
  readonly finished: ReadonlyMap<string, NodeProgress>;
  /** The node that is being executed. */
  readonly current: string | null;
}

export interface FollowDeps {
  readonly store: RunEventStore;
  readonly progress: ProgressSource;
  /** The last stored progress of an attempt that finished without results; null: none. */
  readonly storedProgress: (at: AttemptId) => Promise<RunProgress | null>;
  readonly backend: Pick<RunBackend, 'whenFinished'>;
  readonly isOutput: (nodeType: string) => boolean;
}

/** One run, as the followers of its events read it. */
export class FollowedRun {
  readonly #deps: FollowDeps;
  readonly #runId: string;
  readonly #order: readonly string[];

  private constructor(deps: FollowDeps, runId: string, order: readonly string[]) {
    this.#deps = deps;
    this.#runId = runId;
    this.#order = order;
  }

  /** @throws DomainError not_found when there is no such run */
  static async open(deps: FollowDeps, runId: string): Promise<FollowedRun> {
    const graph = await deps.store.graph(runId);
    if (graph === null) throw notFound('FlowRun', runId);
    const order = executionOrder(graph, ({ type }) => deps.isOutput(type)).map(({ id }) => id);
    return new FollowedRun(deps, runId, order);
  }

  /** The current state; null when the run was deleted. */
  async snapshot(): Promise<RunSnapshot | null> {
    const { store, progress, storedProgress } = this.#deps;
    const state = await store.state(this.#runId);
    if (state === null) return null;
    const run = { ...state, runId: this.#runId, order: this.#order };
    const at = { runId: this.#runId, attempt: state.attempt };
    const results = isTerminal(state.status) ? await store.nodes(this.#runId) : [];
    if (results.length > 0) return { ...run, ...byId(results), current: null };
    const known = await (isTerminal(state.status) ? storedProgress(at) : progress.read(at));
    return { ...run, ...byId(known?.finished ?? []), current: known?.started ?? null };
  }

  /** Resolves when the state may have changed; undefined when the caller has to poll. */
  whenChanged(): Promise<void> | undefined {
    return this.#deps.progress.whenChanged(this.#runId);
  }

  /** Resolves when the run has finished, if this process is notified of it; else undefined. */
  whenFinished(): Promise<void> | undefined {
    return this.#deps.backend.whenFinished(this.#runId);
  }
}

function byId(nodes: Awaited<ReturnType<RunEventStore['nodes']>>): Pick<RunSnapshot, 'finished'> {
  return { finished: new Map(nodes.map((node) => [node.nodeId, node])) };
}
