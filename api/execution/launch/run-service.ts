import type { Logger } from 'pino';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import type { SourceChangesJob } from '../../../runner/domain/runner-job.ts';
import type { CheckedSource } from '../../../runner/domain/source-check.ts';
import { utcRunTime, type RunTime } from '../../../runner/domain/run-time.ts';
import { validateForRun } from '../../../runner/graph/validate-graph.ts';
import { invalid, isRefusal, isTransient, notFound, unavailable } from '../../domain/errors.ts';
import { inBatches } from '../../domain/list-batches.ts';
import type { RunBackend } from '../run-backend.ts';
import { repeats } from './repeated-run.ts';
import { checkedSources } from './checked-sources.ts';
import type { LaunchedRun, PreparedRun, RunLauncher } from './run-launcher.ts';
import type { Semaphore } from './semaphore.ts';
import {
  prepareRun,
  type PreparationDeps,
  type RunOrigin,
  type RunRequest,
  type RequestedRun,
} from './prepare-run.ts';
import { DeletedInputError } from '../../domain/runs/new-run-store.ts';
import type { RunListQuery } from '../../domain/runs/run-list-store.ts';
import type { EarlierRun, ListedRun, RunRecord } from '../../domain/runs/run-record.ts';

export interface RunServiceDeps extends PreparationDeps {
  readonly launcher: Pick<RunLauncher, 'launch'>;
  /** Bounds how many runs are prepared and inserted concurrently. */
  readonly starts: Semaphore;
  readonly backend: RunBackend;
  /** Whether sources of connections have changed. It rejects where that is not known. */
  readonly haveChanged: (job: Omit<SourceChangesJob, 'kind'>) => Promise<boolean>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly now: () => Date;
}

/** A listed run is small: the number of queries dominates the cost. */
const LISTED_BYTES = 500;
const BATCH_SIZE = 500;

/** How often the inputs of a run are resolved, when versions are deleted meanwhile. */
const MAX_PREPARATIONS = 5;
const DELETED_INPUTS =
  'Versions of the datasets that the flow reads are being deleted. Start the run again.';

/** Waits for a run to finish. */
export interface RunWatch {
  /** The run when it has finished; `gone`: it was deleted; null: it has not finished. */
  finishedRun(): Promise<RunRecord | 'gone' | null>;
  /** Resolves when the run has finished, if this process executes it or is notified; else undefined. */
  whenFinished(): Promise<void> | undefined;
}

/** Starts, retries, reads, lists, cancels and watches runs. */
export class RunService {
  readonly #deps: RunServiceDeps;

