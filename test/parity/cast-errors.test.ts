import type { ExampleTable } from '../../runner/nodes/definition.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import { chain, table, type ParityCase } from './parity-case.ts';
import { parityPython } from './parity-python.ts';
import { runCases, SCRIPTS } from './parity-run.ts';

const cast = (name: string, rows: ExampleTable, type: string): ParityCase =>
  caseOf(name, rows, 'castDtypes', { casts: { 'the n': type }, errors: 'raise' });

const calculated = (name: string, rows: ExampleTable, expression: string): ParityCase =>
  caseOf(name, rows, 'calculatedColumn', { column_name: 'y', expression });

function caseOf(name: string, rows: ExampleTable, type: string, config: JsonObject): ParityCase {
  const graph = chain('parquet', [{ type, config }]);
  const nodes = graph.nodes.map((node) =>
    node.type === type ? { ...node, data: { ...node.data, label: 'Its "{}" label' } } : node,
  );
  return {
    name,
    graph: { ...graph, nodes },
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

const ROW_3 = 'Column "the n", row 3 of the input: ';
const COERCE = ', or set "errors" to "coerce", which makes such values null.';
const TRY_CAST = ', or use try_cast, which makes such values null.';

const PATTERN_NAME: ParityCase = caseOf(
  'a column whose name is also a pattern',
  table('^x$ string', [['1'], [null], ['x']]),
  'castDtypes',
  { casts: { '^x$': 'integer' }, errors: 'raise' },
);

const texts = rowsOf('string', ['1', null, 'x']);

/** Casts that fail, and the sentence of a run and of each script after the name of the node. */
const FAILING: readonly (readonly [ParityCase, string])[] = [
  [
    cast('text as integer', rowsOf('string', ['1', null, 'x', 'y']), 'integer'),
    `${ROW_3}The text "x" cannot be read as a 64-bit integer. Correct it${COERCE}`,
  ],
  [
    cast('text as float', rowsOf('string', ['1', 'NaN', ' x', null]), 'float'),
    `${ROW_3}The text " x" cannot be read as a number. Correct it${COERCE}`,
  ],
  [
    cast('text as boolean', rowsOf('string', ['1', 'TRUE', 'x']), 'boolean'),
    `${ROW_3}The text "x" cannot be read as a boolean (true, false, 1, 0). Correct it${COERCE}`,
  ],
  [
    cast('text as datetime', rowsOf('string', ['2024-01-01', null, '2024-13-01']), 'datetime'),
    `${ROW_3}The text "2024-13-01" cannot be read as an ISO 8601 date or time. Correct it, or set "format" to the form of the dates, such as "%d.%m.%Y"${COERCE}`,
  ],
  [
    cast('float as integer', rowsOf('float', [1, null, 2.5]), 'integer'),
    `${ROW_3}2.5 is not a whole 64-bit integer. Round it first${COERCE}`,
  ],
  [
    cast('small float as integer', rowsOf('float', [1, null, 0.000_05]), 'integer'),
    `${ROW_3}0.00005 is not a whole 64-bit integer. Round it first${COERCE}`,
  ],
  [
    cast('integer as datetime', rowsOf('integer', [1, null, 2n ** 62n]), 'datetime'),
    `${ROW_3}4611686018427387904 is no date of the years 1 to 9999 in milliseconds since 1970. Correct it first${COERCE}`,
  ],
  [
    PATTERN_NAME,
    'Column "^x$", row 3 of the input: ' +
      `The text "x" cannot be read as a 64-bit integer. Correct it${COERCE}`,
  ],
  ...(
    [
      ['another text', '%d.%m.%Y', ['1.2.2024', null, 'x'], 'x'],
      ['a day that no month has', '%d.%m.%Y', ['1.2.2024', null, '30.2.2024'], '30.2.2024'],
      ['a text without its fraction', '%Y-%m-%dT%H:%M:%S.%f', [null, null, 'x'], 'x'],
      ['a text without its day', '%m/%Y', ['1/2024', null, '2024'], '2024'],
    ] as const
  ).map(([what, format, cells, cell]): readonly [ParityCase, string] => [
    caseOf(`${what} of a format`, rowsOf('string', cells), 'parseDates', {
      columns: ['the n'],
      format,
      errors: 'raise',
    }),
    `${ROW_3}The text "${cell}" cannot be read as a date of the format ${format}. Correct it, or change "format"${COERCE}`,
  ]),
  [
    calculated('a cast of an expression', texts, 'cast(`the n` as integer) + 1'),
    `${ROW_3}The text "x" cannot be read as a 64-bit integer. Correct it${TRY_CAST}`,
  ],
  [
    calculated('a cast of a computed text', texts, 'cast(concat(`the n`,\n "{}") as float) * 2'),
    'Expression "cast(concat(`the n`, "{}") as float)", row 1 of the input: ' +
      `The text "1{}" cannot be read as a number. Correct it${TRY_CAST}`,
  ],
  [
    calculated('a cast within a condition', texts, 'if(`the n` = "1", cast("y" as integer), 2)'),
    'Expression "cast("y" as integer)", row 1 of the input: ' +
      `The text "y" cannot be read as a 64-bit integer. Correct it${TRY_CAST}`,
  ],
  [
    calculated('a constant text', texts, 'cast("abc" as integer)'),
    `The text "abc" cannot be read as a 64-bit integer. Correct it${TRY_CAST}`,
  ],
  [
    calculated('a constant text in a formula', texts, '1 + year(cast("2024-13-01" as datetime))'),
    `The text "2024-13-01" cannot be read as an ISO 8601 date or time. Correct it${TRY_CAST}`,
  ],
  [
    calculated('a constant number', texts, 'cast(2.5 / 2 as integer)'),
    `1.25 is not a whole 64-bit integer. Round it first${TRY_CAST}`,
  ],
  [
    caseOf('a constant condition', texts, 'filterExpression', {
      expression: 'cast("maybe" as boolean)',
    }),
    `The text "maybe" cannot be read as a boolean (true, false, 1, 0). Correct it${TRY_CAST}`,
  ],
];

const python = await parityPython();
const outcomes = await runCases(
  FAILING.map(([parityCase]) => parityCase),
  python,
);

it.each(FAILING.map(([{ name }, reason]) => [name, reason] as const))(
  'raises one sentence with node, place, value and remedy in a run and in every script: %s',
  (name, reason) => {
    const { engines, scripts } = outcomes.get(name) ?? {};
    const results = [
      ...Object.values(engines ?? {}),
      ...SCRIPTS.flatMap((script) => scripts?.[script] ?? []),
    ];
    expect(results).toHaveLength(python === null ? 2 : 5);
    for (const result of results) {
      expect('error' in result ? result.error : 'no error').toContain(
        `Its "{}" label (step1): ${reason}`,
      );
    }
  },
);
