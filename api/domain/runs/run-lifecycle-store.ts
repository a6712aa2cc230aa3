import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import type { ComputeResources } from '../../../runner/domain/compute-resources.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { InputBinding } from '../../../runner/domain/run-spec.ts';
import { VERSIONS_MESSAGE, type LogEntry } from '../../../runner/domain/run-result.ts';
import type { RunTime } from '../../../runner/domain/run-time.ts';
import { canTransition, RUN_STATUSES, type RunTrigger } from '../../../runner/domain/run-status.ts';
import { formatTraceParent } from '../../../runner/domain/trace-parent.ts';
import type { SpanContext } from '../span.ts';
import type { RunCompletion } from './run-completion.ts';

/** A run as it is asked for. */
export interface NewRun {
  readonly id: string;
  readonly flowId: string;
  readonly engine: Engine;
  readonly trigger: RunTrigger;
  readonly scheduleId: string | null;
  /** The time of the schedule's cron expression that it is for; null or absent: none. */
  readonly scheduledFor?: Date | null;
  /** The time that its expressions are given; null or absent: none is known. */
  readonly time?: RunTime | null;
  /** Null: no input, or none could be resolved. */
  readonly inputDatasetId: string | null;
  /** The dataset that the caller asked for; null or absent: none. */
  readonly requestedInputDatasetId?: string | null;
  /** Null: the inputs could not be resolved. */
  readonly inputs: readonly InputBinding[] | null;
  readonly graph: GraphDocument;
  /** Null: the flow declares none. */
  readonly parameters: JsonObject | null;
  readonly timeoutSeconds: number;
  /** Null: what the installation gives. */
  readonly resources?: ComputeResources | null;
  /** The same key for the same flow means the same run; absent: a run of its own. */
  readonly idempotencyKey?: string;
  /** Its place in its trace. */
  readonly span?: SpanContext;
  /** The process that is to execute it; null or absent: a cluster. */
  readonly executorId?: string | null;
  /** True: a note stays in the outbox until the run was handed over. */
  readonly isEnqueued?: boolean;
}

export interface AttemptId {
  readonly runId: string;
  readonly attempt: number;
}

type Client = Database | Prisma.TransactionClient;

/** The channel on which the ids of ended runs are told, to processes that execute none themselves. */
export const RUN_ENDED_CHANNEL = 'run_ended';

/**
 * Writes a run as pending, with its first attempt and its inputs. One that bears a key takes the key
 * in the same statement, which waits for another that is about to take it.
 * @returns false when nothing was written: the key belongs to another run, or the flow is gone
 */
export async function insertRun(database: Client, run: NewRun): Promise<boolean> {
  const inputs = run.inputs ?? [];
  const refs = inputs.map((input) => ({
    dataset_id: input.datasetId,
    version_number: input.versionNumber,
    dataset_name: input.datasetName,
  }));
  const nodeInputs = inputs.map(({ nodeId }, at) => ({ node_id: nodeId, ...refs[at] }));
  const key = run.idempotencyKey ?? null;
  const trace = traceOf(run);
  const time = timeOf(run);
  const inserted = await database.$executeRaw`
    WITH flow AS (
      SELECT id FROM flows WHERE id = ${run.flowId} AND deleted_at IS NULL FOR KEY SHARE
    ), taken AS (
      INSERT INTO idempotency_keys (flow_id, key, run_id)
      SELECT flow.id, ${key}::text, ${run.id} FROM flow WHERE ${key}::text IS NOT NULL
      ON CONFLICT DO NOTHING
      RETURNING run_id
    ), run AS (
      INSERT INTO runs (id, flow_id, input_dataset_id, requested_input_dataset_id, input_datasets, node_inputs, status, engine, trigger,
                        schedule_id, scheduled_for, local_time, time_zone, graph_snapshot, parameters, timeout_seconds, resources,
                        traceparent, parent_span_id, executed_by)
      SELECT ${run.id}, flow.id, ${run.inputDatasetId}, ${run.requestedInputDatasetId ?? null},
              ${run.inputs === null ? null : JSON.stringify(distinct(refs))},
              ${run.inputs === null ? null : JSON.stringify(nodeInputs)},
              'pending', ${run.engine}, ${run.trigger}, ${run.scheduleId},
              ${run.scheduledFor ?? null}::timestamptz,
              ${time.local}, ${time.zone},
              ${exactJson.stringify(run.graph)},
              ${run.parameters === null ? null : exactJson.stringify(run.parameters)},
              ${run.timeoutSeconds}::int,
              ${resourcesText(run)},
              ${trace.parent}, ${trace.parentSpanId}, ${run.executorId ?? null}
      FROM flow WHERE ${key}::text IS NULL OR EXISTS (SELECT FROM taken)
      RETURNING id
    ), inputs AS (
      INSERT INTO run_inputs (run_id, dataset_id, version_number)
      SELECT DISTINCT run.id, input.dataset_id, input.version_number
      FROM run, json_to_recordset(${JSON.stringify(refs)}::json)
        AS input(dataset_id text, version_number int)
    ), note AS (
      INSERT INTO run_outbox (run_id, action, due_at)
      SELECT run.id, 'start', clock_timestamp() + interval '5 seconds'
      FROM run WHERE ${run.isEnqueued ?? false}
    )
    INSERT INTO run_attempts (run_id, number) SELECT run.id, 1 FROM run`;
  return inserted > 0;
}

