import { table } from '../parity/parity-case.ts';
import { parityPython } from '../parity/parity-python.ts';
import {
  numberXml,
  textXml,
  xmlRows,
  xmlWorkbook,
  type XmlWorkbook,
} from '../support/xml-workbook.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

/** A workbook with one sheet whose columns have a name and cells. */
function columns(
  content: Readonly<Record<string, readonly string[]>>,
  others: Omit<XmlWorkbook, 'sheets'> = {},
): Buffer {
  const names = Object.keys(content);
  const height = Math.max(...Object.values(content).map((cells) => cells.length));
  const rows = Array.from({ length: height }, (_, row) =>
    names.map((name) => content[name]?.[row] ?? '<c/>'),
  );
  return xmlWorkbook({ sheets: { S: xmlRows(names.map(textXml), ...rows) }, ...others });
}

/** A cell of type `d`. @param style the place of its format in `formats`, from 1 */
function isoXml(text: string, style = 0): string {
  return `<c s="${style}" t="d"><v>${text}</v></c>`;
}

const MISREAD = 'otherwise than a run. Upload the file';

const NAMED_1904 = '<workbookPr date1904="1"/>';

const OPTIONS: readonly WorldFile[] = [
  {
    oddity: 'a title, texts for null and names that its options give',
    name: 'titled.xlsx',
    format: 'excel',
    bytes: columns({ Title: [textXml('id'), numberXml(1)], '': [textXml('n'), textXml('NA')] }),
    options: { skip_rows: 1, null_values: ['NA'], column_names: ['key', 'value'] },
    right: table('key integer, value null', [[1, null]]),
    notExported: 'No library of Python applies "skip_rows"',
  },
];

