import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../prisma/client.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { InputBinding } from '../../../runner/domain/run-spec.ts';
import type { Watermark } from '../../../runner/domain/watermark.ts';
import type { RunTime } from '../../../runner/domain/run-time.ts';
import { formatTraceParent, type TraceParent } from '../../../runner/domain/trace-parent.ts';
import { requiredRuntime } from '../../../runner/scripts/required-runtime.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { isDatabaseAway } from '../../domain/database-errors.ts';
import { notFound } from '../../domain/errors.ts';
import { childOf } from '../../domain/span.ts';
import type { LaunchableRun, RunBackend } from '../run-backend.ts';
import { waitForAny } from '../wait-for-any.ts';
import { failedCompletion } from '../../domain/runs/run-completion.ts';
import { putRunSpec, type SpecFields } from './run-spec.ts';
import { insertRun, type NewRun } from '../../domain/runs/new-run-store.ts';

export interface LauncherDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly backend: RunBackend;
  readonly logger: Logger;
  readonly newId: () => string;
  /** Whether traces that start with a run are recorded. Default: false. */
  readonly recordsTraces?: boolean;
  /** Ends the looks for rows whose insert was not answered. Absent: they end with the process. */
  readonly stopping?: AbortSignal;
  /** Waits between two looks for a row, or until the signal is aborted. Never rejects. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A run whose graph, engine and parameters have been checked. */
export interface PreparedRun extends Omit<
  NewRun,
  'id' | 'time' | 'inputs' | 'inputDatasetId' | 'isEnqueued' | 'executorId' | 'span'
> {
  readonly flowName: string;
  readonly projectId: string;
  readonly time: RunTime;
  /** The watermarks of its flow, as they are now. Absent: none. */
  readonly watermarks?: readonly Watermark[];
  /** The span of the caller; absent: the run starts a trace. */
  readonly trace?: TraceParent;
  /** The inputs, or why they cannot be read: such a run is recorded as failed. */
  readonly inputs:
    | { readonly bindings: readonly InputBinding[]; readonly bytes: number }
    | { readonly failure: string };
}

export interface LaunchedRun {
  readonly runId: string;
  /** Resolves when the outcome of the run is recorded. */
  readonly finished: Promise<void>;
}

/** The run was not inserted: another run of the same flow has its idempotency key. */
export class IdempotencyKeyTakenError extends Error {
  override readonly name = 'IdempotencyKeyTakenError';
}

/** Inserts runs before it launches them: a run that a client knows of survives this process. */
export class RunLauncher {
  readonly #deps: LauncherDeps;
  readonly #stopping: AbortSignal;

  constructor(deps: LauncherDeps) {
    this.#deps = deps;
    this.#stopping = deps.stopping ?? new AbortController().signal;
  }

  /** @throws IdempotencyKeyTakenError; DeletedInputError; DomainError not_found when the flow was deleted concurrently */
  async launch(prepared: PreparedRun): Promise<LaunchedRun> {
    const { backend, newId, recordsTraces = false } = this.#deps;
    const runId = newId();
    const span = childOf(prepared.trace ?? null, newId, recordsTraces);
    const traceparent = formatTraceParent(span);
    const { inputs } = prepared;
    const { executorId } = backend;
    if ('failure' in inputs) {
      // The outbox entry has the failure recorded even if this process dies first.
      const isEnqueued = backend.usesOutbox;
      const inputDatasetId = prepared.requestedInputDatasetId ?? null;
      const row = {
        ...prepared,
        id: runId,
        inputs: null,
        inputDatasetId,
        isEnqueued,
        executorId,
        span,
      };
      const refused = launchable(runId, prepared, { inputBytes: 0, traceparent });
      const record = (): Promise<void> => this.#recordRefusal(refused, inputs.failure);
      const inserted = await this.#insert(row);
      if (inserted.kind === 'unclear') this.#lookLater(runId, { found: record });
      if (inserted.kind !== 'inserted') throw reasonOf(inserted, row);
      const finished = record();
      await waitForAny([finished], MAX_RECORDING_MS, this.#stopping);
      return { runId, finished };
    }
    const row: NewRun = {
      ...prepared,
      id: runId,
      inputs: inputs.bindings,
      inputDatasetId: prepared.requestedInputDatasetId ?? inputs.bindings[0]?.datasetId ?? null,
      isEnqueued: backend.usesOutbox,
      executorId,
      span,
    };
    const run = launchable(runId, prepared, { inputBytes: inputs.bytes, traceparent });
    const { localTime } = prepared.time;
    const spec = { ...prepared, runId, localTime, traceparent, inputs: inputs.bindings };
    const { finished } = await this.#write(row, spec, run);
    return { runId, finished };
  }

  /**
   * Inserts the row and stores the spec concurrently, then launches the run.
   * @returns `finished` of the run
   */
  async #write(
    row: NewRun,
    spec: SpecFields,
    run: LaunchableRun,
  ): Promise<{ readonly finished: Promise<void> }> {
    const { objects, backend, logger } = this.#deps;
    const [insertion, storing] = await Promise.allSettled([
      this.#insert(row),
      putRunSpec(objects, spec),
    ]);
    const begin = (): Promise<void> =>
      storing.status === 'fulfilled' ? backend.launch(run) : backend.postpone(run);
    if (storing.status === 'rejected') {
      const err = storing.reason as unknown;
      logger.error({ err, runId: row.id }, 'failed to store the spec of a run');
    }
    if (insertion.status === 'rejected') {
      await this.#deleteSpec(row.id);
      throw insertion.reason;
    }
    const inserted = insertion.value;
    if (inserted.kind === 'inserted') return { finished: begin() };
    if (inserted.kind === 'refused') await this.#deleteSpec(row.id);
    else this.#lookLater(row.id, { found: begin, absent: () => this.#deleteSpec(row.id) });
    throw reasonOf(inserted, row);
  }

