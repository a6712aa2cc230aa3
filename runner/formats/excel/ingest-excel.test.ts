import { utils, write, type BookType, type CellObject } from '@e965/xlsx';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';

const DATE = 'yyyy-mm-dd';

function workbook(sheets: readonly [string, unknown[][]][], bookType: BookType = 'xlsx'): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of sheets) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  }
  return write(book, { type: 'buffer', bookType }) as Buffer;
}

const date = (serial: number, format = DATE): CellObject => ({ t: 'n', v: serial, z: format });
const failed: CellObject = { t: 'e', v: 0x2a };

describe('reading Excel', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  it.each(['xlsx', 'biff8'] as const)(
    'reads numbers, text, dates and booleans of %s',
    async (type) => {
      const rows = [
        ['n', 'f', 's', 'd', 'b', 'mixed', 'time'],
        [1, 1.5, '007', date(45293), true, 'x', date(0.5, 'h:mm')],
        [2, 2, 'true', date(45293.75), false, 3, undefined],
        [undefined, failed, undefined, undefined, undefined, date(45293), undefined],
        ['', '', '', '', '', '', ''].map(() => undefined),
        [4],
      ];
      const outcome = await bench.ingest('excel', workbook([['One', rows]], type));
      expect(outcome.columns).toEqual([
        'n:integer',
        'f:float',
        's:string',
        'd:datetime',
        'b:boolean',
        'mixed:string',
        'time:string',
      ]);
      const empty = { n: null, f: null, s: null, d: null, b: null, mixed: null, time: null };
      expect(outcome.rows).toEqual([
        { n: 1, f: 1.5, s: '007', d: '2024-01-02T00:00:00', b: true, mixed: 'x', time: '12:00:00' },
        { ...empty, n: 2, f: 2, s: 'true', d: '2024-01-02T18:00:00', b: false, mixed: '3' },
        { ...empty, mixed: '2024-01-02 00:00:00' },
        empty,
        { ...empty, n: 4 },
      ]);
      expect(outcome.parseOptions).toBeNull();
      expect(outcome.rewritten).toBeNull();
    },
  );

  it('finds a sheet by name before it takes digits for a place', async () => {
    const book = workbook([
      ['First', [['a'], [1]]],
      ['2', [['named'], [1]]],
      ['Third', [['z'], [1]]],
    ]);
    expect((await bench.ingest('excel', book)).columns).toEqual(['a:integer']);
    expect((await bench.ingest('excel', book, { sheet: '0' })).columns).toEqual(['a:integer']);
    expect((await bench.ingest('excel', book, { sheet: '2' })).columns).toEqual(['named:integer']);
    const third = await bench.ingest('excel', book, { sheet: 'Third' });
    expect(third.parseOptions).toEqual({ sheet: 'Third' });
    expect((await bench.ingest('excel', third.rewritten!)).columns).toEqual(['z:integer']);
  });

  it('names columns whose header is empty or doubled, wherever the table begins', async () => {
    const rows = [[], [undefined, 'a', undefined, 'a', 2024], [undefined, 1, 2, 3, 4]];
    const outcome = await bench.ingest('excel', workbook([['S', rows]]));
    expect(outcome.columns).toEqual([
      'a:integer',
      'column_2:integer',
      'a.1:integer',
      '2024:integer',
    ]);
  });

  it('refuses what is no workbook, and sheets that are not there', async () => {
    const book = workbook([
      ['One', [['a']]],
      ['Empty', []],
    ]);
    await expect(bench.ingest('excel', book, { sheet: 'Nope' })).rejects.toThrow(
      'file.excel has no sheet "Nope". Its sheets are: One, Empty.',
    );
    await expect(bench.ingest('excel', book, { sheet: '7' })).rejects.toThrow(/no sheet "7"/);
    await expect(bench.ingest('excel', book, { sheet: 'Empty' })).rejects.toThrow(/sheet is empty/);
    await expect(bench.ingest('excel', 'a,b\n1,2\n')).rejects.toThrow(/is not an Excel workbook/);
    await expect(bench.ingest('excel', book.subarray(0, 900))).rejects.toThrow(
      /cannot be read as an Excel/,
    );
    await expect(bench.ingest('excel', book, { delimiter: ',' })).rejects.toThrow(/does not apply/);
  });
});