const TIMES: readonly WorldFile[] = [
  {
    oddity: 'durations of more than 24 hours',
    name: 'e1_duration.xlsx',
    format: 'excel',
    right: table('task string, hours float', [
      ['a', 43_200],
      ['b', 129_600],
      ['c', 194_400],
    ]),
  },
  {
    oddity: 'negative times among times of day',
    name: 'e2_negative_time.xlsx',
    format: 'excel',
    right: table('task string, balance string', [
      ['b', '-06:00:00'],
      ['c', '06:00:00'],
      ['d', '-28:48:00'],
    ]),
  },
  {
    oddity: 'durations of minutes, seconds and fractions, also negative ones',
    name: 'durations.xlsx',
    format: 'excel',
    bytes: columns(
      {
        minutes: [numberXml(0.0625, 1), numberXml(-1.5, 1), '<c/>'],
        seconds: [numberXml(90.5 / 86_400, 2), '<c/>', numberXml(0, 2)],
      },
      { formats: ['[mm]:ss', '[s].00'] },
    ),
    right: table('minutes float, seconds float', [
      [5400, 90.5],
      [-129_600, null],
      [null, 0],
    ]),
  },
  {
    oddity: 'durations among times of day, dates, numbers and texts',
    name: 'mixed.xlsx',
    format: 'excel',
    bytes: columns(
      {
        time: [numberXml(0.5, 2), numberXml(1.5, 1), numberXml(-0.25, 1)],
        date: [numberXml(45_351, 3), numberXml(1.5, 1), numberXml(0.25, 2)],
        number: [numberXml(5), numberXml(1.5, 1), numberXml('1E-5')],
        text: [textXml('none'), numberXml(2.25, 1), numberXml(0.5 + 0.25 / 86_400, 2)],
      },
      { formats: ['[h]:mm:ss', 'h:mm', 'yyyy-mm-dd'] },
    ),
    right: table('time string, date string, number string, text string', [
      ['12:00:00', '2024-02-29 00:00:00', '5', 'none'],
      ['36:00:00', '36:00:00', '36:00:00', '54:00:00'],
      ['-06:00:00', '06:00:00', '0.00001', '12:00:00.250'],
    ]),
  },
  {
    oddity: 'times beyond 24 hours in the format of a time of day, and moments in it',
    name: 'long-times.xlsx',
    format: 'excel',
    bytes: columns(
      {
        total: [numberXml(1.5, 1), numberXml(2, 1)],
        at: [numberXml(45_351.5, 1), numberXml(45_352.25, 1)],
      },
      { formats: ['h:mm'] },
    ),
    right: table('total float, at datetime', [
      [129_600, '2024-02-29T12:00:00'],
      [172_800, '2024-03-01T06:00:00'],
    ]),
    warnings: {
      long_times:
        'Column "total" has 2 times of 24 hours or more in the format of a time of day, such as 36:00:00 in A2, read as durations: give the cells the number format [h]:mm:ss, or that of a date.',
    },
  },
  {
    oddity: 'durations, times and dates that count from 1904',
    name: 'mac.xlsx',
    format: 'excel',
    bytes: columns(
      {
        spent: [numberXml(1.5, 1), numberXml(10, 1)],
        start: [numberXml(0.5, 2), numberXml(0.75, 2)],
        day: [numberXml(0, 3), numberXml(43_889, 3)],
      },
      { formats: ['[h]:mm', 'h:mm', 'yyyy-mm-dd'], properties: NAMED_1904 },
    ),
    right: table('spent float, start string, day datetime', [
      [129_600, '12:00:00', '1904-01-01T00:00:00'],
      [864_000, '18:00:00', '2024-02-29T00:00:00'],
    ]),
  },
  {
    oddity: 'times of day',
    name: 'x1_times.xlsx',
    format: 'excel',
    right: table('shift string, start string', [
      ['a', '08:00:00'],
      ['b', '16:30:00'],
    ]),
  },
  {
    oddity: 'times of day among dates and texts',
    name: 'times.xlsx',
    format: 'excel',
    bytes: columns(
      {
        mixed: [
          numberXml(0.5, 1),
          numberXml(45_351.75, 2),
          textXml('late'),
          '<c t="b"><v>1</v></c>',
        ],
        dates: [numberXml(45_351, 2), '<c/>', numberXml(45_352.5, 2), numberXml(1, 2)],
      },
      { formats: ['hh:mm:ss AM/PM', 'dd/mm/yyyy hh:mm'] },
    ),
    right: table('mixed string, dates datetime', [
      ['12:00:00', '2024-02-29T00:00:00'],
      ['2024-02-29 18:00:00', null],
      ['late', '2024-03-01T12:00:00'],
      ['true', '1900-01-01T00:00:00'],
    ]),
  },
  {
    oddity: 'ISO 8601 cells of dates, times and durations',
    name: 'iso.xlsx',
    format: 'excel',
    bytes: columns({
      day: ['<c t="d"><v>2024-02-29</v></c>', '<c t="d"><v>1900-01-05T06:00:00</v></c>'],
      time: ['<c t="d"><v>08:30:00</v></c>', '<c/>'],
      spent: ['<c t="d"><v>PT36H30M</v></c>', '<c t="d"><v>PT45S</v></c>'],
    }),
    right: table('day datetime, time string, spent float', [
      ['2024-02-29T00:00:00', '08:30:00', 131_400],
      ['1900-01-05T06:00:00', null, 45],
    ]),
  },
  {
    oddity: 'formats with letters that are no dates, and dates of other languages',
    name: 'formats.xlsx',
    format: 'excel',
    bytes: columns(
      {
        amount: [numberXml(12.5, 1), numberXml(3, 2)],
        unit: [numberXml(1.5, 3), numberXml(2.5, 4)],
        plain: [numberXml(7, 5), numberXml(8.5, 6)],
        german: [numberXml(45_351, 7), numberXml(45_352, 8)],
        chinese: [numberXml(45_351, 9), numberXml(45_352, 10)],
      },
      {
        formats: [
          ...['#,##0.00\\ "EUR";[Red]\\-#,##0.00\\ "EUR"', '0.00 EUR', '0.0\\h', '0.0" days"'],
          ...['general', '[Red]0.0E+00', '[$-407]d. mmmm yyyy', 'TT.MM.JJJJ', 31, 57],
        ],
      },
    ),
    right: table('amount float, unit float, plain float, german datetime, chinese datetime', [
      [12.5, 1.5, 7, '2024-02-29T00:00:00', '2024-02-29T00:00:00'],
      [3, 2.5, 8.5, '2024-03-01T00:00:00', '2024-03-01T00:00:00'],
    ]),
  },
  {
    oddity: 'dates before 1900, as LibreOffice writes them',
    name: 'old-dates.xlsx',
    format: 'excel',
    bytes: columns(
      { born: [numberXml(-18_260, 1), numberXml(-0.25, 1), numberXml(61, 1)] },
      { formats: ['yyyy-mm-dd'] },
    ),
    right: table('born datetime', [
      ['1850-01-01T00:00:00'],
      ['1899-12-29T18:00:00'],
      ['1900-03-01T00:00:00'],
    ]),
  },
];