  async #deleteSpec(runId: string): Promise<void> {
    const { objects, logger } = this.#deps;
    await objects.delete(objectKeys.runSpec(runId)).catch((err: unknown) => {
      // An orphaned spec is harmless: no run has its id.
      logger.warn({ err, runId }, 'failed to delete the spec of a run without a row');
    });
  }

  /**
   * Records a run that cannot start as failed. That may take as long as the database is away. Never rejects.
   */
  async #recordRefusal(run: LaunchableRun, failure: string): Promise<void> {
    try {
      await this.#deps.backend.record(run, failedCompletion(failure));
    } catch (err) {
      const message =
        'failed to record a run that cannot start: the next start of the server recovers it';
      this.#deps.logger.error({ err, runId: run.runId }, message);
    }
  }

  /**
   * A connection that is lost after the commit leaves a row. That row names this process, so no other
   * process would execute the run.
   */
  async #insert(row: NewRun): Promise<Insertion> {
    const { database, logger } = this.#deps;
    try {
      return { kind: (await insertRun(database, row)) ? 'inserted' : 'refused' };
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      for (const ms of BACKOFFS_MS) {
        await this.#pause(ms);
        const isThere = await isInserted(database, row.id);
        if (isThere === false) break;
        if (isThere === null) continue;
        logger.warn({ err: error, runId: row.id }, FOUND_MESSAGE);
        return { kind: 'inserted' };
      }
      return { kind: 'unclear', error };
    }
  }

  /**
   * Looks for the row of an insert that was not answered until the database says whether it exists. The caller has
   * an error, but a request with its key finds the run. An absent row counts only the second time: the server may
   * still have been executing the insert.
   */
  #lookLater(runId: string, { found, absent }: LateOutcome): void {
    const { database, logger } = this.#deps;
    const stopping = this.#stopping;
    const look = async (): Promise<void> => {
      let absences = 0;
      for (let n = 0; ; n += 1) {
        await this.#pause(Math.min(MAX_LATE_MS, MIN_LATE_MS * 2 ** Math.min(n, 10)));
        const isThere = await isInserted(database, runId);
        if (stopping.aborted) return;
        if (isThere === false) absences += 1;
        if (absences === 2) {
          await absent?.();
          return;
        }
        if (isThere !== true) continue;
        logger.warn({ runId }, FOUND_MESSAGE);
        await found();
        return;
      }
    };
    void look();
  }

  async #pause(milliseconds: number): Promise<void> {
    const { pause = pauseFor } = this.#deps;
    await pause(milliseconds, this.#stopping);
  }
}

/** Whether a row was inserted. `refused`: another run has the key, or the flow was deleted. */
type Insertion =
  { readonly kind: 'inserted' | 'refused' } | { readonly kind: 'unclear'; readonly error: unknown };

/** What follows when it is known whether a row exists. Neither rejects. */
interface LateOutcome {
  readonly found: () => Promise<void>;
  readonly absent?: () => Promise<void>;
}

const FOUND_MESSAGE =
  'lost the connection while a run was inserted: the row exists, launching the run';
/** The backoff before each look while the caller waits: the pool reopens a cut connection. */
const BACKOFFS_MS = [0, 500, 2_000];
/** As a rule the caller of a run that cannot start finds it failed: it waits this long for that at most. */
const MAX_RECORDING_MS = 2_000;
/** The bounds of the backoff afterwards. */
const MIN_LATE_MS = 2_000;
const MAX_LATE_MS = 10_000;

async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

/** @returns null when the database does not answer */
async function isInserted(database: Database, runId: string): Promise<boolean | null> {
  const count = await database.run.count({ where: { id: runId } }).catch(() => null);
  return count === null ? null : count > 0;
}

/** Why there is no row. With a key the reason is unknown here: the caller looks up the key. */
function reasonOf(insertion: Insertion, row: NewRun): unknown {
  if (insertion.kind === 'unclear') return insertion.error;
  return row.idempotencyKey === undefined
    ? notFound('Flow', row.flowId)
    : new IdempotencyKeyTakenError();
}

function launchable(
  runId: string,
  run: PreparedRun,
  more: Pick<LaunchableRun, 'inputBytes' | 'traceparent'>,
): LaunchableRun {
  const {
    flowId,
    flowName,
    projectId,
    engine,
    trigger,
    graph,
    timeoutSeconds,
    resources = null,
  } = run;
  const { scheduleId, scheduledFor = null, connections = [] } = run;
  return {
    runId,
    attempt: 1,
    flowId,
    flowName,
    projectId,
    engine,
    trigger,
    graph,
    timeoutSeconds,
    resources,
    runtime: requiredRuntime(graph),
    secrets: connections.flatMap(({ secret }) => secret ?? []),
    scheduleId,
    scheduledFor,
    ...more,
  };
}
