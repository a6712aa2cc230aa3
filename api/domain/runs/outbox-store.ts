import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText, queryRows } from '../../../prisma/query-rows.ts';
import type { ComputeResources } from '../../../runner/domain/compute-resources.ts';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { RUN_STATUSES, RUN_TRIGGERS } from '../../../runner/domain/run-status.ts';
import { graphWithRuntime, neededRuntime } from './needed-runtime.ts';

const outboxRow = z.object({
  runId: z.string(),
  action: z.enum(['start', 'cancel']),
  /** How often it was claimed, this claim included. */
  attempts: z.number(),
  /** Since it was written, in seconds. */
  age: z.number(),
  /** For how many seconds the cluster has rejected it continuously; null: it has not. */
  rejectedFor: z.number().nullable(),
  status: z.enum(RUN_STATUSES),
  flowId: z.string(),
  projectId: z.string(),
  engine: z.enum(ENGINES),
  trigger: z.enum(RUN_TRIGGERS),
  scheduleId: z.string().nullable(),
  scheduledFor: z.date().nullable(),
  timeoutSeconds: z.number(),
  resources: jsonText<ComputeResources>().nullable(),
  traceparent: z.string().nullable(),
  runtime: neededRuntime,
});
/** A start or cancellation of a run to dispatch to the cluster, with what that needs. */
export type OutboxEntry = Readonly<z.output<typeof outboxRow>>;

/**
 * Claims entries that are due, the oldest first. An entry that is not removed is due again after a backoff
 * of one second, doubling up to ten: no lock outlives the statement. `statement_timestamp()` is constant,
 * so that an index finds the entries.
 */
export async function claimDueEntries(database: Database, limit: number): Promise<OutboxEntry[]> {
  // Raw: SKIP LOCKED, and the database's clock.
  const sql = Prisma.sql`
    WITH due AS (
      SELECT id FROM run_outbox WHERE due_at <= statement_timestamp()
      ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE run_outbox AS entry
      SET attempts = entry.attempts + 1,
          due_at = clock_timestamp() + LEAST(10, 2 ^ LEAST(entry.attempts, 4)) * interval '1 second'
      FROM due WHERE entry.id = due.id
      RETURNING entry.id, entry.run_id, entry.action, entry.attempts, entry.created_at,
                entry.rejected_since
    )
    SELECT claimed.run_id AS "runId", claimed.action, claimed.attempts,
           EXTRACT(EPOCH FROM clock_timestamp() - claimed.created_at)::float8 AS age,
           EXTRACT(EPOCH FROM clock_timestamp() - claimed.rejected_since)::float8 AS "rejectedFor",
           runs.status, runs.flow_id AS "flowId", flows.project_id AS "projectId", runs.engine, runs.trigger,
           runs.schedule_id AS "scheduleId", runs.scheduled_for AS "scheduledFor",
           runs.timeout_seconds AS "timeoutSeconds", runs.resources, runs.traceparent,
           ${graphWithRuntime(Prisma.sql`runs.graph_snapshot`)} AS runtime
    FROM claimed JOIN runs ON runs.id = claimed.run_id JOIN flows ON flows.id = runs.flow_id
    ORDER BY claimed.id`;
  return await queryRows(database, outboxRow, sql);
}

/** Enqueues the cancellation of a run. @returns false when the run has finished or does not exist */
export async function enqueueCancel(database: Database, runId: string): Promise<boolean> {
  // Raw: a check and an insert in one statement, by the database's clock.
  const sql = Prisma.sql`
    WITH run AS (
      SELECT id FROM runs WHERE id = ${runId} AND status IN ('pending', 'running')
    ), entry AS (
      INSERT INTO run_outbox (run_id, action, due_at)
      SELECT run.id, 'cancel', clock_timestamp() + interval '2 seconds' FROM run
      WHERE NOT EXISTS (SELECT FROM run_outbox WHERE run_id = run.id AND action = 'cancel')
    )
    SELECT id FROM run`;
  const rows = await queryRows(database, z.object({ id: z.string() }), sql);
  return rows.length > 0;
}

/** Whether a run has an entry for an action. */
export async function hasEntry(
  database: Database,
  runId: string,
  action: OutboxEntry['action'],
): Promise<boolean> {
  return (await database.runOutbox.count({ where: { runId, action } })) > 0;
}

/** Removes the entries of a run for an action. @returns false when there was none */
export async function removeEntry(
  database: Database,
  runId: string,
  action: OutboxEntry['action'],
): Promise<boolean> {
  const { count } = await database.runOutbox.deleteMany({ where: { runId, action } });
  return count > 0;
}

/** Records whether the cluster rejected the start of a run. Any other result resets `rejectedSince`. */
export async function recordRejection(
  database: Database,
  runId: string,
  isRejected: boolean,
): Promise<void> {
  // Raw: the database's clock.
  await database.$executeRaw`
    UPDATE run_outbox
    SET rejected_since = CASE WHEN ${isRejected} THEN COALESCE(rejected_since, clock_timestamp()) END
    WHERE run_id = ${runId} AND action = 'start'
      AND (rejected_since IS NULL) = ${isRejected}`;
}