/** Cells whose content their type does not allow, so that libraries of Python read them otherwise or fail. */
const INVALID: readonly WorldFile[] = [
  {
    oddity: 'ISO 8601 cells of dates and times that no calendar or clock has',
    name: 'no-dates.xlsx',
    format: 'excel',
    notExported: MISREAD,
    bytes: columns({
      day: ['2024-02-29', '2024-02-30', '2023-02-29', '1900-02-29', '1899-12-31'].map((text) =>
        isoXml(text),
      ),
      at: ['2024-01-01T23:59:59', '2024-01-01T24:00:00', '2024-01-01T10:60'].map((text) =>
        isoXml(text),
      ),
      far: ['2024-01-01', '12024-01-01T00:00:00', 'someday'].map((text) => isoXml(text)),
    }),
    right: table('day datetime, at datetime, far datetime', [
      ['2024-02-29T00:00:00', '2024-01-01T23:59:59', '2024-01-01T00:00:00'],
      [null, null, null],
      [null, null, null],
      [null, null, null],
      [null, null, null],
    ]),
    warnings: {
      error_cells:
        'Columns "day", "at", "far" have 8 error cells, such as 2024-02-30 in A3, read as null.',
    },
  },
  {
    oddity: 'ISO 8601 cells that its libraries read otherwise',
    name: 'zones.xlsx',
    format: 'excel',
    notExported: MISREAD,
    bytes: columns({ at: ['2024-02-29T13:30:00+02:00', '2024-02-29'].map((text) => isoXml(text)) }),
    right: table('at datetime', [['2024-02-29T11:30:00'], ['2024-02-29T00:00:00']]),
  },
  {
    oddity: 'cells of numbers that are none',
    name: 'no-numbers.xlsx',
    format: 'excel',
    notExported: MISREAD,
    bytes: columns({
      n: ['7', 'NaN', '1E+400', '0x10', '1_000', 'Infinity', 'x'].map((text) => numberXml(text)),
    }),
    right: table('n integer', [[7], [null], [null], [null], [null], [null], [null]]),
    warnings: { error_cells: 'Column "n" has 6 error cells, such as NaN in A3, read as null.' },
  },
  {
    oddity: 'cells of booleans as words, and one that is none',
    name: 'no-booleans.xlsx',
    format: 'excel',
    notExported: MISREAD,
    bytes: columns({
      b: ['1', '0', 'TRUE', 'false', 'x'].map((text) => `<c t="b"><v>${text}</v></c>`),
    }),
    right: table('b boolean', [[true], [false], [true], [false], [null]]),
    warnings: { error_cells: 'Column "b" has 1 error cell, such as x in A6, read as null.' },
  },
];

