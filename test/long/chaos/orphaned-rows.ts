import type { Client } from 'pg';

/** Queries for rows that the database of an idle service must not have. */
const STRAY_ROWS = {
  'runs under way': `SELECT id FROM runs WHERE status IN ('pending', 'running')`,
  'notes to the executor': 'SELECT run_id AS id FROM run_outbox',
  'keys without a run': `SELECT key AS id FROM idempotency_keys
    WHERE NOT EXISTS (SELECT FROM runs WHERE runs.id = run_id)`,
  'outputs of runs that failed': `SELECT run_id AS id FROM run_outputs
    JOIN runs ON runs.id = run_id WHERE status <> 'success'`,
  'runs that went well without an output': `SELECT id FROM runs
    WHERE status = 'success' AND (SELECT count(*) FROM run_outputs WHERE run_id = id) <> 1`,
} as const;

/** Describes each kind of orphaned rows in a line. */
export async function strayRowsOf(client: Client): Promise<string[]> {
  const found: string[] = [];
  for (const [what, sql] of Object.entries(STRAY_ROWS)) {
    const { rows } = await client.query<{ id: string }>(sql);
    if (rows.length > 0) found.push(`${what}: ${rows.map(({ id }) => id).join(', ')}`);
  }
  return found;
}

/** The ids of all runs. */
export async function knownRuns(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM runs');
  return new Set(rows.map(({ id }) => id));
}