function traceOf({ span }: NewRun): { parent: string | null; parentSpanId: string | null } {
  if (span === undefined) return { parent: null, parentSpanId: null };
  return { parent: formatTraceParent(span), parentSpanId: span.parentSpanId };
}

function timeOf({ time }: NewRun): { local: string | null; zone: string | null } {
  return { local: time?.localTime ?? null, zone: time?.timeZone ?? null };
}

function resourcesText({ resources = null }: NewRun): string | null {
  return resources === null ? null : JSON.stringify(resources);
}

/**
 * @param time when it began; the clock of another machine may be behind, so the row's creation counts
 *   when that was later
 * @returns false when the run is not pending any more
 */
export async function markRunning(database: Client, at: AttemptId, time: Date): Promise<boolean> {
  const marked = await database.$executeRaw`
    WITH run AS (
      UPDATE runs SET status = 'running', started_at = GREATEST(created_at, ${time})
      WHERE id = ${at.runId} AND attempt = ${at.attempt} AND status = 'pending'
      RETURNING id, attempt, started_at
    )
    UPDATE run_attempts
    SET started_at = run.started_at, waiting_reason = NULL, waiting_message = NULL FROM run
    WHERE run_attempts.run_id = run.id AND run_attempts.number = run.attempt`;
  return marked > 0;
}

/** An attempt that the infrastructure took. Times are ISO 8601. */
export interface LostAttempt {
  readonly number: number;
  readonly reason: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
}

/** Moves a run on to a later attempt. @returns false when it is there already, or has ended */
export async function advanceAttempt(
  database: Client,
  to: AttemptId,
  lost: readonly LostAttempt[],
): Promise<boolean> {
  const earlier = lost
    .filter(({ number }) => number < to.attempt)
    .map(({ number, reason, startedAt, finishedAt }) => ({
      number,
      reason: storable(reason),
      started_at: startedAt,
      finished_at: finishedAt,
    }));
  const attempts = JSON.stringify([...earlier, { number: to.attempt }]);
  const written = await database.$executeRaw`
    WITH run AS (
      UPDATE runs SET attempt = ${to.attempt}
      WHERE id = ${to.runId} AND attempt < ${to.attempt} AND status IN ('pending', 'running')
      RETURNING id
    )
    INSERT INTO run_attempts (run_id, number, reason, started_at, finished_at)
    SELECT run.id, attempt.* FROM run, json_to_recordset(${attempts}::json)
      AS attempt(number int, reason text, started_at timestamptz, finished_at timestamptz)
    ON CONFLICT (run_id, number) DO UPDATE
    SET reason = EXCLUDED.reason, finished_at = EXCLUDED.finished_at,
        started_at = COALESCE(run_attempts.started_at, EXCLUDED.started_at)`;
  return written > 0;
}

/** How a run ended, and when. */
export interface TimedCompletion extends RunCompletion {
  readonly time: Date;
  /** When it began, where that was not written before. */
  readonly startedAt?: Date | undefined;
  /** Whether its id is told to those who listen on RUN_ENDED. Default: it is not. */
  readonly isPublished?: boolean;
}

/**
 * Ends a run: status, logs, node results and outputs at once, or nothing of it.
 * @returns false when this attempt is not the current one, or the run has ended already
 */
