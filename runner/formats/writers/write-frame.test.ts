import { readFile, stat } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import pl from '../../engines/polars/pinned/library.ts';
import { FILE_FORMATS } from '../../domain/file-format.ts';
import { columnsOf } from '../../engines/polars/column-types.ts';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';
import { writeFrame, type WrittenFile } from './write-frame.ts';

const text = (name: string, values: (string | null)[]): pl.Series =>
  pl.Series(name, values, pl.String);
const integer = (name: string, values: (string | null)[]): pl.Series =>
  text(name, values).cast(pl.Int64).rename(name);
const datetime = (name: string, values: (string | null)[]): pl.Series =>
  integer(name, values).cast(pl.Datetime('us')).rename(name);

const table = pl.DataFrame([
  integer('i', ['9223372036854775807', null, '-1']),
  pl.Series('f', [1.5, 2, null], pl.Float64),
  pl.Series('b', [true, null, false], pl.Bool),
  datetime('t', ['1704153600000000', '1704153600120000', '1704153600123456']),
  text('s "x"', ['a,"b"\n', '', null]),
]);

describe('writeFrame', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  async function write(
    frame: pl.DataFrame,
    format: (typeof FILE_FORMATS)[number],
  ): Promise<WrittenFile & { content: Buffer }> {
    const path = bench.path(`out.${format}`);
    const written = await writeFrame(frame.lazy(), columnsOf(frame), format, path);
    return { ...written, content: await readFile(path) };
  }

  it('writes CSV with ISO datetimes, exact integers, floats with a point, empty nulls', async () => {
    const { content, rows, bytes } = await write(table, 'csv');
    expect(content.toString()).toBe(
      'i,f,b,t,"s ""x"""\n' +
        '9223372036854775807,1.5,true,2024-01-02T00:00:00,"a,""b""\n"\n' +
        ',2.0,,2024-01-02T00:00:00.120,""\n' +
        '-1,,false,2024-01-02T00:00:00.123456,\n',
    );
    expect([rows, bytes]).toEqual([3, content.length]);
  });

  it('writes TSV like CSV with tabs', async () => {
    const { content, rows } = await write(table.select('i', 'f'), 'tsv');
    expect(content.toString()).toBe('i\tf\n9223372036854775807\t1.5\n\t2.0\n-1\t\n');
    expect(rows).toBe(3);
  });

  it('writes text with tabs and no header, and a single column as plain lines', async () => {
    const several = await write(table.select('i', 'b'), 'text');
    expect(several.content.toString()).toBe('9223372036854775807\ttrue\n\t\n-1\tfalse\n');
    expect(several.rows).toBe(3);
    const lines = await write(pl.DataFrame([text('text', ['say "hi"', '', 'a\tb'])]), 'text');
    expect(lines.content.toString()).toBe('say "hi"\n\na\tb\n');
    expect(lines.rows).toBe(3);
  });

  it('writes JSON on one line, and JSON lines with a record per line', async () => {
    const records = [
      '{"i":9223372036854775807,"f":1.5,"b":true,"t":"2024-01-02T00:00:00","s \\"x\\"":"a,\\"b\\"\\n"}',
      '{"i":null,"f":2.0,"b":null,"t":"2024-01-02T00:00:00.120","s \\"x\\"":""}',
      '{"i":-1,"f":null,"b":false,"t":"2024-01-02T00:00:00.123456","s \\"x\\"":null}',
    ];
    const array = await write(table, 'json');
    expect(array.content.toString()).toBe(`[${records.join(',')}]`);
    const lines = await write(table, 'jsonl');
    expect(lines.content.toString()).toBe(records.map((record) => `${record}\n`).join(''));
    expect([array.rows, lines.rows]).toEqual([3, 3]);
  });

  it.each(['*', '^n.*$'])('writes ISO datetimes to JSON in a column named %s', async (name) => {
    const frame = pl.DataFrame([
      datetime(name, ['1704153600120000', null]),
      pl.Series('note', ['x', 'y']),
    ]);
    const { content } = await write(frame, 'jsonl');
    expect(content.toString()).toBe(
      `{"${name}":"2024-01-02T00:00:00.120","note":"x"}\n{"${name}":null,"note":"y"}\n`,
    );
  });

  it('writes infinities to JSON as null', async () => {
    const { content } = await write(
      pl.DataFrame([pl.Series('f', [Infinity, 1], pl.Float64)]),
      'json',
    );
    expect(content.toString()).toBe('[{"f":null},{"f":1.0}]');
  });

  it('writes Parquet that another reader reads unchanged', async () => {
    const { rows } = await write(table, 'parquet');
    const file = await asyncBufferFromFile(bench.path('out.parquet'));
    const records = await parquetReadObjects({ file });
    expect(rows).toBe(3);
    expect(records[0]).toEqual({
      i: 9223372036854775807n,
      f: 1.5,
      b: true,
      t: new Date('2024-01-02T00:00:00Z'),
      's "x"': 'a,"b"\n',
    });
    expect(records[1]).toMatchObject({ i: null, f: 2, b: null, 's "x"': '' });
  });

  it('writes Excel with typed cells, date cells and long integers as text', async () => {
    const { content, rows } = await write(table, 'excel');
    const sheet = Object.values(read(content, { cellDates: true, UTC: true }).Sheets)[0]!;
    expect(rows).toBe(3);
    expect(utils.sheet_to_json(sheet, { header: 1, UTC: true, raw: true }).slice(0, 2)).toEqual([
      ['i', 'f', 'b', 't', 's "x"'],
      ['9223372036854775807', 1.5, true, new Date('2024-01-02T00:00:00Z'), 'a,"b"\n'],
    ]);
  });

  it('writes datetimes to Excel that it does not have as text, and the others as dates', async () => {
    const micros = (iso: string): string => `${Date.parse(`${iso}Z`)}`;
    const moments = [
      `${micros('9999-12-31T23:59:59.999')}999`,
      `${micros('9999-12-31T00:00:00.000')}000`,
      `${micros('1900-02-28T00:00:00.000')}000`,
    ];
    const { content } = await write(pl.DataFrame([datetime('t', moments)]), 'excel');
    const sheet = Object.values(read(content, { cellDates: true, UTC: true }).Sheets)[0]!;
    expect(utils.sheet_to_json(sheet, { header: 1, UTC: true, raw: true })).toEqual([
      ['t'],
      ['9999-12-31T23:59:59.999999'],
      [new Date('9999-12-31T00:00:00Z')],
      ['1900-02-28T00:00:00'],
    ]);
  });

  it('writes texts to Excel that look like escaped characters', async () => {
    const escaped = '_x0042_ _X00e4_ _x_ &lt; &amp;lt;';
    const { content } = await write(pl.DataFrame([text('_x0041_', [escaped])]), 'excel');
    const sheet = Object.values(read(content).Sheets)[0]!;
    expect(utils.sheet_to_json(sheet)).toEqual([{ _x0041_: escaped }]);
  });

  it('rejects data that exceeds an Excel sheet and names it', async () => {
    const tall = pl.DataFrame([pl.Series('a', new Float64Array(1_048_576))]);
    await expect(write(tall, 'excel')).rejects.toThrow(/at most 1048575 rows/);
    const wide = pl.DataFrame([text('note', ['x'.repeat(32_768)])]);
    await expect(write(wide, 'excel')).rejects.toThrow(
      /Column "note" has a text of 32768 characters/,
    );
  });

  it.each(FILE_FORMATS)('writes %s for a table without rows', async (format) => {
    const { rows, bytes } = await write(table.head(0), format);
    expect(rows).toBe(0);
    expect((await stat(bench.path(`out.${format}`))).size).toBe(bytes);
  });

  it('overwrites an existing file', async () => {
    await write(table, 'json');
    expect((await write(table.head(0), 'json')).content.toString()).toBe('[]');
  });
});
