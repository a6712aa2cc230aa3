import fc from 'fast-check';
import { typeOfEvidence } from '../column-evidence.ts';
import { DelimitedRecords } from './delimited-records.ts';
import { DelimitedScanner } from './delimited-scanner.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';

const WIDTH = 3;
const cell = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    '-2',
    '007',
    '1.5',
    '12e3',
    '1e+05',
    '+4366012345',
    'true',
    'NaN',
    ' 3 ',
    '"',
    '""',
    '"4"',
    '"a\r\nb"',
    '\r',
    '\n',
    'é',
  ),
  fc.string({ maxLength: 6 }).filter((text) => !text.includes('\0')),
);
const text = fc
  .array(fc.array(cell, { minLength: 1, maxLength: WIDTH }), { maxLength: 8 })
  .map((rows) => `a,b,c\n${rows.map((row) => row.join(',')).join('\n')}`);

describe('DelimitedScanner', () => {
  it('finds the same records as the tokenizer for any split into chunks', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 9 }),
        (content, sizes) => {
          const records = tokenize(content, sizes);
          fc.pre(records.every((record) => record.length <= WIDTH));
          const scan = scanInChunks(content, sizes);
          fc.pre(scan !== 'refused');
          expect(scan).toEqual(scanInChunks(content, [1]));
          expect(scan.rowCount).toBe(records.length - 1);
          const short = records.slice(1).filter((record) => record.length < WIDTH);
          expect(scan.short.count).toBe(short.length);
          for (let column = 0; column < WIDTH; column++) {
            const cells = records.slice(1).map((record) => record[column] ?? '');
            expect(typeOfEvidence(scan.evidence[column] ?? 0)).toBe(plainType(cells));
          }
        },
      ),
      // A quote whose backslash is the last byte of the chunk before.
      { ...propertyRuns(2000), examples: [['a,b,c\n\\",', [2]]] },
    );
  });
});

function tokenize(content: string, sizes: readonly number[]): string[][] {
  const reader = new DelimitedRecords(',');
  const records: string[][] = [];
  for (const [from, to] of cuts(content.length, sizes)) {
    records.push(...reader.push(content.slice(from, to)));
  }
  records.push(...reader.end());
  return records;
}

/** The sizes over and over, until the end. */
function* cuts(length: number, sizes: readonly number[]): Generator<[number, number]> {
  let from = 0;
  for (let index = 0; from < length; index++) {
    const to = from + sizes[index % sizes.length]!;
    yield [from, to];
    from = to;
  }
}

function scanInChunks(content: string, sizes: readonly number[]) {
  const dialect = { delimiter: ',', decimal: '.' } as const;
  const scanner = new DelimitedScanner({ path: '', fileName: 'f', dialect, width: WIDTH });
  const bytes = Buffer.from(content);
  try {
    for (const [from, to] of cuts(bytes.length, sizes)) scanner.push(bytes.subarray(from, to));
    return scanner.end();
  } catch {
    // An open quote, maybe after too many cells: the tokenizer never ends that record.
    return 'refused';
  }
}

/** The rules once more, by regular expressions. */
function plainType(cells: readonly string[]): string {
  const present = cells
    .map((value) => value.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((value) => value !== '');
  const all = (pattern: RegExp): boolean => present.every((value) => pattern.test(value));
  const integer = /^[-+]?(?:0|[1-9]\d*)$/;
  const number = /^[-+]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;
  const special = /^[-+]?(?:nan|inf|infinity)$/i;
  if (cells.every((value) => value === '')) return 'null';
  if (present.length === 0) return 'string';
  if (all(/^(?:true|false)$/i)) return 'boolean';
  const numbers = present.filter((value) => !special.test(value));
  if (areIdentifiers(present)) return 'string';
  if (all(integer)) return 'integer';
  return numbers.length > 0 && numbers.every((value) => number.test(value)) ? 'float' : 'string';
}

/** Whether numbers have some that are identifiers, and no decimal, NaN or infinity; of texts it does not matter. */
function areIdentifiers(present: readonly string[]): boolean {
  const some = (pattern: RegExp): boolean => present.some((value) => pattern.test(value));
  const code = /^(?:(?:0|[1-9]\d*)e\d+|[1-9]\d+e[-+]\d+)$/i;
  if (present.some((value) => /[.e]/i.test(value) && !code.test(value))) return false;
  if (some(/n/i)) return false;
  return some(code) || (some(/^\+[1-9]\d{6,}$/) && !some(/^-[1-9]/));
}