export async function finishRun(
  database: Client,
  at: AttemptId,
  ending: TimedCompletion,
): Promise<boolean> {
  const { status, time, startedAt = time } = ending;
  const from = RUN_STATUSES.filter((before) => canTransition(before, status));
  const results = (ending.nodeResults ?? []).map((result) => exactJson.stringify(result));
  const outputs = ending.outputs.map(({ nodeId, key, format, bytes, rows }) => ({
    node_id: storable(nodeId),
    key,
    format,
    bytes,
    rows,
  }));
  const message = ending.errorMessage === null ? null : storable(ending.errorMessage);
  const [counted] = await database.$queryRaw<{ ended: number }[]>`
    WITH run AS (
      UPDATE runs
      SET status = ${status}, error_message = ${message},
          output_location = ${ending.outputLocation === null ? null : storable(ending.outputLocation)},
          logs = ${storedLogs(ending)},
          started_at = COALESCE(started_at, GREATEST(created_at, ${startedAt})),
          finished_at = GREATEST(created_at, ${time}),
          cancelled_at = ${status === 'cancelled' ? time : null}
      WHERE id = ${at.runId} AND attempt = ${at.attempt} AND status = ANY(${from})
      RETURNING id, attempt, created_at, finished_at
    ), attempt AS (
      UPDATE run_attempts
      SET reason = ${message}, finished_at = run.finished_at,
          started_at = COALESCE(run_attempts.started_at, GREATEST(run.created_at, ${startedAt}))
      FROM run WHERE run_attempts.run_id = run.id AND run_attempts.number = run.attempt
    ), results AS (
      INSERT INTO node_results (run_id, position, result_json)
      SELECT run.id, result.ordinality - 1, result.value
      FROM run, json_array_elements_text(${JSON.stringify(results)}::json) WITH ORDINALITY AS result
    ), outputs AS (
      INSERT INTO run_outputs (run_id, node_id, key, format, bytes, rows)
      SELECT run.id, output.* FROM run, json_to_recordset(${JSON.stringify(outputs)}::json)
        AS output(node_id text, key text, format text, bytes bigint, rows bigint)
    )
    SELECT count(*)::int AS ended,
           count(CASE WHEN ${ending.isPublished ?? false} THEN pg_notify(${RUN_ENDED_CHANNEL}, id)::text END) AS told
    FROM run`;
  return counted?.ended === 1;
}

/** Adds entries to the log of a run, in the transaction that ended it. */
export async function appendLogs(
  transaction: Prisma.TransactionClient,
  runId: string,
  entries: readonly LogEntry[],
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE runs SET logs = ${joined(Prisma.sql`logs`, Prisma.sql`${exactJson.stringify(entries)}`)}
    WHERE id = ${runId}`;
}

/**
 * The log as it is stored: it says which versions were read. The runner says so of a success; of all
 * other runs, which may have no runner any more, the row knows.
 */
function storedLogs({ status, logs }: RunCompletion): Prisma.Sql {
  const own = Prisma.sql`${exactJson.stringify(logs)}`;
  if (status === 'success') return own;
  const entry = Prisma.sql`json_build_array(json_build_object(
    'level', 'info', 'message', ${VERSIONS_MESSAGE}::text, 'versions', input_datasets::json))`;
  return Prisma.sql`
    CASE WHEN COALESCE(json_array_length(input_datasets::json), 0) = 0 THEN ${own} ELSE ${joined(own, entry)} END`;
}

/** Two JSON arrays as one, all as text. By way of `json`, since `jsonb` takes no NUL, which messages can hold. */
function joined(first: Prisma.Sql, second: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT json_agg(entry ORDER BY part, place)::text FROM (
      SELECT 1 AS part, * FROM json_array_elements(${first}::json) WITH ORDINALITY AS item(entry, place)
      UNION ALL
      SELECT 2, * FROM json_array_elements(${second}::json) WITH ORDINALITY AS item(entry, place)
    ) AS items)`;
}

/** Text that PostgreSQL takes: without NUL and half surrogates, which data and names can hold. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

function distinct<T extends { readonly dataset_id: string; readonly version_number: number }>(
  refs: readonly T[],
): T[] {
  return [...new Map(refs.map((ref) => [`${ref.dataset_id} ${ref.version_number}`, ref])).values()];
}
