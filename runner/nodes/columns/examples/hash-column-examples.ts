import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const DATA: readonly ColumnSchema[] = [
  { name: 'first', type: 'string' },
  { name: 'last name', type: 'string' },
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 'ok', type: 'boolean' },
  { name: 'day', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  ['a', 'bc', 9007199254740993n, 2, true, '2024-02-29T00:00:00'],
  ['ab', 'c', null, 2.5, false, '2024-01-01T12:30:00.5'],
  [null, 'a', 10, null, null, null],
  ['a', null, -1, null, null, null],
  ['', null, 1, null, null, null],
  [null, '', null, null, null, null],
  [null, null, null, null, null, null],
];
const data = { in: { columns: DATA, rows: ROWS } };

/** The expected table: the input and a further column. */
function withDigests(digests: readonly (string | null)[]): ExampleTable {
  return {
    columns: [...DATA, { name: 'hash', type: 'string' }],
    rows: ROWS.map((row, index) => [...row, digests[index] ?? null]),
  };
}

/** Worked examples of `hashColumn`. */
export const hashColumnExamples: readonly NodeExample[] = [
  {
    title: 'The digest of one column is that of its text; null stays null',
    rules: ['config-default'],
    config: { columns: ['name'], new_column: 'hash' },
    inputs: {
      in: {
        columns: [{ name: 'name', type: 'string' }],
        rows: [['abc'], [''], ['é'], ['😀'], [null], ['abc']],
      },
    },
    expected: {
      columns: [
        { name: 'name', type: 'string' },
        { name: 'hash', type: 'string' },
      ],
      rows: [
        ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
        ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
        ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
        ['😀', 'f0443a342c5ef54783a111b51ba56c938e474c32324d90c3a60c9c8e3a37e2d9'],
        [null, null],
        ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
      ],
    },
  },
  {
    title: 'Several columns: rows that differ have different digests, also beside nulls',
    config: { columns: ['first', 'last name'], new_column: 'hash', algorithm: 'md5' },
    inputs: data,
    // The digests of 1:a2:bc, 2:ab1:c, -1:a, 1:a-, 0:-, -0: and --.
    expected: withDigests([
      'c899d7cd06102a9d8c7a6ecdb67d783e',
      '56881f02774bf192b185174ec9fa299c',
      '769ec62635dfce5f12928ce4539944ab',
      '2fda78e71b819af7f1b76b836438d609',
      '414aaf73cb9a394db274f4c3ee4c0f78',
      'e6580deded247c5634ce57bf1e880b1d',
      'cfab1ba8c67c7c838db98d666f02a132',
    ]),
  },
  {
    title: 'A large integer is read as exact text',
    rules: ['bigint', 'cast-text'],
    config: { columns: ['n'], new_column: 'hash', algorithm: 'md5' },
    inputs: data,
    expected: withDigests([
      '322d1e02970a2deaaf671adaf4e026c7',
      null,
      'd3d9446802a44259755d38e6d163e820',
      '6bb61e3b7bce0931da574d19d1d82c88',
      'c4ca4238a0b923820dcc509a6f75849b',
      null,
      null,
    ]),
  },
  {
    title: 'A float that is whole has a decimal place in its text',
    rules: ['cast-text'],
    config: { columns: ['x'], new_column: 'hash', algorithm: 'md5' },
    inputs: data,
    expected: withDigests(['d1bd83a33f1a841ab7fda32449746cc4', '8221435bcce913b5c2dc22eaf6cb6590']),
  },
  {
    title: 'Dates and booleans are read as text',
    rules: ['cast-text'],
    config: { columns: ['day'], new_column: 'ok', algorithm: 'md5', keep_original: false },
    inputs: data,
    expected: {
      columns: [...DATA.slice(0, 4), { name: 'ok', type: 'string' }],
      rows: ROWS.map((row, index) => [
        ...row.slice(0, 4),
        ['223998743f4c2309fac8af86f78bf931', '8bf8a9925f4738b1e1881cafca57cd7c'][index] ?? null,
      ]),
    },
  },
  {
    title: 'A new column with the name of an original replaces it in place; odd names are kept',
    rules: ['text-len'],
    config: { columns: ['^b$', '*'], new_column: '^b$', algorithm: 'md5', keep_original: false },
    inputs: {
      in: {
        columns: [
          { name: '^b$', type: 'string' },
          { name: 'n', type: 'integer' },
          { name: '*', type: 'integer' },
        ],
        rows: [
          ['😀', 1, 1],
          ['-', 2, 1],
        ],
      },
    },
    expected: {
      columns: [
        { name: '^b$', type: 'string' },
        { name: 'n', type: 'integer' },
      ],
      // The digests of 1:😀1:1, a character that JavaScript counts as two, and 1:-1:1.
      rows: [
        ['73986a8fccc15c9a8c61adacca3db76b', 1],
        ['da0374dcad8feadd0b91e6525dac9835', 2],
      ],
    },
  },
  {
    title: 'SHA-512 digests of a text',
    config: { columns: ['t'], new_column: 't', algorithm: 'sha512' },
    inputs: { in: { columns: [{ name: 't', type: 'string' }], rows: [['abc']] } },
    expected: {
      columns: [{ name: 't', type: 'string' }],
      rows: [
        [
          'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
        ],
      ],
    },
  },
  {
    title: 'A column without a value has no digests',
    config: { columns: ['none'], new_column: 'hash' },
    inputs: { in: { columns: [{ name: 'none', type: 'null' }], rows: [[null]] } },
    expected: {
      columns: [
        { name: 'none', type: 'null' },
        { name: 'hash', type: 'string' },
      ],
      rows: [[null, null]],
    },
  },
  {
    title: 'A table without rows',
    config: { columns: ['first', 'n'], new_column: 'hash' },
    inputs: { in: { columns: DATA, rows: [] } },
    expected: { columns: [...DATA, { name: 'hash', type: 'string' }], rows: [] },
  },
  {
    title: 'A repeated column is an error',
    rules: ['dup-columns'],
    config: { columns: ['first', 'first'], new_column: 'hash' },
    inputs: data,
    expected: { error: /"first" occurs more than once/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { columns: ['frist'], new_column: 'hash' },
    inputs: data,
    expected: { error: /frist.*first/ },
  },
  {
    title: 'An unknown algorithm is an error with the possible ones',
    config: { columns: ['first'], new_column: 'hash', algorithm: 'xxhash' },
    inputs: data,
    expected: { error: /"algorithm".*sha256/ },
  },
];
