import type { FileFormat } from '../../runner/domain/file-format.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { checkCases } from './check-cases.ts';
import { parityPython } from './parity-python.ts';
import {
  chain,
  fileInputNode,
  fileOutputNode,
  table,
  type CaseInput,
  type ParityCase,
} from './parity-case.ts';

const COLUMNS = 'id integer, none null';
const ROWS: ExampleTable['rows'] = [
  [1, null],
  [2, null],
  [1, null],
];
const INPUT = table(COLUMNS, ROWS);
const TYPES = ['i integer', 'f float', 'b boolean', 'd datetime', 's string', 'n null'];
const VALUES = [9007199254740993n, 2.5, true, '2024-02-29T00:00:00', 'x', null];

/** A flow of one node that reads `id` and the column of nulls `none`. */
function onNulls(
  name: string,
  node: { readonly type: string; readonly config: JsonObject },
  expected: ExampleTable,
): ParityCase {
  return {
    name,
    graph: chain('parquet', [node]),
    inputs: [{ nodeId: 'in', name: 'in.parquet', table: INPUT }],
    expected: { out: expected },
  };
}

/** A flow of one node with several inputs, by their handles. */
function onInputs(
  name: string,
  node: { readonly type: string; readonly config: JsonObject },
  inputs: readonly (readonly [handle: string, input: ExampleTable])[],
  expected: ExampleTable,
): ParityCase {
  const ids = inputs.map((_input, at) => `in${at}`);
  return {
    name,
    graph: {
      nodes: [
        ...ids.map((id) => fileInputNode(id, 'parquet')),
        { id: 'node', type: node.type, data: { config: node.config } },
        fileOutputNode('out', 'parquet'),
      ],
      edges: [
        ...inputs.map(([handle], at) => ({
          source: ids[at] ?? '',
          target: 'node',
          targetHandle: handle,
        })),
        { source: 'node', target: 'out' },
      ],
    },
    inputs: inputs.map(([, input], at) => ({
      nodeId: ids[at] ?? '',
      name: `in${at}.parquet`,
      table: input,
    })),
    expected: { out: expected },
  };
}

function calculated(expression: string, type: string, value: ExampleTable['rows'][0][0]) {
  return onNulls(
    `calculates ${expression}`,
    { type: 'calculatedColumn', config: { column_name: 'x', expression } },
    table(
      `${COLUMNS}, x ${type}`,
      ROWS.map((row) => [...row, value]),
    ),
  );
}

const NOTHING = table(COLUMNS, []);
const filtered = (config: JsonObject, expected: ExampleTable): ParityCase =>
  onNulls(
    `filters by ${JSON.stringify(config)}`,
    { type: 'filterRows', config: { column: 'none', ...config } },
    expected,
  );

const concat = { type: 'concatRows', config: {} } as const;
const join = (how: string): { readonly type: string; readonly config: JsonObject } => ({
  type: 'join',
  config: { how, on: ['k'] },
});
const LEFT = table('k null, a integer', [[null, 1]]);
const RIGHT = table('k integer, b string', [
  [7, 'x'],
  [null, 'y'],
]);