const FORMATS: readonly WorldFile[] = [
  {
    oddity: 'formats in which the value selects a section of dates or of numbers',
    name: 'sections.xlsx',
    format: 'excel',
    bytes: columns(
      {
        positive: [numberXml(5, 1), numberXml(45_351.5, 1), numberXml(7, 4)],
        large: [numberXml(5, 2), numberXml(2, 2), numberXml(1.5, 2)],
        negative: [numberXml(-5, 3), numberXml(-1.25, 3)],
        zero: [numberXml(0, 5), numberXml(12, 6)],
        day: [numberXml(45_351, 3), numberXml(45_352, 7), numberXml(45_353, 8)],
        hours: [numberXml(0.5, 9), numberXml(0, 9), numberXml(0.25, 10)],
        limits: [numberXml(3, 11), numberXml(45_351, 12), numberXml(5, 13)],
      },
      {
        formats: [
          ...['General;yyyy', '[>1]0;yyyy', 'yyyy-mm-dd;-0.00', '0.0_y;[Red]\\d\\d0.0;"day"0'],
          ...['yyyy;yyyy;0', '[Red]#,##0_h;[Red]-0" hours"', 'yyyy-mm-dd;@', '[$-409]d-mmm-yy;"";'],
          ...['h:mm;-h:mm;', '[<1]h:mm;[h]:mm;@', '[<=2]yyyy;[<=4]0;yyyy', '[<1]0;[>=1]yyyy'],
          '[<0]yyyy;[=5]0.0;yyyy',
        ],
      },
    ),
    right: table(
      'positive float, large float, negative float, zero integer, day datetime, hours string, limits string',
      [
        [5, 5, -5, 0, '2024-02-29T00:00:00', '12:00:00', '3'],
        [45_351.5, 2, -1.25, 12, '2024-03-01T00:00:00', '00:00:00', '2024-02-29 00:00:00'],
        [7, 1.5, null, null, '2024-03-02T00:00:00', '06:00:00', '5'],
      ],
    ),
  },
  {
    oddity: 'formats of eras, of days of the week and of the Buddhist calendar',
    name: 'eras.xlsx',
    format: 'excel',
    bytes: columns(
      {
        era: [numberXml(45_351, 1), numberXml(45_352, 2)],
        day: [numberXml(45_351, 3), numberXml(45_352, 4)],
        text: [numberXml(45_351, 2), textXml('x')],
        n: [numberXml('1.25E-1', 5), numberXml(3, 6)],
      },
      { formats: ['[$-411]ggge"年"', 'e', 'aaa', 'bbbb', '0.0E+0', '[$¥-411]#,##0'] },
    ),
    right: table('era datetime, day datetime, text string, n float', [
      ['2024-02-29T00:00:00', '2024-02-29T00:00:00', '2024-02-29 00:00:00', 0.125],
      ['2024-03-01T00:00:00', '2024-03-01T00:00:00', 'x', 3],
    ]),
  },
  {
    oddity: 'ISO 8601 cells in the formats of dates, of times and of numbers',
    name: 'iso-formats.xlsx',
    format: 'excel',
    bytes: columns(
      {
        day: [isoXml('2024-02-29'), isoXml('2024-02-29T12:00', 1), isoXml('1900-01-01', 3)],
        spent: [isoXml('PT1H30M'), isoXml('PT30S', 2), isoXml('PT30H', 3)],
        time: [isoXml('08:30:00'), isoXml('08:30:00.250Z', 3), '<c/>'],
      },
      { formats: ['yyyy-mm-dd', '[h]:mm', 'General;yyyy'] },
    ),
    right: table('day datetime, spent float, time string', [
      ['2024-02-29T00:00:00', 5400, '08:30:00'],
      ['2024-02-29T12:00:00', 30, '08:30:00.250'],
      ['1900-01-01T00:00:00', 108_000, null],
    ]),
  },
];

const FAR: readonly WorldFile[] = [
  {
    oddity: 'a date beyond the range of 64-bit numbers',
    name: 'e4_far_date.xlsx',
    format: 'excel',
    right: table('id integer, due datetime', [
      [1, '2018-05-09T00:00:00'],
      [2, null],
    ]),
    warnings: {
      dates_out_of_range:
        'Column "due" has 1 date beyond the years 1 to 9999, such as 2314234234 in B3, read as null: if they are no dates, give the cells the number format General.',
    },
  },
  {
    oddity: 'the first date after the year 9999, in its last row too',
    name: 'year-10000.xlsx',
    format: 'excel',
    bytes: columns(
      { due: [numberXml(2_958_465, 1), numberXml(2_958_466, 1), numberXml('1e300', 1)] },
      { formats: ['yyyy-mm-dd'] },
    ),
    right: table('due datetime', [['9999-12-31T00:00:00'], [null], [null]]),
    warnings: { dates_out_of_range: 'has 2 dates' },
  },
];

