import pl from '../../engines/polars/pinned/library.ts';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';
import type { FileFormat } from '../../domain/file-format.ts';
import { columnsOf } from '../../engines/polars/column-types.ts';
import { lossWarnings } from './loss-warnings.ts';
import { writeFrame } from './write-frame.ts';

let bench: IngestWorkspace;
beforeAll(async () => {
  bench = await IngestWorkspace.open();
});
afterAll(async () => {
  await bench.close();
});

/** Of a table with these columns, as the code, the column and the count. */
async function lossesOf(format: FileFormat, ...columns: pl.Series[]): Promise<unknown[]> {
  const frame = pl.DataFrame(columns);
  const file = bench.path(`lost.${format}`);
  const { lost } = await writeFrame(frame.lazy(), columnsOf(frame), format, file);
  return lost.map(({ code, column, count }) => [code, column, count]);
}

const texts = (...values: (string | null)[]): pl.Series => pl.Series('t', values, pl.Utf8);
const floats = (...values: (number | null)[]): pl.Series => pl.Series('f', values, pl.Float64);
const ids = (count: number): pl.Series =>
  pl.Series(
    'id',
    Array.from({ length: count }, (_, id) => id),
    pl.Int64,
  );
const moments = (...isos: string[]): pl.Series =>
  texts(
    ...isos.map((iso) => {
      const [seconds = '', digits = ''] = iso.split('.');
      return String(BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(digits.padEnd(6, '0')));
    }),
  )
    .cast(pl.Int64)
    .cast(pl.Datetime('us'))
    .rename('at');

describe('a written file counts', () => {
  it.each(['json', 'jsonl', 'excel'] as const)('the infinities that %s lacks', async (format) => {
    const lost = await lossesOf(format, ids(4), floats(Infinity, -Infinity, null, 1.5));
    expect(lost).toEqual([['lost_infinities', 'f', 2]]);
  });

  it('no infinities where a format has them, and no empty texts beside nulls', async () => {
    for (const format of ['csv', 'tsv', 'text', 'parquet'] as const) {
      expect(await lossesOf(format, floats(Infinity, null), texts('', null))).toEqual([]);
    }
  });

  it('microseconds of the dates of Excel, of any year, and none that are text there', async () => {
    const isos = [
      '2024-01-02T00:00:00.123456',
      '9999-12-31T00:00:00.000001',
      '9999-12-30T12:34:56.789',
      '1850-01-02T00:00:00.123456',
      '9999-12-31T23:59:59.999999',
    ];
    expect(await lossesOf('excel', moments(...isos))).toEqual([['lost_microseconds', 'at', 2]]);
    expect(await lossesOf('jsonl', moments(...isos))).toEqual([]);
  });

  it('control characters, texts that look as they are written, and NUL characters in Excel', async () => {
    const cells = ['a\r\nb', '\x01', '\ufffe', '_x0041_', 'a\nb', 'a\tb', '_x41_', '\0', null, ''];
    expect(await lossesOf('excel', texts(...cells))).toEqual([
      ['escaped_characters', 't', 4],
      ['nul_characters', 't', 1],
    ]);
  });

  it('the last rows without values in Excel, but not those above others', async () => {
    const some = await lossesOf('excel', texts(null, 'a', null, null), floats(null, 1, null, null));
    expect(some).toEqual([['blank_last_rows', null, 2]]);
    expect(await lossesOf('excel', texts(null, 'a'), ids(2))).toEqual([]);
    expect(await lossesOf('excel', texts(null, null))).toEqual([['blank_last_rows', null, 2]]);
    expect(await lossesOf('excel', texts())).toEqual([]);
  });

  it('texts of several lines in a text file of one column, which has no quotes', async () => {
    const lines = texts('a\nb', 'c\rd', 'e');
    expect(await lossesOf('text', lines)).toEqual([['cut_lines', 't', 2]]);
    expect(await lossesOf('text', lines, ids(3))).toEqual([]);
  });

  it.each(['csv', 'tsv', 'text'] as const)(
    'nulls in %s of one column that also has empty texts',
    async (format) => {
      expect(await lossesOf(format, texts('', null, null))).toEqual([['indistinct_nulls', 't', 2]]);
      expect(await lossesOf(format, texts('a', null))).toEqual([]);
      expect(await lossesOf(format, texts('', 'a'))).toEqual([]);
    },
  );
});

it('warns of twenty columns each and of the others together', () => {
  const lost = Array.from({ length: 23 }, (_, place) => {
    return { code: 'lost_infinities', column: `c${place}`, count: 2 } as const;
  });
  const warnings = lossWarnings(lost, 'excel');
  expect(warnings).toHaveLength(21);
  expect(warnings[0]).toBe(
    '2 values of "c0" are infinite, which Excel lacks, and null in the file: write CSV or Parquet, which keep them, or replace them before.',
  );
  expect(warnings.at(-1)).toContain('6 values of 3 other columns are infinite');
});

it('says of each loss what is lost and what to do', () => {
  const codes = [
    'lost_infinities',
    'lost_microseconds',
    'escaped_characters',
    'nul_characters',
    'cut_lines',
    'indistinct_nulls',
  ] as const;
  for (const code of codes) {
    const [one] = lossWarnings([{ code, column: 'c', count: 1 }], 'excel');
    expect(one).toMatch(/^1 (?:value|datetime|text|null) of "c" (?:is|has) .*: write .* or .*\.$/);
  }
  const [rows] = lossWarnings([{ code: 'blank_last_rows', column: null, count: 3 }], 'excel');
  expect(rows).toMatch(/^The last 3 rows have no values, .*: write CSV or Parquet/);
});