const cases: readonly ParityCase[] = [
  onInputs(
    'concatenates a column of nulls with any type',
    concat,
    [
      [
        'in',
        table(TYPES.map((column) => column.replace(/ .*/, ' null')).join(', '), [
          VALUES.map(() => null),
        ]),
      ],
      ['in', table(TYPES.join(', '), [VALUES])],
      ['in', table('other null', [[null]])],
    ],
    table(`${TYPES.join(', ')}, other null`, [
      [...VALUES.map(() => null), null],
      [...VALUES, null],
      [...VALUES.map(() => null), null],
    ]),
  ),
  onInputs(
    'joins nothing on a key of nulls',
    join('inner'),
    [
      ['left', LEFT],
      ['right', RIGHT],
    ],
    table('k null, a integer, b string', []),
  ),
  onInputs(
    'keeps the unmatched rows of both sides of a key of nulls',
    join('outer'),
    [
      ['left', LEFT],
      ['right', RIGHT],
    ],
    table('k integer, a integer, b string', [
      [null, 1, null],
      [7, null, 'x'],
      [null, null, 'y'],
    ]),
  ),
  onInputs(
    'keeps the left rows when the right key is nulls',
    join('left'),
    [
      ['left', RIGHT],
      ['right', LEFT],
    ],
    table('k integer, b string, a integer', [
      [7, 'x', null],
      [null, 'y', null],
    ]),
  ),
  onInputs(
    'keeps the left rows when both keys are nulls',
    join('left'),
    [
      ['left', LEFT],
      ['right', table('k null, b string', [[null, 'x']])],
    ],
    table('k null, a integer, b string', [[null, 1, null]]),
  ),
  onNulls(
    'aggregates a column of nulls',
    {
      type: 'groupByAggregate',
      config: {
        group_by: ['id'],
        aggregations: { none: ['sum', 'mean', 'prod', 'std', 'count', 'nunique', 'min', 'first'] },
      },
    },
    table(
      'id integer, none_sum integer, none_mean float, none_prod integer, none_std float, none_count integer, none_nunique integer, none_min null, none_first null',
      [
        [1, 0, null, null, null, 0, 0, null, null],
        [2, 0, null, null, null, 0, 0, null, null],
      ],
    ),
  ),
  onNulls(
    'groups by a column of nulls',
    { type: 'groupByAggregate', config: { group_by: ['none'], aggregations: { id: 'sum' } } },
    table('none null, id integer', [[null, 4]]),
  ),
  onNulls(
    'sorts by a column of nulls',
    { type: 'sortRows', config: { columns: ['none', 'id'], ascending: [false, false] } },
    table(COLUMNS, [
      [2, null],
      [1, null],
      [1, null],
    ]),
  ),
  onNulls(
    'removes duplicates by a column of nulls',
    { type: 'removeDuplicates', config: { subset: ['none'] } },
    table(COLUMNS, [[1, null]]),
  ),
  onNulls('drops null rows', { type: 'dropNulls', config: { subset: [], how: 'any' } }, NOTHING),
  ...(
    [
      ['integer', 7, 7],
      ['float', 2.5, 2.5],
      ['boolean', true, true],
      ['string', 'x', 'x'],
    ] as const
  ).map(([type, value, cell]) =>
    onNulls(
      `fills nulls with a value of type ${type}`,
      { type: 'fillNulls', config: { strategy: 'constant', value, columns: ['none'] } },
      table(
        `id integer, none ${type}`,
        ROWS.map(([id]) => [id ?? null, cell]),
      ),
    ),
  ),
  ...['zero', 'mean', 'median', 'mode', 'min', 'ffill'].map((strategy) =>
    onNulls(
      `leaves a column of nulls alone with ${strategy}`,
      { type: 'fillNulls', config: { strategy, columns: ['none'] } },
      INPUT,
    ),
  ),
  ...['integer', 'float', 'boolean', 'datetime', 'string'].map((type) =>
    onNulls(
      `casts a column of nulls to ${type}`,
      { type: 'castDtypes', config: { casts: { none: type } } },
      table(`id integer, none ${type}`, ROWS),
    ),
  ),
  filtered({ operator: '==', value: 'x' }, NOTHING),
  filtered({ operator: '!=', value: 1 }, NOTHING),
  filtered({ operator: 'between', value: 1.5, value2: 2 }, NOTHING),
  filtered({ operator: 'in', value: [1, 'a'] }, NOTHING),
  filtered({ operator: 'contains', value: 'a' }, NOTHING),
  filtered({ operator: 'isnull' }, INPUT),
  filtered({ operator: 'notnull' }, NOTHING),
  calculated('null', 'null', null),
  calculated('none', 'null', null),
  calculated('coalesce(none, id * 0)', 'integer', 0),
  calculated('coalesce(none, none)', 'null', null),
  calculated("case when none then 'a' else none end", 'string', null),
  calculated('if(id > 0, none, null)', 'null', null),
  calculated('none + 1', 'float', null),
  calculated("none + 'a'", 'string', null),
  calculated('none == id', 'boolean', null),
  calculated('none == none', 'boolean', null),
  calculated('none in (1, 2)', 'boolean', null),
  calculated('none is null and not (none is not null)', 'boolean', true),
  calculated('upper(none)', 'string', null),
  calculated('year(none)', 'integer', null),
  calculated('round(none)', 'float', null),
  calculated('cast(none as datetime)', 'datetime', null),
];

checkCases('a column of nulls', cases, await parityPython());

function emptyColumn(name: string, format: FileFormat, text: string): ParityCase {
  const bytes = Buffer.from(text);
  const empty: CaseInput = { nodeId: 'empty', name: `empty.${format}`, format, bytes };
  return {
    name,
    graph: {
      nodes: [
        fileInputNode('empty', format),
        fileInputNode('full', 'csv'),
        { id: 'node', type: 'concatRows', data: { config: {} } },
        fileOutputNode('out', 'parquet'),
        fileOutputNode('csv', 'csv'),
        fileOutputNode('json', 'json'),
        fileOutputNode('excel', 'excel'),
        fileOutputNode('alone', 'parquet'),
      ],
      edges: [
        { source: 'empty', target: 'node' },
        { source: 'full', target: 'node' },
        { source: 'node', target: 'out' },
        ...['csv', 'json', 'excel', 'alone'].map((target) => ({ source: 'empty', target })),
      ],
    },
    inputs: [
      empty,
      { nodeId: 'full', name: 'full.csv', format: 'csv', bytes: Buffer.from('id,x\n3,1.5\n') },
    ],
    expected: {
      out: table('id integer, x float', [
        [1, null],
        [2, null],
        [3, 1.5],
      ]),
      alone: table('id integer, x null', [
        [1, null],
        [2, null],
      ]),
    },
  };
}

checkCases(
  'a file with an empty column',
  [
    emptyColumn('CSV', 'csv', 'id,x\n1,\n2,""\n'),
    emptyColumn('JSON', 'json', '[{"id":1,"x":null},{"id":2}]'),
    emptyColumn('JSON Lines', 'jsonl', '{"id":1,"x":null}\n{"id":2}\n'),
  ],
  await parityPython(),
);
