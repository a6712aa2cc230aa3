import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pl from '../../runner/engines/polars/pinned/library.ts';
import { areSameFiles, readTable, type ReadTable } from './table-file.ts';

let folder: string;
let written = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-table-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function file(cells: readonly unknown[], type: pl.DataType, name = 'a'): ReadTable {
  const path = join(folder, `${written++}.parquet`);
  const frame = pl.DataFrame({ a: pl.Series('a', [...cells], type) });
  frame.columns = [name];
  frame.writeParquet(path);
  return readTable(path);
}

describe('tables of two files', () => {
  it.each([
    ['integers', [1, null, 2 ** 53], pl.Int64],
    ['floats', [0, -0, null, Infinity, -Infinity, 0.1], pl.Float64],
    ['texts', ['', 'a', null], pl.String],
    ['no rows', [], pl.Int64],
  ])('are the same when each cell is, nulls included: %s', (_title, cells, type) => {
    expect(areSameFiles(file(cells, type), file(cells, type))).toBe(true);
  });

  it.each([
    ['0 and -0', file.bind(null, [1, 0], pl.Float64), file.bind(null, [1, -0], pl.Float64)],
    ['a NaN', file.bind(null, [NaN], pl.Float64), file.bind(null, [NaN], pl.Float64)],
    ['a null and a value', file.bind(null, [null], pl.Int64), file.bind(null, [0], pl.Int64)],
    ['another order', file.bind(null, [1, 2], pl.Int64), file.bind(null, [2, 1], pl.Int64)],
    ['more rows', file.bind(null, [1], pl.Int64), file.bind(null, [1, 1], pl.Int64)],
    ['another type', file.bind(null, [1], pl.Int64), file.bind(null, [1], pl.Float64)],
    ['another name', file.bind(null, [1], pl.Int64), file.bind(null, [1], pl.Int64, 'b')],
  ])('differ for %s', (_title, one, other) => {
    expect(areSameFiles(one(), other())).toBe(false);
  });

  it('are not known to be the same when one is no file', () => {
    const { columns, rows } = file([1], pl.Int64);
    expect(areSameFiles({ columns, rows }, file([1], pl.Int64))).toBe(false);
  });
});
