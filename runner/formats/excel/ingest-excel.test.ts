import { CFB, utils, write, type BookType, type CellObject } from '@e965/xlsx';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';
import { workbookOfEmptyTexts, workbookOfXml } from '../../../test/support/sheet-xml.ts';

const DATE = 'yyyy-mm-dd';

function workbook(sheets: readonly [string, unknown[][]][], bookType: BookType = 'xlsx'): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of sheets) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  }
  return write(book, { type: 'buffer', bookType }) as Buffer;
}

/** A workbook with a few cells anywhere: the library's writer would visit all places before them. */
function farWorkbook(cells: Readonly<Record<string, string>>): Buffer {
  const rows = new Map<string, string>();
  for (const [place, text] of Object.entries(cells)) {
    const row = place.replace(/\D/g, '');
    const cell = `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
    rows.set(row, `${rows.get(row) ?? ''}${cell}`);
  }
  const data = [...rows].map(([row, text]) => `<row r="${row}">${text}</row>`).join('');
  return workbookOfXml(data, 'A1:XFD1048576');
}

const date = (serial: number, format = DATE): CellObject => ({ t: 'n', v: serial, z: format });
const failed: CellObject = { t: 'e', v: 0x2a };

describe('ingesting Excel', () => {
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

  it('reads empty texts as null, whatever wrote them, without changing column types', async () => {
    const outcome = await bench.ingest('excel', workbookOfEmptyTexts());
    expect(outcome.columns).toEqual([
      'when:datetime',
      'ok:boolean',
      'share:float',
      'n:integer',
      'note:string',
    ]);
    expect(outcome.rows).toEqual([
      { when: '2024-01-02T00:00:00', ok: true, share: 1.5, n: 7, note: 'x' },
      { when: null, ok: null, share: null, n: 8, note: ' ' },
      { when: null, ok: null, share: null, n: null, note: null },
      { when: '2024-02-29T13:30:00', ok: false, share: 2, n: null, note: null },
    ]);
  });

  it.each(['xlsx', 'biff8'] as const)('counts empty texts of %s as nulls', async (type) => {
    const rows = [
      ['when', 'ok', 'share', 'note'],
      [date(45293), true, 0.5, 'x'],
      ['', '', '', ''],
      [date(45294), false, 2, 'y'],
    ];
    const { profile } = await bench.ingest('excel', workbook([['S', rows]], type));
    expect(profile).toMatchObject([
      { name: 'when', dtype: 'datetime', null_count: 1 },
      { name: 'ok', dtype: 'boolean', null_count: 1 },
      { name: 'share', dtype: 'float', null_count: 1 },
      { name: 'note', dtype: 'string', null_count: 1 },
    ]);
  });

  it('prefers a sheet name over an index', async () => {
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

  it('names the other visible sheets with cells, unless the upload chose a sheet', async () => {
    const book = utils.book_new();
    const names = ['README', 'Hidden', 'Empty', 'Monthly', 'Quarterly'];
    for (const name of names) {
      const rows = name === 'Empty' ? [] : [['a'], [1]];
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
    }
    utils.book_set_sheet_visibility(book, 'Hidden', 1);
    for (const bookType of ['xlsx', 'xls'] as const) {
      const bytes = write(book, { type: 'buffer', bookType }) as Buffer;
      expect((await bench.ingest('excel', bytes)).warnings).toEqual([
        {
          code: 'other_sheets',
          column: null,
          message:
            'Only the first sheet, "README", was read. To read another, read the file with sheet= and its name: "Monthly", "Quarterly".',
        },
      ]);
      expect((await bench.ingest('excel', bytes, { sheet: 'README' })).warnings).toEqual([]);
    }
    const single = workbook([['S', [['a'], [1]]]]);
    expect((await bench.ingest('excel', single)).warnings).toEqual([]);
  });

  it('names columns with an empty or repeated header, wherever the table starts', async () => {
    const rows = [[], [undefined, 'a', undefined, 'a', 2024], [undefined, 1, 2, 3, 4]];
    const outcome = await bench.ingest('excel', workbook([['S', rows]]));
    expect(outcome.columns).toEqual([
      'a:integer',
      'column_2:integer',
      'a.1:integer',
      '2024:integer',
    ]);
  });

  it('reads each minute of a day exactly, with or without a date', async () => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour);
    const minutes = Array.from({ length: 60 }, (_, minute) => minute);
    const rows = hours.map((hour) =>
      minutes.flatMap((minute) => {
        const serial = (hour * 60 + minute) / 1440;
        // Excel computes with 15 digits and stores so many.
        const day = Number((45293 + serial).toPrecision(15));
        return [date(day, 'yyyy-mm-dd h:mm'), date(serial, 'h:mm')];
      }),
    );
    const header = minutes.flatMap((minute) => [`at ${minute}`, `time ${minute}`]);
    const outcome = await bench.ingest('excel', workbook([['S', [header, ...rows]]]));
    const twoDigits = (value: number): string => String(value).padStart(2, '0');
    const expected = hours.map((hour) =>
      minutes.flatMap((minute) => {
        const time = `${twoDigits(hour)}:${twoDigits(minute)}:00`;
        return [`2024-01-02T${time}`, time];
      }),
    );
    expect(outcome.rows.map((row) => Object.values(row))).toEqual(expected);
  });

  it('reads ISO 8601 date cells as dates, with or without a date format', async () => {
    const iso = (place: string, text: string, style = ''): string =>
      `<c r="${place}"${style} t="d"><v>${text}</v></c>`;
    const rows = [
      ['day', 'at', 'styled', 'n'].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`),
      [
        ...[iso('A2', '2024-01-02'), iso('B2', '2024-01-02T13:30:00.250')],
        ...[iso('C2', '2024-01-02T13:30:00', ' s="1"'), '<c r="D2"><v>45293</v></c>'],
      ],
      [iso('A3', '1900-01-05'), iso('B3', '2024-01-02T13:30:00+02:00'), iso('C3', 'someday')],
    ];
    const data = rows.map((cells, row) => `<row r="${row + 1}">${cells.join('')}</row>`).join('');
    const outcome = await bench.ingest('excel', workbookOfXml(data, 'A1:D3'));
    expect(outcome.columns).toEqual([
      'day:datetime',
      'at:datetime',
      'styled:datetime',
      'n:integer',
    ]);
    expect(outcome.rows).toEqual([
      {
        day: '2024-01-02T00:00:00',
        at: '2024-01-02T13:30:00.250',
        styled: '2024-01-02T13:30:00',
        n: 45293,
      },
      { day: '1900-01-05T00:00:00', at: '2024-01-02T11:30:00', styled: null, n: null },
    ]);
  });

  it.each([false, true])(
    'reads durations, negative times and far dates of an old workbook (from 1904: %s)',
    async (date1904) => {
      const sheet = utils.aoa_to_sheet([
        ['spent', 'balance', 'due'],
        [date(1.5, '[h]:mm:ss'), date(-0.25, 'h:mm'), date(41_000)],
        [date(10, '[h]:mm:ss'), date(0.25, 'h:mm'), date(2_958_466)],
      ]);
      const book = utils.book_new(sheet, 'S');
      book.Workbook = { WBProps: { date1904 } };
      const bytes = write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
      const { rows, warnings, irregularities } = await bench.ingest('excel', bytes);
      expect(irregularities).toEqual(['misread_columns']);
      const due = date1904 ? '2016-04-02T00:00:00' : '2012-04-01T00:00:00';
      expect(rows).toEqual([
        { spent: 129_600, balance: '-06:00:00', due },
        { spent: 864_000, balance: '06:00:00', due: null },
      ]);
      expect(warnings).toMatchObject([{ code: 'dates_out_of_range', column: 'due' }]);
    },
  );

  it('reads milliseconds of a time', async () => {
    const serial = 45293 + (12 * 3_600_000 + 34 * 60_000 + 56_789) / 86_400_000;
    const sheet = [['at'], [date(serial, 'yyyy-mm-dd h:mm:ss.000')]];
    const outcome = await bench.ingest('excel', workbook([['S', sheet]]));
    expect(outcome.rows).toEqual([{ at: '2024-01-02T12:34:56.789' }]);
  });

  it('applies skip_rows, has_header and null_values', async () => {
    const rows = [['Report'], [], ['n', 'when'], [1, 'n/a'], ['n/a', date(45293)]];
    const book = workbook([['S', rows]]);
    const table = await bench.ingest('excel', book, { skip_rows: 2, null_values: ['n/a'] });
    expect([table.columns, table.rows]).toEqual([
      ['n:integer', 'when:datetime'],
      [
        { n: 1, when: null },
        { n: null, when: '2024-01-02T00:00:00' },
      ],
    ]);
    expect(table.parseOptions).toEqual({ null_values: ['n/a'], skip_rows: 2 });
    const bare = await bench.ingest('excel', book, { skip_rows: 3, has_header: false });
    expect([bare.columns, bare.rowCount]).toEqual([['column_1:string', 'column_2:string'], 2]);
  });

  it('reads numeric null_values as null and keeps the header, as in CSV', async () => {
    const nulls = { null_values: ['NA', '-999', 'true'] };
    const rows = [
      ['NA', 'v', 'b'],
      ['a', -999, true],
      ['NA', 5, false],
    ];
    const outcome = await bench.ingest('excel', workbook([['S', rows]]), nulls);
    const csv = await bench.ingest('csv', 'NA,v,b\na,-999,true\nNA,5,false\n', nulls);
    expect([outcome.columns, outcome.rows]).toEqual([csv.columns, csv.rows]);
    expect(outcome.columns).toEqual(['NA:string', 'v:integer', 'b:boolean']);
    expect(outcome.rows).toEqual([
      { NA: 'a', v: null, b: null },
      { NA: null, v: 5, b: false },
    ]);
  });

  it('reads a column of dates and numeric null_values as datetimes', async () => {
    const rows = [['when'], [date(45293)], [-999]];
    const outcome = await bench.ingest('excel', workbook([['S', rows]]), { null_values: ['-999'] });
    expect(outcome.rows).toEqual([{ when: '2024-01-02T00:00:00' }, { when: null }]);
  });

  it('compares null_values with the text of dates, not with their serial', async () => {
    const rows = [['when'], [date(45293)], [date(45294)]];
    const outcome = await bench.ingest('excel', workbook([['S', rows]]), {
      null_values: ['45293', '2024-01-03 00:00:00'],
    });
    expect(outcome.rows).toEqual([{ when: '2024-01-02T00:00:00' }, { when: null }]);
  });

  describe('a sheet with a value in its last cell', () => {
    it('reads a table of only that cell', async () => {
      const book = farWorkbook({ XFD1048575: 'far', XFD1048576: 'cell' });
      const outcome = await bench.ingest('excel', book);
      expect([outcome.columns, outcome.rows]).toEqual([['far:string'], [{ far: 'cell' }]]);
    });

    it('rejects a table that spans the whole sheet', async () => {
      const book = farWorkbook({ A1: 'a', A2: 'b', XFD1048576: 'far' });
      await expect(bench.ingest('excel', book)).rejects.toThrow(
        "file.excel: the sheet's cells with values or formulas span A1:XFD1048576, 1,048,576 rows and 16,384 columns; at most 20,000,000 cells can be read. Delete the cells far from the table, or save the sheet as CSV.",
      );
      expect(await bench.leftovers()).toEqual([]);
    });
  });

  it('rejects files that are not workbooks, and missing sheets', async () => {
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
    for (const odd of [book.subarray(0, 900), 'PK\u0003\u0004garbage'.repeat(30)]) {
      await expect(bench.ingest('excel', odd)).rejects.toThrow(
        'file.excel is not an Excel workbook, or it is damaged.',
      );
    }
    const locked = CFB.utils.cfb_new();
    CFB.utils.cfb_add(locked, '/encryption', Buffer.alloc(100));
    const content = CFB.write(locked, { type: 'buffer' }) as Buffer;
    await expect(bench.ingest('excel', content)).rejects.toThrow(
      'file.excel is protected by a password. Save it without one.',
    );
    await expect(bench.ingest('excel', book, { delimiter: ',' })).rejects.toThrow(/does not apply/);
  });
});
