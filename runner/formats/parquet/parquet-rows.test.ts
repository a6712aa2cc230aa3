import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pl from 'nodejs-polars';
import polars from '../../engines/polars/pinned/library.ts';
import { parquetRows } from './parquet-rows.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-rows-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const numbers = (rows: number): pl.DataFrame =>
  polars.DataFrame([polars.Series('n', new Float64Array(rows))]);

it.each([0, 1, 63, 64, 8_191, 8_192, 300_000])('counts %d rows of a file', (rows) => {
  const file = path.join(folder, 'rows.parquet');
  numbers(rows).lazy().sinkParquet(file).collectSync();
  expect(parquetRows(file)).toBe(rows);
});

it('counts the rows of several groups of a table with many columns of all types', () => {
  const file = path.join(folder, 'wide.parquet');
  const cells = polars.col('n');
  const columns = Array.from({ length: 200 }, (_, at) => {
    const type = [polars.Int64, polars.String, polars.Bool, polars.Datetime('us')][at % 4];
    return (type === undefined ? cells : cells.cast(polars.Int64).cast(type)).alias(`c ${at} ü`);
  });
  const list = polars.col('n').cast(polars.String).str.split('0').alias('list');
  numbers(1_000)
    .lazy()
    .select(...columns, list)
    .sinkParquet(file, { rowGroupSize: 100 })
    .collectSync();
  expect(parquetRows(file)).toBe(1_000);
});

it('rejects damaged metadata', () => {
  const file = path.join(folder, 'rows.parquet');
  numbers(10).lazy().sinkParquet(file).collectSync();
  const bytes = readFileSync(file);
  const end = bytes.length - 8;
  writeFileSync(file, bytes.fill(0xff, end - bytes.readUInt32LE(end), end));
  expect(() => parquetRows(file)).toThrow('out of range');
});
