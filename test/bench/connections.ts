import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startEmbeddedPostgres } from '../../prisma/embedded.ts';
import { pythonEnvironment, type PythonPackages } from '../support/python-environment.ts';
import { measureRivals, type Cost } from './cost.ts';
import { writeOrders } from './data.ts';
import { chain } from './flows.ts';
import { BenchService } from './service.ts';
import { benchListing } from './listing.ts';
import type { Figure } from './statistics.ts';
import { UnmeasurableError } from './unmeasurable-error.ts';

const ROWS = 1_000_000;
const ROUNDS = 5;
const COLUMNS =
  'order_id bigint, customer text, amount double precision, quantity bigint, day text';
const BASELINES = path.join(import.meta.dirname, 'baselines');

const DRIVERS: PythonPackages = {
  title: 'polars and drivers of PostgreSQL',
  releases: [
    {
      oldestPython: 11,
      packages: [
        'polars==2.1.0',
        'pyarrow',
        'psycopg[binary]==3.3.9',
        'adbc-driver-postgresql==1.13.0',
      ],
    },
  ],
};

/** The databases and flows of the measurements. */
interface Prepared {
  /** The data folder of a stopped service. */
  readonly dataDir: string;
  readonly python: string;
  /** The address of the database. */
  readonly url: string;
  /** A million rows. */
  readonly csv: string;
  readonly scratch: string;
  readonly flows: {
    readonly read: string;
    readonly write: string;
    /** Filters and groups a million rows, and a table without rows. */
    readonly group: string;
    readonly groupNothing: string;
  };
}

/** A million rows of five columns from and to PostgreSQL, relative to scripts with Python's drivers; a list of objects. */
export async function benchConnections(scratch: string): Promise<readonly Figure[]> {
  const environment = await pythonEnvironment(DRIVERS);
  if (environment.kind === 'missing') throw new UnmeasurableError(environment.reason);
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(scratch, 'pg') });
  try {
    const prepared = await prepare(scratch, postgres.url, environment.python);
    return [
      ...(await readFigures(prepared)),
      await writeFigure(prepared),
      await groupFigure(prepared),
      await benchListing(),
    ];
  } finally {
    await postgres.stop();
  }
}

async function prepare(scratch: string, url: string, python: string): Promise<Prepared> {
  const csv = path.join(scratch, 'orders.csv');
  await writeOrders(csv, ROWS);
  await fill(url, csv);
  const dataDir = path.join(scratch, 'data');
  const service = await BenchService.start(dataDir);
  try {
    const connection = await service.createConnection(url);
    const dataset = await service.upload(csv);
    const flows = {
      read: await service.createFlow(readFlow(connection)),
      write: await service.createFlow(writeFlow(connection, dataset)),
      group: await service.createFlow(groupFlow(connection, 'orders')),
      groupNothing: await service.createFlow(groupFlow(connection, 'nothing')),
    };
    return { dataDir, python, url, csv, scratch, flows };
  } finally {
    await service.stop();
  }
}

async function fill(url: string, csv: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE TABLE orders (${COLUMNS})`);
    await client.query(`CREATE TABLE nothing (${COLUMNS})`);
    const copy = client.query(copyFrom('COPY orders FROM STDIN (FORMAT csv, HEADER)'));
    await pipeline(createReadStream(csv), copy);
    await client.query('VACUUM ANALYZE orders');
  } finally {
    await client.end();
  }
}

function readFlow(connection: string): object {
  return chain([
    ['in', 'sqlInput', { connection_id: connection, table: 'orders' }],
    ['out', 'fileOutput', { format: 'parquet' }],
  ]);
}

function writeFlow(connection: string, dataset: string): object {
  return chain([
    ['in', 'fileInput', { dataset_id: dataset, format: 'csv' }],
    ['out', 'sqlOutput', { connection_id: connection, table: 'written', if_exists: 'replace' }],
  ]);
}

function groupFlow(connection: string, table: string): object {
  const aggregations = { amount: 'sum', order_id: 'count' };
  return chain([
    ['in', 'sqlInput', { connection_id: connection, table }],
    ['large', 'filterRows', { column: 'amount', operator: '>', value: 100 }],
    ['per', 'groupByAggregate', { group_by: ['customer'], aggregations }],
    ['out', 'fileOutput', { format: 'parquet' }],
  ]);
}

async function rivals(
  { dataDir, python, url }: Prepared,
  flow: string,
  [script, ...rest]: readonly [script: string, ...rest: string[]],
): Promise<{ readonly ours: Cost; readonly script: Cost }> {
  const argv = [path.join(BASELINES, script), url, ...rest];
  return await measureRivals({ dataDir, flow, engine: 'polars', python, argv }, ROUNDS);
}

async function readFigures(prepared: Prepared): Promise<readonly Figure[]> {
  const to = path.join(prepared.scratch, 'baseline.parquet');
  const figures: Figure[] = [];
  for (const [name, script] of [
    ['COPY and polars', 'read_postgresql_copy.py'],
    ['ADBC and polars', 'read_postgresql_adbc.py'],
  ] as const) {
    const { ours, script: theirs } = await rivals(prepared, prepared.flows.read, [
      script,
      'orders',
      to,
    ]);
    figures.push(ratio(`read 1 M rows to Parquet: time over ${name}`, ours, theirs), {
      name: `read 1 M rows to Parquet: peak memory of the runner (${name}: ${theirs.peakMb} MB)`,
      value: ours.peakMb,
      unit: 'MB',
      bound: { kind: 'at most', value: 300 },
    });
  }
  return figures;
}

async function writeFigure(prepared: Prepared): Promise<Figure> {
  const { ours, script } = await rivals(prepared, prepared.flows.write, [
    'write_postgresql.py',
    'copied',
    prepared.csv,
  ]);
  return ratio('write 1 M rows of a CSV: time over COPY FROM', ours, script);
}

function ratio(name: string, ours: Cost, theirs: Cost): Figure {
  return {
    name: `${name} (${ours.seconds.toFixed(2)} s / ${theirs.seconds.toFixed(2)} s)`,
    value: ours.seconds / theirs.seconds,
    unit: '×',
    bound: { kind: 'at most', value: 1.2 },
  };
}

/** The run over a table without rows takes what a run takes besides the statement. */
async function groupFigure({ dataDir, python, url, flows }: Prepared): Promise<Figure> {
  const service = await BenchService.start(dataDir);
  try {
    const times = { group: Number.POSITIVE_INFINITY, groupNothing: Number.POSITIVE_INFINITY };
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of ['group', 'groupNothing'] as const) {
        times[name] = Math.min(times[name], await service.run(flows[name], 'polars'));
      }
    }
    const argv = [path.join(BASELINES, 'group_postgresql.py'), url, 'orders', String(ROUNDS)];
    const statement = Number(execFileSync(python, argv, { encoding: 'utf8' }));
    const ours = times.group - times.groupNothing;
    return {
      name: `filter and group 1 M rows in the database: time over the statement (${ours.toFixed(0)} ms / ${statement.toFixed(0)} ms, start ${times.groupNothing.toFixed(0)} ms)`,
      value: ours / statement,
      unit: '×',
      bound: { kind: 'at most', value: 1.2 },
    };
  } finally {
    await service.stop();
  }
}
