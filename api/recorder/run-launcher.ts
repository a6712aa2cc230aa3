import type { Logger } from 'pino';
import type { Database } from '../../prisma/client.ts';
import { exactJson } from '../../runner/domain/exact-json.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { InputBinding, RunSpec } from '../../runner/domain/run-spec.ts';
import { formatTraceParent, type TraceParent } from '../../runner/domain/trace-parent.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { notFound } from '../http/errors.ts';
import { childOf } from '../telemetry/span.ts';
import type { LaunchableRun, RunBackend } from './run-backend.ts';
import { failed } from './run-ending.ts';
import { insertRun, type NewRun } from './run-writes.ts';

export interface LauncherParts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly backend: RunBackend;
  readonly logger: Logger;
  readonly newId: () => string;
  /** Whether traces that begin with a run are recorded. Default: they are not. */
  readonly recordsTraces?: boolean;
}

/** A run whose graph, engine and parameters have been checked. */
export interface PreparedRun extends Omit<
  NewRun,
  'id' | 'inputs' | 'inputDatasetId' | 'isHandedOver' | 'executorId' | 'span'
> {
  readonly flowName: string;
  readonly projectId: string;
  /** What asked for it, in its trace; absent: it begins a trace. */
  readonly trace?: TraceParent;
  /** The dataset the run is listed under; null: its first input. */
  readonly inputDatasetId: string | null;
  /** What it reads, or why that cannot be read: such a run is recorded as failed. */
  readonly inputs:
    | { readonly bindings: readonly InputBinding[]; readonly bytes: number }
    | { readonly failure: string };
}

export interface LaunchedRun {
  readonly runId: string;
  /** Settles when the end of the run has been recorded. */
  readonly ended: Promise<void>;
}

/** The run was not made: another of the same flow has its idempotency key. */
export class IdempotencyKeyTakenError extends Error {
  override readonly name = 'IdempotencyKeyTakenError';
}

/** Writes runs down, then has them executed: what was answered to a client outlives this process. */
export class RunLauncher {
  readonly #parts: LauncherParts;

  constructor(parts: LauncherParts) {
    this.#parts = parts;
  }

  /** @throws IdempotencyKeyTakenError, ApiError 404 when the flow was deleted meanwhile */
  async launch(prepared: PreparedRun): Promise<LaunchedRun> {
    const { database, backend, newId, recordsTraces = false } = this.#parts;
    const runId = newId();
    const span = childOf(prepared.trace ?? null, newId, recordsTraces);
    const traceparent = formatTraceParent(span);
    const { inputs } = prepared;
    const { executorId } = backend;
    if ('failure' in inputs) {
      const row = { ...prepared, id: runId, inputs: null, executorId, span };
      if (!(await insertRun(database, row))) throw notWritten(row);
      await backend.record(
        launchable(runId, prepared, { inputBytes: 0, traceparent }),
        failed(inputs.failure),
      );
      return { runId, ended: Promise.resolve() };
    }
    const row: NewRun = {
      ...prepared,
      id: runId,
      inputs: inputs.bindings,
      inputDatasetId: prepared.inputDatasetId ?? inputs.bindings[0]?.datasetId ?? null,
      isHandedOver: backend.handsOver,
      executorId,
      span,
    };
    const run = launchable(runId, prepared, { inputBytes: inputs.bytes, traceparent });
    if (!(await this.#write(row, specOf(run, prepared, inputs.bindings)))) {
      const reason = 'The run could not be prepared: the file store did not answer. Retry it.';
      await backend.record(run, failed(reason));
      return { runId, ended: Promise.resolve() };
    }
    return { runId, ended: backend.launch(run) };
  }

  /**
   * The row and the spec; the spec does not stay when there is no row for it.
   * @returns false when there is a row, but no spec
   */
  async #write(row: NewRun, spec: RunSpec): Promise<boolean> {
    const { database, objects, logger } = this.#parts;
    const key = objectKeys.runSpec(row.id);
    const [inserted, stored] = await Promise.allSettled([
      insertRun(database, row),
      objects.put(key, exactJson.stringify(spec)),
    ]);
    if (inserted.status === 'rejected' || !inserted.value) {
      // What stays of it is in nobody's way.
      await objects.delete(key).catch(() => undefined);
      throw inserted.status === 'rejected' ? inserted.reason : notWritten(row);
    }
    if (stored.status === 'fulfilled') return true;
    logger.error({ err: stored.reason as unknown, runId: row.id }, 'a run could not be prepared');
    return false;
  }
}

/** Why no row came of a run that bears a key is not known here: whoever sent the key looks it up. */
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
  const { scheduleId, scheduledFor = null } = run;
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
    scheduleId,
    scheduledFor,
    ...more,
  };
}

function specOf(
  { runId, traceparent }: LaunchableRun,
  run: PreparedRun,
  inputs: readonly InputBinding[],
): RunSpec {
  const { flowName, engine, graph, parameters } = run;
  return {
    runId,
    flowName,
    engine,
    graph,
    parameters: parameters ?? {},
    inputs,
    ...(traceparent == null ? {} : { traceparent }),
  };
}
