import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../prisma/client.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
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
}

/** A run whose graph, engine and parameters have been checked. */
export interface PreparedRun extends Omit<
  NewRun,
  'id' | 'time' | 'inputs' | 'inputDatasetId' | 'isEnqueued' | 'executorId' | 'span'
> {
  readonly flowName: string;
  readonly projectId: string;
  readonly time: RunTime;
  /** The connections that its nodes use, as they are now. Absent: none. */
  readonly connections?: readonly Connection[];
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

  constructor(deps: LauncherDeps) {
    this.#deps = deps;
  }

  /** @throws IdempotencyKeyTakenError; DomainError not_found when the flow was deleted concurrently */
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
      if (!(await this.#insert(row))) throw notWritten(row);
      await backend.record(
        launchable(runId, prepared, { inputBytes: 0, traceparent }),
        failedCompletion(inputs.failure),
      );
      return { runId, finished: Promise.resolve() };
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
    const isPrepared = await this.#write(row, spec);
    return { runId, finished: isPrepared ? backend.launch(run) : backend.postpone(run) };
  }

  /**
   * Inserts the row and stores the spec concurrently. Without a row, it deletes the spec.
   * @returns false when the row was inserted but the spec was not stored
   */
  async #write(row: NewRun, spec: SpecFields): Promise<boolean> {
    const { objects, logger } = this.#deps;
    const [inserted, stored] = await Promise.allSettled([
      this.#insert(row),
      putRunSpec(objects, spec),
    ]);
    if (inserted.status === 'rejected' || !inserted.value) {
      await objects.delete(objectKeys.runSpec(row.id)).catch((err: unknown) => {
        // An orphaned spec is harmless: no run has its id.
        logger.warn({ err, runId: row.id }, 'failed to delete the spec of a run without a row');
      });
      throw inserted.status === 'rejected' ? inserted.reason : notWritten(row);
    }
    if (stored.status === 'fulfilled') return true;
    const err = stored.reason as unknown;
    logger.error({ err, runId: row.id }, 'failed to store the spec of a run');
    return false;
  }

  /**
   * A connection that is lost after the commit leaves a row. That row names this process, so no other
   * process would execute the run.
   */
  async #insert(row: NewRun): Promise<boolean> {
    const { database, logger } = this.#deps;
    try {
      return await insertRun(database, row);
    } catch (error) {
      if (!isDatabaseAway(error) || !(await isInserted(database, row.id))) throw error;
      logger.warn(
        { err: error, runId: row.id },
        'lost the connection while a run was inserted: the row exists, launching the run',
      );
      return true;
    }
  }
}

/** The backoff before each attempt: the pool reopens a cut connection. */
const BACKOFFS_MS = [0, 500, 2_000];

/** @returns false also when the database does not answer */
async function isInserted(database: Database, runId: string): Promise<boolean> {
  for (const ms of BACKOFFS_MS) {
    await wait(ms);
    const count = await database.run.count({ where: { id: runId } }).catch(() => null);
    if (count !== null) return count > 0;
  }
  return false;
}

/** With a key the reason is unknown here: the caller looks up the key. */
function notWritten(row: NewRun): Error {
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
