import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ColumnType } from '../../domain/column.ts';
import type { FileFormat } from '../../domain/file-format.ts';
import pl from '../../engines/polars/pinned/library.ts';
import { losesValues } from './lost-values.ts';
import { writeFrame } from './write-frame.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lost-values-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Of a table with one column, in that order of rows. */
async function loses(format: FileFormat, type: ColumnType, series: pl.Series): Promise<boolean> {
  const columns = [
    { name: 'id', type: 'integer' as const },
    { name: series.name, type },
  ];
  const id = pl.Series(
    'id',
    series.toArray().map((_, row) => row),
    pl.Int64,
  );
  const file = path.join(folder, 'copy.parquet');
  await writeFrame(pl.DataFrame([id, series]).lazy(), columns, 'columnar', file);
  return await losesValues(pl, file, { columns, format });
}

const texts = (...values: (string | null)[]): pl.Series => pl.Series('value', values, pl.Utf8);
const floats = (...values: (number | null)[]): pl.Series => pl.Series('value', values, pl.Float64);
const moments = (...microseconds: string[]): pl.Series =>
  texts(...microseconds)
    .cast(pl.Int64)
    .cast(pl.Datetime('us'))
    .rename('value');

describe('a file of a table', () => {
  it.each([
    ['csv', 'string', texts('a', null, '')],
    ['tsv', 'string', texts('')],
    ['excel', 'string', texts('', 'a')],
    ['excel', 'string', texts('a\r\nb')],
    ['excel', 'string', texts('\0')],
    ['excel', 'float', floats(1, Infinity)],
    ['json', 'float', floats(null, -Infinity)],
    ['jsonl', 'float', floats(Infinity)],
    ['excel', 'datetime', moments('1704153600000000', '1704153600123456')],
    ['excel', 'datetime', moments('253402214400000001')],
    ['text', 'string', texts('a')],
  ] as const)(
    'of the format %s has other values in a column of the type %s',
    async (format, type, series) => {
      expect(await loses(format, type, series)).toBe(true);
    },
  );

  it.each([
    ['csv', 'string', texts('a', null)],
    ['csv', 'float', floats(Infinity, 1.5)],
    ['json', 'string', texts('')],
    ['json', 'float', floats(1.5, null)],
    ['jsonl', 'datetime', moments('1704153600123456')],
    ['excel', 'datetime', moments('1704153600123000')],
    ['parquet', 'float', floats(Infinity)],
    ['parquet', 'string', texts('')],
  ] as const)(
    'of the format %s has its values in a column of the type %s',
    async (format, type, series) => {
      expect(await loses(format, type, series)).toBe(false);
    },
  );

  it('of Excel has a row less when the last one has no value', async () => {
    const columns = [{ name: 'a', type: 'string' as const }];
    const file = path.join(folder, 'blank.parquet');
    const ends = async (...values: (string | null)[]): Promise<boolean> => {
      const frame = pl.DataFrame([pl.Series('a', values, pl.Utf8)]);
      await writeFrame(frame.lazy(), columns, 'columnar', file);
      return await losesValues(pl, file, { columns, format: 'excel' });
    };
    expect([await ends('x', null), await ends(null, 'x'), await ends()]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
