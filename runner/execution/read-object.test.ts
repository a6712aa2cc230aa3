import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { JobConnections } from '../connectors/job-connections.ts';
import type { Connection } from '../domain/connection.ts';
import polars from '../engines/polars/pinned/library.ts';
import { PARQUET_SCAN_OPTIONS } from '../formats/parquet-scan-options.ts';
import type { ColumnarFile, EngineAdapter } from '../engine-adapters/engine-adapter.ts';
import { readObject } from './read-object.ts';

let root: string;
let folder: string;
let scratch: string;
let connections: JobConnections;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'millrace-read-'));
  [folder, scratch] = [path.join(root, 'data'), path.join(root, 'scratch')];
  await mkdir(folder);
  await mkdir(scratch);
  const none = { host: null, port: null, username: null, secret: null, options: null };
  const local: Connection = { id: 'c', name: 'L', provider: 'local', database: folder, ...none };
  connections = new JobConnections([local]);
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function put(name: string, rows: readonly (number | string)[]): Promise<void> {
  await writeFile(path.join(folder, name), `n\n${rows.join('\n')}\n`);
}

/** Reads as far as the file that an engine gets. */
async function read(pattern: string): Promise<ColumnarFile> {
  const engine = { readFile: (file: ColumnarFile) => Promise.resolve(file) };
  const { frame } = await readObject(
    engine as unknown as EngineAdapter<ColumnarFile>,
    {
      op: 'discoveredObject',
      connectionId: 'c',
      path: pattern,
      format: 'csv',
      hasPartitions: false,
      options: {},
    },
    { connections, scratch, maxSourceRows: null },
  );
  return frame;
}

it('keeps the rows of a pattern in the order of the paths, whatever their number and sizes', async () => {
  const sizes = [2_200_000, 1, 30_000, ...Array.from({ length: 220 }, () => 3), 10_000];
  for (const [place, size] of sizes.entries()) {
    const rows = Array.from({ length: size }, () => place);
    await put(`${String(place).padStart(3, '0')}.csv`, rows);
  }
  const file = await read('*.csv');
  const frame = await polars.scanParquet(file.path, PARQUET_SCAN_OPTIONS).collect();
  const places = frame.getColumn('n').toArray() as number[];
  expect(places).toHaveLength(sizes.reduce((sum, size) => sum + size));
  expect(places.every((place, row) => row === 0 || place >= (places[row - 1] ?? 0))).toBe(true);
  expect(await readdir(scratch)).toEqual([path.basename(file.path)]);
});

it('names the first object that cannot be read in the order of the paths, and leaves no file', async () => {
  for (const name of ['00', '01', '03', '05', '06', '07', '08', '09']) {
    await put(`${name}.csv`, [1]);
  }
  // It takes longer to find the mistake of this one than that of the next.
  await put('02.csv', [...Array.from({ length: 1_000_000 }, () => 1), '1,2']);
  await put('04.csv', ['1,2']);
  await expect(read('*.csv')).rejects.toThrow(/^02\.csv/);
  expect(await readdir(scratch)).toEqual([]);
});