const LOST: readonly WorldFile[] = [
  {
    oddity: 'formulas without values',
    name: 'e5_formula_no_value.xlsx',
    format: 'excel',
    right: table('qty integer, price integer, total null', [
      [2, 3, null],
      [4, 5, null],
    ]),
    warnings: {
      formulas_without_values:
        'Column "total" has 2 formulas without values, which are null: open the workbook in Excel and save it.',
    },
  },
  {
    oddity: 'formulas whose values are 0, since their writer does not calculate',
    name: 'zeros.xlsx',
    format: 'excel',
    bytes: columns(
      {
        qty: [numberXml(2), numberXml(4)],
        total: ['<c><f>A2*2</f><v>0</v></c>', '<c><f>A3*2</f><v>0</v></c>'],
        some: ['<c><f>A2-2</f><v>0</v></c>', '<c><f>A3-2</f><v>2</v></c>'],
      },
      { calculation: '<calcPr calcId="124519" fullCalcOnLoad="1"/>' },
    ),
    right: table('qty integer, total integer, some integer', [
      [2, 0, 0],
      [4, 0, 2],
    ]),
    warnings: { formulas_without_values: 'Column "total" has 2 formulas with the value 0 only' },
  },
  {
    oddity: 'formulas of which some have values, as shared ones and as empty texts',
    name: 'formulas.xlsx',
    format: 'excel',
    bytes: columns({
      a: ['<c><f>1+1</f><v>2</v></c>', '<c><f t="shared" si="0"/></c>', '<c><f>3</f><v/></c>'],
      b: ['<c t="str"><f>""</f><v></v></c>', '<c t="str"><f>B1</f><v>x</v></c>', numberXml(1)],
    }),
    right: table('a integer, b string', [
      [2, null],
      [null, 'x'],
      [null, '1'],
    ]),
    warnings: { formulas_without_values: 'Column "a" has 2 formulas without values' },
  },
  {
    oddity: 'formulas without values in all rows but the first one',
    name: 'last-rows.xlsx',
    format: 'excel',
    // Libraries of Python take them for empty cells, and so find other edges of the table.
    notExported: MISREAD,
    bytes: columns({
      id: [numberXml(1), '<c><f>A2+1</f></c>', '<c><f>A3+1</f><v/></c>'],
      n: [numberXml(2), '<c><f>B2*2</f></c>', '<c><f>B3*2</f><v/></c>'],
    }),
    right: table('id integer, n integer', [
      [1, 2],
      [null, null],
      [null, null],
    ]),
    warnings: {
      formulas_without_values: 'Columns "id", "n" have 4 formulas without values, which are null',
    },
  },
  {
    oddity: 'formulas without values in all rows, and in its last column',
    name: 'all-formulas.xlsx',
    format: 'excel',
    notExported: MISREAD,
    bytes: columns({ id: ['<c><f>1</f></c>'], '': ['<c><f>A2</f></c>'] }),
    right: table('id null, column_2 null', [[null, null]]),
    warnings: { formulas_without_values: '2 formulas', unnamed_columns: '"column_2"' },
  },
  {
    oddity: 'formulas without values for the names of its columns',
    name: 'named-by-formulas.xlsx',
    format: 'excel',
    notExported: MISREAD,
    bytes: xmlWorkbook({
      sheets: {
        S: xmlRows(
          ['<c><f>1</f></c>', '<c><f>2</f></c>'],
          [numberXml(1), textXml('a')],
          [numberXml(2), textXml('b')],
        ),
      },
    }),
    right: table('column_1 integer, column_2 string', [
      [1, 'a'],
      [2, 'b'],
    ]),
    warnings: { formulas_without_values: '2 formulas', unnamed_columns: '2 columns' },
  },
  {
    oddity: 'error cells, also in a whole column and in the last row',
    name: 'errors.xlsx',
    format: 'excel',
    bytes: columns({
      a: [numberXml(1), '<c t="e"><v>#N/A</v></c>', '<c t="e"><v>#N/A</v></c>'],
      b: ['<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', '<c t="e"><v>#REF!</v></c>', '<c/>'],
    }),
    right: table('a integer, b null', [
      [1, null],
      [null, null],
      [null, null],
    ]),
    warnings: {
      error_cells: 'Columns "a", "b" have 4 error cells, such as #DIV/0! in B2, read as null.',
    },
  },
  {
    oddity: 'only errors',
    name: 'broken.xlsx',
    format: 'excel',
    bytes: xmlWorkbook({ sheets: { S: xmlRows(['<c t="e"><v>#REF!</v></c>']) } }),
    refusal: 'the sheet is empty but for 1 error cell without a value.',
  },
  {
    oddity: 'only formulas without values',
    name: 'calculated.xlsx',
    format: 'excel',
    bytes: xmlWorkbook({ sheets: { S: xmlRows(['<c><f>1+1</f></c>', '<c><f>A1</f><v/></c>']) } }),
    refusal:
      'the sheet is empty but for 2 formulas without a value: open the workbook in Excel and save it.',
  },
];

