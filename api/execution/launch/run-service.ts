import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import { utcRunTime, type RunTime } from '../../../runner/domain/run-time.ts';
import { invalid, notFound } from '../../domain/errors.ts';
import { inBatches } from '../../domain/list-batches.ts';
import type { RunBackend } from '../run-backend.ts';
import type { LaunchedRun, RunLauncher } from './run-launcher.ts';
import type { Semaphore } from './semaphore.ts';
import {
  prepareRun,
  type PreparationDeps,
  type RunOrigin,
  type RunRequest,
  type RequestedRun,
} from './prepare-run.ts';
import type { RunListQuery } from '../../domain/runs/run-list-store.ts';
import type { EarlierRun, ListedRun, RunRecord } from '../../domain/runs/store.ts';

export interface RunServiceDeps extends PreparationDeps {
  readonly launcher: Pick<RunLauncher, 'launch'>;
  /** What starts take, one for each run. */
  readonly starts: Semaphore;
  readonly backend: RunBackend;
  readonly now: () => Date;
}

/** A listed run is small: what costs is the number of queries. */
const LISTED_BYTES = 500;
const LISTED_AT_ONCE = 500;

/** Where a run stands, for one who waits for its end. */
export interface RunWatch {
  /** The run when it has ended; `gone`: it is no longer there, nor its end; null: it goes on. */
  finishedRun(): Promise<RunRecord | 'gone' | null>;
  /** Settles at the end of the run when this process executes it or is notified of it; else undefined. */
  whenFinished(): Promise<void> | undefined;
}

export class RunService {
  readonly #deps: RunServiceDeps;

  constructor(deps: RunServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Starts a run of a flow. It goes on whether or not anyone waits for its end.
   * @throws DomainError, UserError when it cannot be run; IdempotencyKeyTakenError when another run of
   * the flow has the key
   */
  async start(flowId: string, request: RunRequest, origin: RunOrigin): Promise<LaunchedRun> {
    const time = origin.time ?? utcRunTime(this.#deps.now());
    return await this.#start(flowId, { ...request, origin: { ...origin, time } });
  }

  /**
   * Starts a run like an earlier one, on the newest data: with its engine, parameters, timeout,
   * resources and time, and the dataset that its caller asked for.
   * @param graph `stored`: as it was run then; `current`: as the flow has it now
   * @throws DomainError not_found for an unknown run, invalid for a disabled flow; IdempotencyKeyTakenError when
   *   another run of the flow has the key
   */
  async retry(
    runId: string,
    graph: 'stored' | 'current',
    origin: Pick<RunOrigin, 'trace' | 'idempotencyKey'>,
  ): Promise<LaunchedRun> {
    const earlier = await this.read(runId);
    const stored: { storedGraph?: GraphDocument } =
      graph === 'stored' ? { storedGraph: earlier.graph } : {};
    return await this.#start(earlier.flowId, {
      engine: earlier.engine,
      parameters: earlier.parameters,
      // Not what was resolved: the flow may have moved since, or read something else.
      inputDatasetId: earlier.requestedInputDatasetId,
      timeoutSeconds: earlier.timeoutSeconds,
      resources: earlier.resources,
      origin: { trigger: 'retry', time: timeOf(earlier), ...origin },
      ...stored,
    });
  }

  /** The flow of a run. @throws DomainError not_found */
  async flowOf(runId: string): Promise<string> {
    const [run] = await this.#deps.store.findMany([runId]);
    if (run === undefined) throw notFound('FlowRun', runId);
    return run.flowId;
  }

  /** A run as it is now. @throws DomainError not_found */
  async read(runId: string): Promise<RunRecord> {
    const run = await this.#deps.store.find(runId);
    if (run === null) throw notFound('FlowRun', runId);
    return run;
  }

  /** What is needed of the run before to tell what has changed; null: there is none to compare with. */
  async earlierOf(run: RunRecord): Promise<EarlierRun | null> {
    return run.nodeResults === null ? null : await this.#deps.store.findEarlier(run);
  }

  /** Batch by batch. */
  async list(
    query: RunListQuery,
  ): Promise<{ readonly batches: AsyncIterable<readonly ListedRun[]>; readonly total: number }> {
    const { ids, total } = await this.#deps.store.list(query);
    return { batches: this.#batches(ids), total };
  }

  async *#batches(listed: readonly string[]): AsyncGenerator<readonly ListedRun[]> {
    const items = listed.map((id) => ({ id, bytes: LISTED_BYTES }));
    for (const ids of inBatches(items, LISTED_AT_ONCE)) yield await this.#deps.store.findMany(ids);
  }

  /** Asks a running run to end. @throws DomainError not_found, or invalid when it is not running here */
  async cancel(runId: string): Promise<void> {
    if (await this.#deps.backend.cancel(runId)) return;
    const status = await this.#deps.store.status(runId);
    if (status === null) throw notFound('FlowRun', runId);
    if (isTerminal(status)) throw invalid(`The run has ended already: ${status}.`);
    if (status === 'pending')
      throw invalid('The run has not started yet. Cancel it when it is running.');
    throw invalid('No worker of this server executes the run, so it cannot be cancelled.');
  }

  /** @throws DomainError not_found when there is no such run */
  async watch(runId: string): Promise<RunWatch> {
    const { store, backend } = this.#deps;
    if ((await store.status(runId)) === null) throw notFound('FlowRun', runId);
    return {
      whenFinished: () => backend.whenFinished(runId),
      finishedRun: async () => {
        if (backend.whenFinished(runId) !== undefined) return null;
        const status = await store.status(runId);
        if (status === null) return 'gone';
        // The whole run is read once, at its end.
        if (isTerminal(status)) return (await store.find(runId)) ?? 'gone';
        backend.subscribe(runId);
        return null;
      },
    };
  }

  /** Every run begins here, in its turn. */
  async #start(flowId: string, wanted: RequestedRun): Promise<LaunchedRun> {
    return await this.#deps.starts.run(async () => {
      const prepared = await prepareRun(this.#deps, flowId, wanted);
      return await this.#deps.launcher.launch(prepared);
    });
  }
}

/** The time that a run was given. Runs of older versions were given none: it is that of their slot or begin. */
function timeOf({ localTime, timeZone, scheduledFor, createdAt }: RunRecord): RunTime {
  if (localTime !== null && timeZone !== null) return { localTime, timeZone };
  return utcRunTime(scheduledFor ?? createdAt);
}
