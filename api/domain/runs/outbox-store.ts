import type { Database } from '../../../prisma/client.ts';
import type { ComputeResources } from '../../../runner/domain/compute-resources.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import type { RunStatus, RunTrigger } from '../../../runner/domain/run-status.ts';

/** A note that a run is to be started or cancelled elsewhere, with what that takes. */
export interface OutboxEntry {
  readonly runId: string;
  readonly action: 'start' | 'cancel';
  /** How often it was taken up, this time included. */
  readonly attempts: number;
  readonly createdAt: Date;
  /** Since when the cluster rejects it without a break, by the database's clock. */
  readonly rejectedSince: Date | null;
  readonly status: RunStatus;
  readonly flowId: string;
  readonly projectId: string;
  readonly engine: Engine;
  readonly trigger: RunTrigger;
  readonly scheduleId: string | null;
  readonly scheduledFor: Date | null;
  readonly timeoutSeconds: number;
  readonly resources: ComputeResources | null;
  readonly traceparent: string | null;
}

type OutboxRow = Omit<OutboxEntry, 'resources'> & { readonly resources: string | null };

/**
 * Takes up notes that are due, the oldest first. Each is due again after a pause that grows from one
 * second to ten, unless it is removed before: no lock outlives the statement. An index finds them, which
 * takes a time that is the same for the whole statement.
 */
export async function claimDueEntries(database: Database, limit: number): Promise<OutboxEntry[]> {
  const rows = await database.$queryRaw<OutboxRow[]>`
    WITH due AS (
      SELECT id FROM run_outbox WHERE due_at <= statement_timestamp()
      ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE run_outbox AS note
      SET attempts = note.attempts + 1,
          due_at = clock_timestamp() + LEAST(10, 2 ^ LEAST(note.attempts, 4)) * interval '1 second'
      FROM due WHERE note.id = due.id
      RETURNING note.id, note.run_id, note.action, note.attempts, note.created_at,
                note.rejected_since
    )
    SELECT taken.run_id AS "runId", taken.action, taken.attempts, taken.created_at AS "createdAt",
           taken.rejected_since AS "rejectedSince",
           runs.status, runs.flow_id AS "flowId", flows.project_id AS "projectId", runs.engine, runs.trigger,
           runs.schedule_id AS "scheduleId", runs.scheduled_for AS "scheduledFor",
           runs.timeout_seconds AS "timeoutSeconds", runs.resources, runs.traceparent
    FROM taken JOIN runs ON runs.id = taken.run_id JOIN flows ON flows.id = runs.flow_id
    ORDER BY taken.id`;
  return rows.map(({ resources, ...entry }) => ({
    ...entry,
    resources: resources === null ? null : (JSON.parse(resources) as ComputeResources),
  }));
}

/** Notes that a run is to be cancelled. @returns false when it has ended, or there is none */
export async function enqueueCancel(database: Database, runId: string): Promise<boolean> {
  const [counted] = await database.$queryRaw<{ live: number }[]>`
    WITH run AS (
      SELECT id FROM runs WHERE id = ${runId} AND status IN ('pending', 'running')
    ), note AS (
      INSERT INTO run_outbox (run_id, action, due_at)
      SELECT run.id, 'cancel', clock_timestamp() + interval '2 seconds' FROM run
      WHERE NOT EXISTS (SELECT FROM run_outbox WHERE run_id = run.id AND action = 'cancel')
    )
    SELECT count(*)::int AS live FROM run`;
  return counted?.live === 1;
}

/** @returns whether there was such a note */
export async function removeEntry(
  database: Database,
  runId: string,
  action: OutboxEntry['action'],
): Promise<boolean> {
  const removed = await database.$executeRaw`
    DELETE FROM run_outbox WHERE run_id = ${runId} AND action = ${action}`;
  return removed > 0;
}

/** Keeps since when the cluster rejects the start of a run; another failure, or none, ends that time. */
export async function recordRejection(
  database: Database,
  runId: string,
  isRejected: boolean,
): Promise<void> {
  await database.$executeRaw`
    UPDATE run_outbox
    SET rejected_since = CASE WHEN ${isRejected} THEN COALESCE(rejected_since, clock_timestamp()) END
    WHERE run_id = ${runId} AND action = 'start'
      AND (rejected_since IS NULL) = ${isRejected}`;
}
