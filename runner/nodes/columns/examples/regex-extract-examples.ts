import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const DATA: readonly ColumnSchema[] = [
  { name: 'code', type: 'string' },
  { name: 'n', type: 'integer' },
];
const ROWS: ExampleTable['rows'] = [
  ['AB-12x', 9007199254740993n],
  [null, null],
  ['', 10],
  ['ab-7 CD-8', -5],
  ['😀-٣', 0],
];
const data = { in: { columns: DATA, rows: ROWS } };

/** The expected table: the input and a further text column. */
function withTexts(texts: readonly (string | null)[]): ExampleTable {
  return {
    columns: [...DATA, { name: 'part', type: 'string' }],
    rows: ROWS.map((row, index) => [...row, texts[index] ?? null]),
  };
}

/** Worked examples of `regexExtract`. */
export const regexExtractExamples: readonly NodeExample[] = [
  {
    title: 'The first group of the first match; null without a match',
    rules: ['config-default'],
    config: { column: 'code', pattern: '-(\\d+)', new_column: 'part' },
    inputs: data,
    expected: withTexts(['12', null, null, '7', '٣']),
  },
  {
    title: 'Another of several groups, one of them with a name',
    config: { column: 'code', pattern: '(?<letters>[a-z]+)-(\\d)', group: 1, new_column: 'part' },
    inputs: data,
    expected: withTexts([null, null, null, 'ab', null]),
  },
  {
    title: 'A group that is no part of the match is null, an empty group is not',
    config: { column: 'code', pattern: '(?i)([a-z]*)-(1)?', group: 2, new_column: 'part' },
    inputs: data,
    expected: withTexts(['1', null, null, null, null]),
  },
  {
    title: 'Group 0 is the whole match; (?i) ignores case',
    config: { column: 'code', pattern: '(?i)AB-\\d', group: 0, new_column: 'part' },
    inputs: data,
    expected: withTexts(['AB-1', null, null, 'ab-7', null]),
  },
  {
    title: 'An empty match is the empty text',
    config: { column: 'code', pattern: '^([A-Z]*)', new_column: 'part' },
    inputs: data,
    expected: withTexts(['AB', null, '', '', '']),
  },
  {
    title: 'Integers become text first; an existing column is replaced in place',
    rules: ['cast-text'],
    config: { column: 'n', pattern: '^-?\\d', group: 0, new_column: 'n' },
    inputs: data,
    expected: {
      columns: [...DATA.slice(0, 1), { name: 'n', type: 'string' }],
      rows: ROWS.map((row, index) => [row[0] ?? null, ['9', null, '1', '-5', '0'][index] ?? null]),
    },
  },
  {
    title: 'A table without rows',
    config: { column: 'code', pattern: '(a)(b)', group: 2, new_column: 'part' },
    inputs: { in: { columns: DATA, rows: [] } },
    expected: { ...withTexts([]), rows: [] },
  },
  {
    title: 'A group that the pattern does not have is an error',
    rules: ['errors'],
    config: { column: 'code', pattern: '\\d+', new_column: 'part' },
    inputs: data,
    expected: { error: /no group 1: the pattern has no group/ },
  },
  {
    title: 'A pattern that could take for ever is an error',
    config: { column: 'code', pattern: '(\\w+\\s?)*$', new_column: 'part' },
    inputs: data,
    expected: { error: /could take for ever/ },
  },
  {
    title: 'A pattern with many optional parts that match the same text is an error',
    config: { column: 'code', pattern: `${'(a?)'.repeat(14)}c`, new_column: 'part' },
    inputs: data,
    expected: { error: /"pattern": .*could take for ever/ },
  },
  {
    title: 'A pattern that cannot be read is an error',
    config: { column: 'code', pattern: '*a', new_column: 'part' },
    inputs: data,
    expected: { error: /cannot be read/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { column: 'kode', pattern: '(a)', new_column: 'part' },
    inputs: data,
    expected: { error: /kode.*code/ },
  },
];
