import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows } from '../../../prisma/query-rows.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { VERSIONS_MESSAGE, type LogEntry } from '../../../runner/domain/run-result.ts';
import { canTransition, RUN_STATUSES } from '../../../runner/domain/run-status.ts';
import type { LostAttempt } from './lost-attempt.ts';
import type { RunCompletion } from './run-completion.ts';
import { storableText } from './storable-text.ts';

export interface AttemptId {
  readonly runId: string;
  readonly attempt: number;
}

type Client = Database | Prisma.TransactionClient;

/** The channel that publishes the ids of finished runs to processes that do not execute them. */
export const RUN_ENDED_CHANNEL = 'run_ended';

/**
 * Marks a pending run as running. A run that ran in an earlier attempt keeps its first start.
 * @param time when the run first started; the clock of another machine may be behind, so it is at least the
 *   row's creation
 * @returns false when the run is no longer pending, or in another attempt
 */
export async function markRunning(database: Client, at: AttemptId, time: Date): Promise<boolean> {
  // Raw: two tables in one statement, compared with the row's own time.
  const marked = await database.$executeRaw`
    WITH run AS (
      UPDATE runs SET status = 'running', started_at = COALESCE(started_at, GREATEST(created_at, ${time}))
      WHERE id = ${at.runId} AND attempt = ${at.attempt} AND status = 'pending'
      RETURNING id, attempt, started_at
    )
    UPDATE run_attempts
    -- The start of a later attempt is known only when it is lost too.
    SET started_at = CASE WHEN number = 1 THEN run.started_at ELSE run_attempts.started_at END,
        waiting_reason = NULL, waiting_message = NULL FROM run
    WHERE run_attempts.run_id = run.id AND run_attempts.number = run.attempt`;
  return marked > 0;
}

/**
 * Advances a run to a later attempt, in which it is pending again: nothing executes it until that attempt
 * starts. Late reports of an earlier attempt no longer change it.
 * @returns false when it has that attempt already, or has finished
 */
export async function advanceAttempt(
  database: Client,
  to: AttemptId,
  lost: readonly LostAttempt[],
): Promise<boolean> {
  const earlier = lost
    .filter(({ number }) => number < to.attempt)
    .map(({ number, reason, startedAt, finishedAt }) => ({
      number,
      reason: storableText(reason),
      started_at: startedAt,
      finished_at: finishedAt,
    }));
  const attempts = JSON.stringify([...earlier, { number: to.attempt }]);
  // Raw: two tables in one statement, with an upsert that keeps recorded times.
  const written = await database.$executeRaw`
    WITH run AS (
      UPDATE runs SET attempt = ${to.attempt}, status = 'pending'
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

/** The completion of a run, with its times. */
export interface TimedCompletion extends RunCompletion {
  readonly time: Date;
  /** When it started, where that is not recorded yet. */
  readonly startedAt?: Date | undefined;
  /** Whether its id is published on `RUN_ENDED_CHANNEL`. Default: false. */
  readonly isPublished?: boolean;
}

/**
 * Finishes a run: records status, logs, node results and outputs, and removes what would start it, atomically.
 * @returns false when the attempt is not the current one, or the run has finished already
 */
export async function finishRun(
  database: Client,
  at: AttemptId,
  completion: TimedCompletion,
): Promise<boolean> {
  const { status, time, startedAt = time } = completion;
  const from = RUN_STATUSES.filter((before) => canTransition(before, status));
  const results = (completion.nodeResults ?? []).map((result) => exactJson.stringify(result));
  const outputs = completion.outputs.map(({ nodeId, key, format, bytes, rows }) => ({
    node_id: storableText(nodeId),
    key,
    format,
    bytes,
    rows,
  }));
  const message = completion.errorMessage === null ? null : storableText(completion.errorMessage);
  // Raw: five tables and a notification in one statement, so that exactly one completion wins.
  const sql = Prisma.sql`
    WITH run AS (
      UPDATE runs
      SET status = ${status}, error_message = ${message},
          output_location = ${completion.outputLocation === null ? null : storableText(completion.outputLocation)},
          logs = ${storedLogs(completion)},
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
    ), entries AS (
      DELETE FROM run_outbox USING run WHERE run_outbox.run_id = run.id AND run_outbox.action = 'start'
    )
    SELECT count(*)::int AS finished,
           count(CASE WHEN ${completion.isPublished ?? false} THEN pg_notify(${RUN_ENDED_CHANNEL}, id)::text END) AS published
    FROM run`;
  const [row] = await queryRows(database, z.object({ finished: z.int() }), sql);
  return row?.finished === 1;
}

/** Keeps a run from being finished by others until the transaction ends. */
export async function lockRun(transaction: Prisma.TransactionClient, runId: string): Promise<void> {
  // Raw: a row lock.
  await transaction.$queryRaw`SELECT id FROM runs WHERE id = ${runId} FOR UPDATE`;
}

/** Appends entries to the log of a run, in the transaction that finished it. */
export async function appendLogs(
  transaction: Prisma.TransactionClient,
  runId: string,
  entries: readonly LogEntry[],
): Promise<void> {
  // Raw: it appends to the stored text without reading it.
  await transaction.$executeRaw`
    UPDATE runs SET logs = ${concatenated(Prisma.sql`logs`, Prisma.sql`${exactJson.stringify(entries)}`)}
    WHERE id = ${runId}`;
}

/**
 * The stored log names the dataset versions that the run read. The runner logs them for a success; for
 * other runs, whose runner may be dead, the row has them.
 */
function storedLogs({ status, logs }: RunCompletion): Prisma.Sql {
  const own = Prisma.sql`${exactJson.stringify(logs)}`;
  if (status === 'success') return own;
  const entry = Prisma.sql`json_build_array(json_build_object(
    'level', 'info', 'message', ${VERSIONS_MESSAGE}::text, 'versions', input_datasets::json))`;
  return Prisma.sql`
    CASE WHEN COALESCE(json_array_length(input_datasets::json), 0) = 0 THEN ${own} ELSE ${concatenated(own, entry)} END`;
}

/** Concatenates two JSON arrays, as text. `json`, because `jsonb` rejects NUL, which messages can contain. */
function concatenated(first: Prisma.Sql, second: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT json_agg(entry ORDER BY part, place)::text FROM (
      SELECT 1 AS part, * FROM json_array_elements(${first}::json) WITH ORDINALITY AS item(entry, place)
      UNION ALL
      SELECT 2, * FROM json_array_elements(${second}::json) WITH ORDINALITY AS item(entry, place)
    ) AS items)`;
}