const HEADERS: readonly WorldFile[] = [
  {
    oddity: 'numbers in its first row as in all others',
    name: 'no-header.xlsx',
    format: 'excel',
    bytes: xmlWorkbook({
      sheets: { S: xmlRows([numberXml(1), numberXml(2.5)], [numberXml(3), numberXml(4.5)]) },
    }),
    right: table('1 integer, 2.5 float', [[3, 4.5]]),
    warnings: { no_header: /"1", "2.5" are numbers, .*has_header=false/ },
  },
  {
    oddity: 'a title above its header',
    name: 'titled-sheet.xlsx',
    format: 'excel',
    bytes: xmlWorkbook({
      sheets: {
        S: xmlRows(
          [textXml('Sales')],
          ['<c/>'],
          [textXml('id'), textXml('n'), textXml('price')],
          [numberXml(1), numberXml(2), numberXml(3.5)],
        ),
      },
    }),
    right: table('Sales string, column_2 string, column_3 string', [
      [null, null, null],
      ['id', 'n', 'price'],
      ['1', '2', '3.5'],
    ]),
    warnings: {
      title_lines:
        'Row 3 looks like the header, with "id", "n", "price": if the rows above are a title, read the file with skip_rows=2.',
      unnamed_columns: '2 columns',
    },
  },
];

const LONG_NUMBERS: readonly WorldFile[] = [
  {
    oddity: 'ids beyond the integers that a float keeps',
    name: 'ids.xlsx',
    format: 'excel',
    bytes: columns({
      id: [numberXml('9007199254740993'), numberXml('9007199254740992')],
      text: [numberXml('9007199254740993'), textXml('x')],
    }),
    right: table('id integer, text string', [
      [9007199254740993n, '9007199254740993'],
      [9007199254740992n, 'x'],
    ]),
  },
  {
    oddity: 'decimals of more digits than a float keeps',
    name: 'decimals.xlsx',
    format: 'excel',
    bytes: columns({
      share: [numberXml('0.1234567890123456789'), numberXml('0.1234567890123456788')],
      float: [numberXml('0.30000000000000004'), numberXml('0.10000000000000001')],
    }),
    right: table('share float, float float', [
      [0.12345678901234568, 0.30000000000000004],
      [0.12345678901234568, 0.1],
    ]),
    warnings: {
      rounded_decimals:
        'Column "share" has 2 numbers that a float rounds, such as 0.1234567890123456789 in A2, read as 0.12345678901234568: write them as text to keep all digits.',
    },
  },
];

const OTHERS: readonly WorldFile[] = [
  {
    oddity: 'a page with a table under the name of a workbook, as web sites export it',
    name: 'export.xls',
    format: 'excel',
    bytes: '<meta charset="utf-8">\n<table border="1"><tr><td>id</td></tr></table>',
    refusal: 'It is an HTML page: open it in Excel and save it as .xlsx, or export it as CSV.',
  },
  {
    oddity: 'tabs in two bytes for each character under the name of a workbook',
    name: 'tabs.xls',
    format: 'excel',
    bytes: Buffer.from('\ufeffid\tn\r\n1\t2\r\n', 'utf16le'),
    refusal: 'It is text with tabs: give it a name that ends in .tsv, or',
  },
  {
    oddity: 'a workbook as XML of Excel 2003',
    name: 'xml.xls',
    format: 'excel',
    bytes:
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"></Workbook>',
    refusal: 'It is a workbook as XML of Excel 2003: open it in Excel and save it as .xlsx.',
  },
  {
    oddity: 'a workbook as XML of Excel 2003 with a table',
    name: 'table.xls',
    format: 'excel',
    bytes:
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table><Row/></Table></Worksheet></Workbook>',
    refusal: 'It is a workbook as XML of Excel 2003',
  },
  {
    oddity: 'a workbook as XML of OpenDocument',
    name: 'flat.xls',
    format: 'excel',
    bytes:
      '<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><table:table/></office:document>',
    refusal:
      'It is a flat OpenDocument sheet: open it in LibreOffice and save it as .xlsx or .ods.',
  },
  {
    oddity: 'a sheet of an early version',
    name: 'early.xls',
    format: 'excel',
    bytes: Buffer.from([0x09, 0x04, 0x06, 0x00, 0x00, 0x00, 0x10, 0x00, 0x0a, 0x00, 0x00, 0x00]),
    refusal: 'It is a sheet of an early version',
  },
];

