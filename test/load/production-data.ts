import type { Client } from 'pg';
import { until } from '../support/until.ts';

/** Numbers of rows. */
export const RUNS = 100_000;
export const DATASETS = 2_000;
export const FLOWS = 1_000;
export const SCHEDULES = 500;
export const DELETED_DATASETS = DATASETS / 10;
export const PROJECTS = 20;
/** Runs of flow f1. */
export const RUNS_OF_LARGEST_FLOW = 5_000;
/** Runs that were in progress when their process was killed. */
export const INTERRUPTED = 250;
/** Number of the only cancelled run, of flow f20 in project p1. */
const CANCELLED = 50_019;

const GRAPH = JSON.stringify({
  nodes: [
    { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'D', format: 'csv' } } },
    { id: 'keep', type: 'filterRows', data: { config: { column: 'a', operator: '>', value: 1 } } },
    { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
  ],
  edges: [
    { source: 'in', target: 'keep' },
    { source: 'keep', target: 'out' },
  ],
});
const LOGS = JSON.stringify([
  { timestamp: '2026-01-01T00:00:00.000Z', level: 'info', message: 'The run has ended.' },
]);
const RESULT = JSON.stringify({
  node_id: 'keep',
  label: 'keep',
  status: 'success',
  rows: 10,
  duration_ms: 1,
  columns: ['a'],
  column_types: ['integer'],
  sample: [{ a: 1 }],
});
const COLUMNS = JSON.stringify([{ name: 'a', type: 'integer' }]);
const PROFILE = JSON.stringify([
  { name: 'a', dtype: 'integer', null_count: 0, null_pct: 0, distinct: 1, scanned: 9, total: 9 },
]);
const SAMPLE = JSON.stringify(Array.from({ length: 100 }, (_, a) => ({ a })));

/**
 * The data of a service after some months: flow f1 has a twentieth of the runs, the newest run is r100000,
 * every tenth dataset is deleted, some runs are interrupted, and one is cancelled.
 */
const STATEMENTS: readonly string[] = [
  // Skips foreign keys and triggers, since the data is consistent.
  `SET session_replication_role = replica`,
  `INSERT INTO projects (id, name, name_key, color, is_default)
   SELECT 'p' || i, 'p' || i, 'p' || i, 'violet', i = 1 FROM generate_series(1, ${PROJECTS}) AS i`,
  `INSERT INTO datasets (id, project_id, name, name_key, source_type, dataset_kind, latest_version,
                         created_at, deleted_at, is_disabled)
   SELECT 'd' || i, 'p' || (i % ${PROJECTS} + 1), 'd' || i, 'd' || i, 'csv', 'input', 2,
          now() - i * interval '1 hour',
          CASE WHEN i % 10 = 0 THEN now() - interval '60 days' END, i % 10 = 0
   FROM generate_series(1, ${DATASETS}) AS i`,
  `INSERT INTO dataset_versions (id, dataset_id, version_number, row_count, column_schema,
                                 column_profile, data_sample, source_key, data_key, bytes)
   SELECT 'v' || i || '-' || version, 'd' || i, version, 100, '${COLUMNS}', '${PROFILE}', '${SAMPLE}',
          's' || i, 'd' || i, 1
   FROM generate_series(1, ${DATASETS}) AS i, generate_series(1, 2) AS version`,
  `INSERT INTO flows (id, project_id, name, graph_json, created_at, updated_at)
   SELECT 'f' || i, 'p' || (i % ${PROJECTS} + 1), 'f' || i,
          replace('${GRAPH}', '"D"', '"d' || i || '"'),
          now() - i * interval '1 hour', now() - i * interval '1 hour'
   FROM generate_series(1, ${FLOWS}) AS i`,
  `INSERT INTO flow_inputs (flow_id, dataset_id)
   SELECT 'f' || i, 'd' || i FROM generate_series(1, ${FLOWS}) AS i`,
  `INSERT INTO schedules (id, flow_id, cron, next_run_at, last_run_id, last_status, created_at)
   SELECT 's' || i, 'f' || i, '0 5 * * *', now() + interval '300 days', 'r' || i, 'success',
          now() - i * interval '1 hour'
   FROM generate_series(1, ${SCHEDULES}) AS i`,
  `INSERT INTO missed_slots (schedule_id, slot, reason)
   SELECT 's' || i, now() - slot * interval '1 day', 'no_scheduler'
   FROM generate_series(1, ${SCHEDULES}) AS i, generate_series(1, 20) AS slot`,
  `INSERT INTO runs (id, flow_id, input_dataset_id, status, engine, trigger, schedule_id, started_at,
                     finished_at, created_at, logs, graph_snapshot, executed_by, input_datasets)
   SELECT 'r' || i, 'f' || flow, 'd' || flow,
          CASE WHEN is_interrupted THEN 'running' WHEN i = ${CANCELLED} THEN 'cancelled' WHEN i % 7 = 0 THEN 'failed' ELSE 'success' END,
          'polars', CASE WHEN i % 2 = 0 AND flow <= ${SCHEDULES} THEN 'schedule' ELSE 'manual' END,
          CASE WHEN i % 2 = 0 AND flow <= ${SCHEDULES} THEN 's' || flow END,
          created, CASE WHEN NOT is_interrupted THEN created + interval '1 second' END, created,
          '${LOGS}', '${GRAPH}', 'a process that was killed',
          json_build_array(json_build_object('dataset_id', 'd' || flow, 'version_number', 1,
                                             'dataset_name', 'd' || flow))::text
   FROM (SELECT i, CASE WHEN i % ${RUNS / RUNS_OF_LARGEST_FLOW} = 0 THEN 1 ELSE i % ${FLOWS} + 1 END AS flow,
                now() - (${RUNS} - i) * interval '1 minute' AS created,
                i % ${RUNS / INTERRUPTED} = 7 AS is_interrupted
         FROM generate_series(1, ${RUNS}) AS i) AS run`,
  `INSERT INTO run_attempts (run_id, number, started_at, finished_at)
   SELECT id, 1, started_at, finished_at FROM runs`,
  `INSERT INTO run_inputs (run_id, dataset_id, version_number) SELECT id, input_dataset_id, 1 FROM runs`,
  `INSERT INTO run_outputs (run_id, node_id, key, format, bytes, rows)
   SELECT id, 'out', 'runs/' || id || '/attempts/1/outputs/out.csv', 'csv', 1, 1 FROM runs`,
  `INSERT INTO node_results (run_id, position, result_json)
   SELECT id, 0, '${RESULT}' FROM runs WHERE finished_at IS NOT NULL`,
  `INSERT INTO idempotency_keys (flow_id, key, run_id)
   SELECT flow_id, 'key ' || id, id FROM runs WHERE trigger = 'schedule'`,
  `SET session_replication_role = origin`,
];

/** Fills a migrated database, and leaves it as autovacuum does. */
export async function buildProductionData(client: Client): Promise<void> {
  for (const statement of STATEMENTS) await client.query(statement);
  // A concurrent snapshot keeps VACUUM from marking pages, and the planner then avoids index-only scans.
  await until(async () => {
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query<{ relname: string }>(
      `SELECT relname FROM pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relallvisible < relpages`,
    );
    return rows.length === 0;
  });
}
