import { table } from '../parity/parity-case.ts';
import { parityPython } from '../parity/parity-python.ts';
import { numberXml, textXml, xmlRows, xmlWorkbook } from '../support/xml-workbook.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

/** A column `n` of cells beside one of texts, as a CSV file. */
function cells(
  oddity: string,
  texts: readonly string[],
  file: Pick<WorldFile, 'warnings'> & {
    readonly type: string;
    readonly values: readonly (string | number | bigint | null)[];
  },
): WorldFile {
  const { type, values, ...others } = file;
  return {
    oddity,
    name: 'cells.csv',
    format: 'csv',
    bytes: `n,t\n${texts.map((text) => `${text},x\n`).join('')}`,
    right: table(
      `n ${type}, t string`,
      values.map((value) => [value, 'x']),
    ),
    ...others,
  };
}

function sheet(...texts: readonly string[]): Buffer {
  const rows = texts.map((text) => [numberXml(text)]);
  return xmlWorkbook({ sheets: { S: xmlRows([textXml('n')], ...rows) } });
}

const LOST = (number: string): string =>
  `Column "n" has decimals that a float rounds: ${number} is read as 0, so`;

/** Numbers that are 0 or an infinity as a float, though they are neither. */
const OUT_OF_RANGE: readonly WorldFile[] = [
  cells('a number so small that a float is 0', ['1e-400', '0.5'], {
    type: 'float',
    values: [0, 0.5],
    warnings: { rounded_decimals: LOST('1e-400') },
  }),
  cells('a number so small that a float has few digits', ['1.2345e-320', '0.5'], {
    type: 'float',
    values: [1.2345e-320, 0.5],
    warnings: { rounded_decimals: '1.2345e-320 is read as 1.2347e-320' },
  }),
  cells('the smallest and the greatest floats', ['5e-324', '1.7976931348623157e+308', '0.5'], {
    type: 'float',
    values: [5e-324, Number.MAX_VALUE, 0.5],
  }),
  cells(
    'the shortest texts of floats in the middle of two decimals',
    ['0.015092849731445312', '1.5092849731445312E-2', '0.5'],
    { type: 'float', values: [0.015092849731445312, 0.015092849731445312, 0.5] },
  ),
  cells(
    'a decimal of 400 zeros, behind decimals that a float rounds',
    ['0.1234567890123456789', `0.${'0'.repeat(400)}1`, '0.5'],
    {
      type: 'float',
      values: [0.12345678901234568, 0, 0.5],
      warnings: { rounded_decimals: '0.1234567890123456789 is read as' },
    },
  ),
  cells(
    'a decimal of 400 digits before the point',
    ['0.1234567890123456789', `1${'0'.repeat(400)}.5`],
    { type: 'string', values: ['0.1234567890123456789', `1${'0'.repeat(400)}.5`] },
  ),
  {
    oddity: 'a number so small that a float is 0, in JSON',
    name: 'small.json',
    format: 'json',
    bytes: '[{"n": 1E-400}, {"n": 0.5}]',
    right: table('n float', [[0], [0.5]]),
    warnings: { rounded_decimals: LOST('1E-400') },
  },
  {
    oddity: 'a number so great that no float has it, in JSON lines',
    name: 'great.jsonl',
    format: 'jsonl',
    bytes: '{"n": 1e400}\n{"n": 5}\n',
    right: table('n string', [['1e400'], ['5']]),
  },
  {
    oddity: 'one decimal that a float rounds, behind 10,000 that none rounds, in JSON lines',
    name: 'late.jsonl',
    format: 'jsonl',
    bytes: `${'{"n": 0.12345678901234566}\n'.repeat(10_000)}{"n": 0.1234567890123456789}\n`,
    right: table('n float', [
      ...Array.from({ length: 10_000 }, () => [0.12345678901234566]),
      [0.12345678901234568],
    ]),
    warnings: { rounded_decimals: '0.1234567890123456789 is read as' },
  },
  {
    oddity: 'a number so small that a float is 0, in a sheet',
    name: 'small.xlsx',
    format: 'excel',
    bytes: sheet('1E-400', '0.5'),
    right: table('n float', [[0], [0.5]]),
    warnings: {
      rounded_decimals: '1 number that a float rounds, such as 1E-400 in A2, read as 0:',
    },
  },
  {
    oddity: 'a number so great that no float has it, in a sheet',
    name: 'great.xlsx',
    format: 'excel',
    bytes: sheet('1E400', '0.5'),
    right: table('n float', [[null], [0.5]]),
    warnings: { error_cells: '1 error cell, such as 1E400 in A2, read as null' },
    notExported: 'otherwise than a run. Upload the file',
  },
];