const DATA = xmlRows([textXml('id'), textXml('v')], [numberXml(1), numberXml(2)]);
const DATA_ROWS = table('id integer, v integer', [[1, 2]]);

const SHEETS: readonly WorldFile[] = [
  {
    oddity: 'a hidden first sheet',
    name: 'e6_hidden_first.xlsx',
    format: 'excel',
    right: DATA_ROWS,
    warnings: {
      skipped_sheets:
        'The sheet "Data" was read, not the first one: "Lists" is hidden. To read another, read the file with sheet= and its name.',
    },
  },
  {
    oddity: 'an empty first sheet',
    name: 'e6_empty_first.xlsx',
    format: 'excel',
    right: DATA_ROWS,
    warnings: { skipped_sheets: 'The sheet "Data" was read, not the first one: "Cover" is empty.' },
  },
  {
    oddity: 'a chart, a sheet that only programs show, one of errors, and two of data',
    name: 'sheets.xlsx',
    format: 'excel',
    bytes: xmlWorkbook({
      sheets: {
        Chart: '',
        Config: DATA,
        Errors: xmlRows(['<c t="e"><v>#REF!</v></c>']),
        'R &amp; D': DATA,
        More: DATA,
      },
      states: { Config: 'veryHidden' },
      charts: ['Chart'],
    }),
    right: DATA_ROWS,
    warnings: {
      skipped_sheets:
        'The sheet "R & D" was read, not the first one: "Config" is hidden, "Chart" is empty, "Errors" is empty but for 1 error cell without a value. To read another, read the file with sheet= and its name: "More".',
    },
  },
  {
    oddity: 'values in hidden sheets only',
    name: 'hidden.xlsx',
    format: 'excel',
    bytes: xmlWorkbook({ sheets: { Cover: '', Data: DATA }, states: { Data: 'hidden' } }),
    right: DATA_ROWS,
    warnings: { skipped_sheets: '"Cover" is empty' },
  },
  {
    oddity: 'no values in any sheet',
    name: 'empty.xlsx',
    format: 'excel',
    bytes: xmlWorkbook({ sheets: { One: '', Two: '' } }),
    refusal: 'no sheet has a value: "One" is empty; "Two" is empty.',
  },
];

