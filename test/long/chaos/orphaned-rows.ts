import type { Client } from 'pg';

/** Queries for rows that the database of an idle service must not have. */
const ORPHANED_ROWS = {
  'unfinished runs': `SELECT id FROM runs WHERE status IN ('pending', 'running')`,
  'outbox entries': 'SELECT run_id AS id FROM run_outbox',
  'keys without a run': `SELECT key AS id FROM idempotency_keys
    WHERE NOT EXISTS (SELECT FROM runs WHERE runs.id = run_id)`,
  'outputs of unsuccessful runs': `SELECT run_id AS id FROM run_outputs
    JOIN runs ON runs.id = run_id WHERE status <> 'success'`,
  'successful runs without an output': `SELECT id FROM runs
    WHERE status = 'success' AND (SELECT count(*) FROM run_outputs WHERE run_id = id) <> 1`,
} as const;

/** Describes each kind of orphaned rows in a line. */
export async function orphanedRows(client: Client): Promise<string[]> {
  const found: string[] = [];
  for (const [what, sql] of Object.entries(ORPHANED_ROWS)) {
    const { rows } = await client.query<{ id: string }>(sql);
    if (rows.length > 0) found.push(`${what}: ${rows.map(({ id }) => id).join(', ')}`);
  }
  return found;
}

/** Returns the ids of all runs. */
export async function knownRuns(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM runs');
  return new Set(rows.map(({ id }) => id));
}
