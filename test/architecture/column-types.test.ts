import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');
const TABLE = 'runner/domain/types/column-types.ts';
/** What else depends on the type, which no other place repeats. */
const OTHERS = [
  // The types of new tables of MySQL, which have lengths, collations and fractions of seconds.
  'runner/export/database/mysql-output.ts',
  // Sentences of errors.
  'runner/expressions/operations/cast-reasons.ts',
  // Methods.
  'runner/expressions/operations/to-text.ts',
];

const sources = ['runner', 'api', 'cli'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => path.join(folder, name)),
);

function filesWith(...patterns: readonly RegExp[]): readonly string[] {
  return sources.filter((name) => {
    const text = readFileSync(path.join(root, name), 'utf8');
    return patterns.every((pattern) => pattern.test(text));
  });
}

describe('the table of column types', () => {
  it('is the only table with a name for each column type', () => {
    const tables = filesWith(/^\s*integer: ['"`]/m, /^\s*datetime: ['"`]/m);
    expect(tables).toEqual(OTHERS);
  });

  it('is the only place that names the types of pandas and polars in Python as a whole text', () => {
    expect(filesWith(/['"`]pl\.Datetime\("us"\)['"`]/)).toEqual([TABLE]);
    expect(filesWith(/'datetime64\[us\]',\n/)).toEqual([TABLE]);
  });
});