/** Cells of which a number would not keep the characters. */
const IDENTIFIERS: readonly WorldFile[] = [
  cells('an id with an e among integers', ['12', '12e3', '45'], {
    type: 'string',
    values: ['12', '12e3', '45'],
    warnings: { text_among_numbers: 'exponent such as "12e3" may be identifiers' },
  }),
  cells('ids with an e only', ['1e5', '', '0E12'], {
    type: 'string',
    values: ['1e5', null, '0E12'],
    warnings: { text_among_numbers: 'exponent such as "1e5" may be identifiers' },
  }),
  cells('a code with an e and a minus sign', ['12E-3', '7'], {
    type: 'string',
    values: ['12E-3', '7'],
    warnings: { text_among_numbers: 'exponent such as "12E-3" may be identifiers' },
  }),
  cells('numbers of two digits with an exponent, as no program writes them', ['12e+3', '7'], {
    type: 'string',
    values: ['12e+3', '7'],
    warnings: { text_among_numbers: 'exponent such as "12e+3" may be identifiers' },
  }),
  cells('small numbers as programs write them, and a text for null', ['0.03', '1e-05', 'NA'], {
    type: 'string',
    values: ['0.03', '1e-05', 'NA'],
    warnings: { missing_value_texts: 'null_values=NA' },
  }),
  cells('numbers with an e beside an infinity', ['1e5', 'inf', '12'], {
    type: 'float',
    values: [100_000, Infinity, 12],
  }),
  cells('numbers with an e among decimals', ['1e5', '0.5', '12'], {
    type: 'float',
    values: [100_000, 0.5, 12],
  }),
  cells('a float as programs write it, among integers', ['1e+05', '12', '-3e2'], {
    type: 'float',
    values: [100_000, 12, -300],
  }),
  cells('telephone numbers with a plus sign', ['+4915112345678', '+4366012345', '112'], {
    type: 'string',
    values: ['+4915112345678', '+4366012345', '112'],
  }),
  cells(
    'telephone numbers with a plus sign, and a text for null',
    ['+4915112345678', 'NA', '112'],
    {
      type: 'string',
      values: ['+4915112345678', 'NA', '112'],
    },
  ),
  cells('a telephone number in quotes, behind a blank', ['" +4915112345678"', '112'], {
    type: 'string',
    values: [' +4915112345678', '112'],
  }),
  cells('plus signs among numbers below 0', ['+12500000', '-3', '" -4"'], {
    type: 'integer',
    values: [12_500_000, -3, -4],
  }),
  cells('plus signs among decimals', ['+12500000', '0.5'], {
    type: 'float',
    values: [12_500_000, 0.5],
  }),
  cells('plus signs of few digits', ['+5', '12'], { type: 'integer', values: [5, 12] }),
  cells('leading zeros behind a sign', ['-007', '12'], { type: 'string', values: ['-007', '12'] }),
  cells('a number of base 16', ['0x1F', '12'], { type: 'string', values: ['0x1F', '12'] }),
  cells('underscores between digits', ['1_000', '12'], { type: 'string', values: ['1_000', '12'] }),
];

checkWorldTable('numbers in files of the world', [...OUT_OF_RANGE, ...IDENTIFIERS], {
  fixtures: 'numbers',
  python: await parityPython(),
});