  constructor(deps: RunServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Starts a run of a flow.
   * @throws DomainError or UserError for an invalid request; IdempotencyKeyTakenError when another run
   *   of the flow has the key
   */
  async start(flowId: string, request: RunRequest, origin: RunOrigin): Promise<LaunchedRun> {
    const time = origin.time ?? utcRunTime(this.#deps.now());
    return await this.#start(flowId, { ...request, origin: { ...origin, time } });
  }

  /**
   * Whether a run of a flow would do what the latest successful run of the schedule did. False for one that
   * would be rejected: its start says why.
   * @throws DomainError overloaded or unavailable when the sources of its connections could not be asked yet
   */
  async wouldRepeat(
    flowId: string,
    request: RunRequest,
    schedule: { readonly id: string; readonly timeParameter: string | null },
  ): Promise<boolean> {
    const { store, lookup, now } = this.#deps;
    const latest = await store.findLatestSuccess(schedule.id);
    const earlier = latest === null ? null : await store.find(latest);
    if (earlier === null) return false;
    const origin = { trigger: 'schedule', time: utcRunTime(now()) } as const;
    try {
      const run = await this.#deps.starts.run(() =>
        prepareRun(this.#deps, flowId, { ...request, origin }),
      );
      const { steps } = validateForRun(run.graph, { lookup, parameters: run.parameters ?? {} });
      if (!repeats({ ...run, steps }, earlier, schedule.timeParameter)) return false;
      const sources = checkedSources({ ...run, steps }, earlier);
      if (sources === null) return false;
      return sources.length === 0 || !(await this.#haveChanged(run, sources));
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }

  /** A check that fails counts as a change: the run then says what is wrong. */
  async #haveChanged(run: PreparedRun, sources: readonly CheckedSource[]): Promise<boolean> {
    const { haveChanged, logger } = this.#deps;
    const { flowId, connections = [] } = run;
    try {
      return await haveChanged({ connections, sources });
    } catch (err) {
      // No runner was free, or the service stops: nobody has asked the sources.
      if (isTransient(err)) throw err;
      logger.warn({ err, flowId }, 'failed to check the sources of a flow: the run is started');
      return true;
    }
  }

  /**
   * Retries a run on the newest data, with its engine, parameters, timeout, resources, time and
   * requested dataset.
   * @param how `graph`: `stored`, the graph of that run, or `current`, the flow's. `resume`: whether the run
   *   uses the cache, also if that one did not.
   * @throws DomainError not_found for an unknown run, invalid for a disabled flow;
   *   IdempotencyKeyTakenError when another run of the flow has the key
   */
  async retry(
    runId: string,
    { graph, resume }: { readonly graph: 'stored' | 'current'; readonly resume: boolean },
    origin: Pick<RunOrigin, 'trace' | 'idempotencyKey'>,
  ): Promise<LaunchedRun> {
    const earlier = await this.read(runId);
    const stored: { storedGraph?: GraphDocument } =
      graph === 'stored' ? { storedGraph: earlier.graph } : {};
    return await this.#start(earlier.flowId, {
      engine: earlier.engine,
      parameters: earlier.parameters,
      // Not the resolved dataset: the flow may be in another project, or read another dataset, now.
      inputDatasetId: earlier.requestedInputDatasetId,
      timeoutSeconds: earlier.timeoutSeconds,
      resources: earlier.resources,
      cache: resume ? true : null,
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

  /** @throws DomainError not_found */
  async read(runId: string): Promise<RunRecord> {
    const run = await this.#deps.store.find(runId);
    if (run === null) throw notFound('FlowRun', runId);
    return run;
  }

  /** The previous run of the flow that has node results, to compare with; null: there is none. */
  async earlierOf(run: RunRecord): Promise<EarlierRun | null> {
    return run.nodeResults === null ? null : await this.#deps.store.findEarlier(run);
  }

  /** A page of runs, in batches, and how many runs match in all. */
  async list(
    query: RunListQuery,
  ): Promise<{ readonly batches: AsyncIterable<readonly ListedRun[]>; readonly total: number }> {
    const { ids, total } = await this.#deps.store.list(query);
    return { batches: this.#batches(ids), total };
  }

  async *#batches(listed: readonly string[]): AsyncGenerator<readonly ListedRun[]> {
    const items = listed.map((id) => ({ id, bytes: LISTED_BYTES }));
    for (const ids of inBatches(items, BATCH_SIZE)) yield await this.#deps.store.findMany(ids);
  }

  /** Cancels a running run. @throws DomainError not_found; invalid when it does not run here */
  async cancel(runId: string): Promise<void> {
    if (await this.#deps.backend.cancel(runId)) return;
    const status = await this.#deps.store.status(runId);
    if (status === null) throw notFound('FlowRun', runId);
    if (isTerminal(status)) throw invalid(`The run has ended already: ${status}.`);
    if (status === 'pending')
      throw invalid('The run has not started yet. Cancel it when it is running.');
    throw invalid('No worker of this server executes the run, so it cannot be cancelled.');
  }

  /** @throws DomainError not_found */
  async watch(runId: string): Promise<RunWatch> {
    const { store, backend } = this.#deps;
    if ((await store.status(runId)) === null) throw notFound('FlowRun', runId);
    return {
      whenFinished: () => backend.whenFinished(runId),
      finishedRun: async () => {
        if (backend.whenFinished(runId) !== undefined) return null;
        const status = await store.status(runId);
        if (status === null) return 'gone';
        // The full record is read only once the run has finished.
        if (isTerminal(status)) return (await store.find(runId)) ?? 'gone';
        backend.subscribe(runId);
        return null;
      },
    };
  }

  async #start(flowId: string, requested: RequestedRun): Promise<LaunchedRun> {
    return await this.#deps.starts.run(async () => {
      for (let attempt = 1; ; attempt += 1) {
        const prepared = await prepareRun(this.#deps, flowId, requested);
        try {
          return await this.#deps.launcher.launch(prepared);
        } catch (error) {
          if (!(error instanceof DeletedInputError)) throw error;
          if (attempt === MAX_PREPARATIONS) throw unavailable(DELETED_INPUTS);
        }
      }
    });
  }
}

/** The run time of a run. Runs of older versions have none: their slot or creation counts. */
function timeOf({ localTime, timeZone, scheduledFor, createdAt }: RunRecord): RunTime {
  if (localTime !== null && timeZone !== null) return { localTime, timeZone };
  return utcRunTime(scheduledFor ?? createdAt);
}
