import type { ExampleTable } from '../../runner/nodes/definition.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import { chain, table, type ParityCase } from './parity-case.ts';
import { parityPython } from './parity-python.ts';
import { runCases, SCRIPTS } from './parity-run.ts';

const cast = (name: string, rows: ExampleTable, type: string): ParityCase =>
  caseOf(name, rows, 'castDtypes', { casts: { 'the n': type }, errors: 'raise' });

function caseOf(name: string, rows: ExampleTable, type: string, config: JsonObject): ParityCase {
  return {
    name,
    graph: chain('parquet', [{ type, config }]),
    inputs: [{ nodeId: 'in', name: 'rows.parquet', table: rows }],
  };
}

function rowsOf(type: 'string' | 'float' | 'integer', cells: ExampleTable['rows'][number]) {
  const { rows, columns } = table(
    `n ${type}`,
    cells.map((cell) => [cell]),
  );
  return { rows, columns: columns.map((column) => ({ ...column, name: 'the n' })) };
}

/** Casts that fail in row 3, and the sentence of a run and of each script. */
const FAILING: readonly (readonly [ParityCase, string])[] = [
  [
    cast('text as integer', rowsOf('string', ['1', null, 'x', 'y']), 'integer'),
    'The text "x" cannot be read as a 64-bit integer.',
  ],
  [
    cast('text as float', rowsOf('string', ['1', 'NaN', ' x', null]), 'float'),
    'The text " x" cannot be read as a number.',
  ],
  [
    cast('text as boolean', rowsOf('string', ['1', 'TRUE', 'x']), 'boolean'),
    'The text "x" cannot be read as a boolean (true, false, 1, 0).',
  ],
  [
    cast('text as datetime', rowsOf('string', ['2024-01-01', null, '2024-13-01']), 'datetime'),
    'The text "2024-13-01" cannot be read as an ISO 8601 date or time.',
  ],
  [
    cast('float as integer', rowsOf('float', [1, null, 2.5]), 'integer'),
    '2.5 is not a whole 64-bit integer.',
  ],
  [
    cast('integer as datetime', rowsOf('integer', [1, null, 2n ** 62n]), 'datetime'),
    '4611686018427387904 is no date of the years 1 to 9999 in milliseconds since 1970.',
  ],
  [
    caseOf(
      'text of a format as datetime',
      rowsOf('string', ['1.2.2024', null, 'x']),
      'parseDates',
      {
        columns: ['the n'],
        format: '%d.%m.%Y',
        errors: 'raise',
      },
    ),
    'The text "x" cannot be read as a date of the format %d.%m.%Y.',
  ],
  [
    caseOf('a cast of an expression', rowsOf('string', ['1', null, 'x']), 'calculatedColumn', {
      column_name: 'y',
      expression: 'cast(`the n` as integer) + 1',
    }),
    'The text "x" cannot be read as a 64-bit integer.',
  ],
];

const outcomes = await runCases(
  FAILING.map(([parityCase]) => parityCase),
  await parityPython(),
);

it.each(FAILING.map(([{ name }, reason]) => [name, reason] as const))(
  'names column, row and value in a run and in every script: %s',
  (name, reason) => {
    const { engines, scripts } = outcomes.get(name) ?? {};
    const results = [
      ...Object.values(engines ?? {}),
      ...SCRIPTS.flatMap((script) => scripts?.[script] ?? []),
    ];
    expect(results.length).toBeGreaterThan(1);
    for (const result of results) {
      expect('error' in result ? result.error : 'no error').toContain(
        `Column "the n", row 3 of the input: ${reason}`,
      );
    }
  },
);