const TEXTS: readonly WorldFile[] = [
  {
    oddity: 'a text before the runs of a rich text',
    name: 'e8_rich_text.xlsx',
    format: 'excel',
    right: table('id integer, note string', [
      [1, 'red green blue'],
      [2, 'plain'],
    ]),
  },
  {
    oddity: 'runs, pronunciations, several texts, sections and comments in shared and inline texts',
    name: 'runs.xlsx',
    format: 'excel',
    bytes: columns(
      {
        shared: ['0', '1', '2', '3'].map((index) => `<c t="s"><v>${index}</v></c>`),
        inline: [
          '<c t="inlineStr"><is><t>red </t><r><rPr><b/></rPr><t>green</t></r></is></c>',
          '<c t="inlineStr"><is><t>漢字</t><rPh sb="0" eb="2"><t>かんじ</t></rPh></is></c>',
          '<c t="inlineStr"><is><t>a <![CDATA[<b> & ]]>c<!-- no > text --> d</t></is></c>',
          '<c t="inlineStr"><is><r><t xml:space="preserve"> x </t></r><r><t/></r></is></c>',
        ],
      },
      {
        texts:
          '<si><t>red </t><r><t>green </t></r><r><t>blue</t></r></si>' +
          '<si><r><t>漢</t></r><r><t>字</t></r><rPh sb="0" eb="1"><t>かん</t></rPh><phoneticPr fontId="1"/></si>' +
          '<si>\n <r><t>one</t></r>\n <r><t> two</t></r>\n</si>' +
          '<si><t xml:space="preserve"> x </t></si>',
      },
    ),
    right: table('shared string, inline string', [
      ['red green blue', 'red green'],
      ['漢字', '漢字'],
      ['one two', 'a <b> & c d'],
      [' x ', ' x '],
    ]),
  },
  {
    oddity: 'characters that are written by their numbers, once and twice',
    name: 'characters.xlsx',
    format: 'excel',
    bytes: columns({
      inline: [
        textXml('&#128512; &#xE9;'),
        textXml('a_x000D_\nb_x0041_'),
        textXml('_x005F_x0041_'),
      ],
      formula: ['&amp;lt;b&amp;gt;', '&#233; &amp;amp;', 'Ä_x000D_\r\nÖ'].map(
        (text) => `<c t="str"><f>A1</f><v>${text}</v></c>`,
      ),
    }),
    right: table('inline string, formula string', [
      ['😀 é', '&lt;b&gt;'],
      ['a\nbA', 'é &amp;'],
      ['_x0041_', 'Ä\nÖ'],
    ]),
  },
  {
    oddity: 'prefixes, a missing reference of rows and cells, and single quotes',
    name: 'prefixes.xlsx',
    format: 'excel',
    bytes: xmlWorkbook({
      sheets: {
        S:
          '<?xml version="1.0"?><x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>' +
          "<x:row r='2'><x:c r='B2' t='inlineStr'><x:is><x:t>a</x:t></x:is></x:c><x:c t='inlineStr'><x:is><x:t>b</x:t></x:is></x:c></x:row>" +
          "<x:row><x:c r='B3'><x:v>1</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row>" +
          '<x:row r="4"/><x:row r="5"><x:c r="C5"><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      },
    }),
    right: table('a integer, b integer', [
      [1, 2],
      [null, null],
      [null, 3],
    ]),
  },
  {
    oddity: 'values within merged cells, and a size that is too small',
    name: 'merged.xlsx',
    format: 'excel',
    bytes: xmlWorkbook({
      sheets: {
        S: `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1"/><sheetData>${xmlRows(
          [textXml('a'), textXml('b')],
          [numberXml(1), numberXml(2)],
          [numberXml(3)],
        )}</sheetData><mergeCells count="1"><mergeCell ref="A2:B3"/></mergeCells></worksheet>`,
      },
    }),
    right: table('a integer, b integer', [
      [1, 2],
      [3, null],
    ]),
  },
  {
    oddity: 'numbers that are longer than a float, or have an exponent, in a column of texts',
    name: 'numbers.xlsx',
    format: 'excel',
    bytes: columns({
      mixed: [
        ...[textXml('x'), numberXml('5.0'), numberXml('1E+3'), numberXml('0.1')],
        ...[
          numberXml('12345678901234567890'),
          numberXml('1.5E21'),
          numberXml('1E-7'),
          numberXml(-0.5),
        ],
      ],
      float: ['1', '2.0', '1E3', '4', '12345678901234567890', '1e21', '1E-7', '0.5'].map((text) =>
        numberXml(text),
      ),
      integer: ['1', '2.0', '1E3', '9007199254740991'].map((text) => numberXml(text)),
    }),
    right: table('mixed string, float float, integer integer', [
      ['x', 1, 1],
      ['5', 2, 2],
      ['1000', 1000, 1000],
      ['0.1', 4, 9007199254740991],
      ['12345678901234567000', 12345678901234567890, null],
      ['1.5e+21', 1e21, null],
      ['1e-7', 1e-7, null],
      ['-0.5', 0.5, null],
    ]),
    warnings: { rounded_decimals: 'Columns "mixed", "float" have 2 numbers' },
  },
];

checkWorldTable(
  'Excel files of the world',
  [
    ...OPTIONS,
    ...TIMES,
    ...INVALID,
    ...FORMATS,
    ...FAR,
    ...LOST,
    ...HEADERS,
    ...LONG_NUMBERS,
    ...OTHERS,
    ...SHEETS,
    ...TEXTS,
  ],
  {
    fixtures: 'excel',
    python: await parityPython(),
  },
);
