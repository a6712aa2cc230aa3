import type { JsonObject } from '../../runner/domain/json.ts';
import { nasty, noRows, rightSide } from './nasty-table.ts';
import { chain, fileInputNode, fileOutputNode, type ParityCase, table } from './parity-case.ts';

type Step = readonly [type: string, config: JsonObject];

const KEYS = ['key', 'n', 'x', 'ok', 'at', 'a "b"', '*', '^n.*$', '1'];

const AGGREGATIONS: JsonObject = {
  id: ['count', 'sum', 'mean', 'min', 'max', 'median', 'nunique', 'std', 'var', 'prod'],
  n: ['first', 'last', 'min', 'max', 'count', 'nunique'],
  x: ['first', 'last', 'count', 'nunique', 'min', 'max'],
  at: ['min', 'max', 'first', 'last', 'nunique', 'count'],
  'a "b"': ['min', 'max', 'first', 'last', 'nunique', 'count'],
  '*': ['sum', 'mean', 'median', 'std', 'var', 'min', 'max', 'count'],
  '^n.*$': ['sum', 'mean', 'median', 'count', 'min'],
};

/** Aggregations of every column except the key. */
function aggregationsWithout(key: string): JsonObject {
  return Object.fromEntries(Object.entries(AGGREGATIONS).filter(([name]) => name !== key));
}

const STEPS: Readonly<Record<string, readonly Step[]>> = {
  ...Object.fromEntries(
    KEYS.flatMap((key): [string, readonly Step[]][] => [
      [
        `sort by ${key}, falling, nulls first`,
        [['sortRows', { columns: [key], ascending: false, na_position: 'first' }]],
      ],
      [
        `group by ${key}`,
        [['groupByAggregate', { group_by: [key], aggregations: aggregationsWithout(key) }]],
      ],
      [
        `first of each ${key}, sorted`,
        [
          ['removeDuplicates', { subset: [key] }],
          ['sortRows', { columns: [key] }],
        ],
      ],
    ]),
  ),
  'last of each': [['removeDuplicates', { subset: ['key', 'ok'], keep: 'last' }]],
  'only once': [['removeDuplicates', { subset: ['x'], keep: false }]],
  'only once, of results with zeros of both signs and without a number': [
    ['calculatedColumn', { column_name: 'zero', expression: 'x * 0' }],
    ['selectColumns', { columns: ['zero', 'ok'] }],
    ['removeDuplicates', { keep: false }],
  ],
  'sort by three columns': [
    ['sortRows', { columns: ['ok', 'key', 'x'], ascending: [false, true, false] }],
  ],
  'group by two columns': [
    ['groupByAggregate', { group_by: ['ok', 'key'], aggregations: { x: 'count', n: 'max' } }],
  ],
  'whole rows once': [
    ['selectColumns', { columns: ['key', 'ok', '1'] }],
    ['removeDuplicates', {}],
  ],
  'a page of rows': [['limitRows', { n: 3, offset: 4 }]],
  'a page beyond the end': [['limitRows', { n: 3, offset: 400 }]],
  'names swapped, then sorted': [
    ['renameColumns', { mapping: { '*': '^n.*$', '^n.*$': '*', '1': 'one two' } }],
    ['sortRows', { columns: ['one two', '*'], ascending: [false, true] }],
    ['dropColumns', { columns: ['^n.*$'] }],
  ],
};

const WIDE_NAMES = Array.from({ length: 20 }, (_, at) => `c${at}`);

function stepsOf(steps: readonly Step[]): Parameters<typeof chain>[1] {
  return steps.map(([type, config]) => ({ type, config }));
}

/** Table nodes on the nasty table, and some on empty tables. */
export function tableFlows(): readonly ParityCase[] {
  const flows = Object.entries(STEPS);
  const ofNothing = flows.filter(
    ([name]) => !KEYS.some((key) => key !== 'key' && name.includes(` ${key}`)),
  );
  return [
    ...flows.map(([name, steps]): ParityCase => ({
      name,
      graph: chain('parquet', stepsOf(steps)),
      inputs: [{ nodeId: 'in', name: 'nasty.parquet', table: nasty }],
    })),
    ...ofNothing.map(([name, steps]): ParityCase => ({
      name: `${name}, of no rows`,
      graph: chain('parquet', stepsOf(steps)),
      inputs: [{ nodeId: 'in', name: 'nasty.parquet', table: noRows }],
    })),
    ...JOINS.map(joinFlow),
    computedKeyFlow('left', 'n_x'),
    computedKeyFlow('anti', 'n'),
    joinedTestFlow(),
    stackedFlow(),
    splitFlow({ share: 0.4 }),
    splitFlow({ by: 'condition', expression: 'n > 0' }),
    repeatedNodesFlow(),
    ...WIDE_STEPS.map(wideFlow),
  ];
}

/** Steps with statistics of more columns than a lazy script leaves to its plan. */
const WIDE_STEPS: readonly (readonly Step[])[] = [
  [['describe', {}]],
  [['fillNulls', { strategy: 'median' }]],
  ...['drop', 'clip'].map((action): readonly Step[] => [
    ['removeOutliers', { columns: WIDE_NAMES, method: 'zscore', threshold: 1.5, action }],
    ['filterRows', { column: 'c1', operator: 'notnull' }],
  ]),
];

function wideFlow(steps: readonly Step[]): ParityCase {
  const wide = table(
    WIDE_NAMES.map((name) => `${name} float`).join(', '),
    [1, 2, null, -3, 500, 4].map((cell, row) =>
      WIDE_NAMES.map((_name, at) => (cell === null || (at + row) % 7 === 0 ? null : cell * at)),
    ),
  );
  return {
    name: `many columns: ${JSON.stringify(steps.map(([type, { action }]) => [type, action]))}`,
    graph: chain('parquet', stepsOf(steps)),
    inputs: [{ nodeId: 'in', name: 'wide.parquet', table: wide }],
  };
}

const JOINS: readonly JsonObject[] = ['inner', 'left', 'right', 'outer', 'semi', 'anti'].flatMap(
  (how) => [
    { how, on: 'key' },
    { how, on: ['key', 'n'], suffixes: ['_left', '_right'] },
    { how, left_on: ['n'], right_on: ['y'] },
    { how, left_on: ['x'], right_on: ['share'], suffixes: ['', '_2'] },
  ],
);

function joinFlow(config: JsonObject): ParityCase {
  const sortColumns = config.how === 'semi' || config.how === 'anti' ? ['id'] : ['id', 'y'];
  return {
    name: `join ${JSON.stringify(config)}`,
    graph: {
      nodes: [
        fileInputNode('l', 'parquet'),
        fileInputNode('r', 'parquet'),
        { id: 'j', type: 'join', data: { config } },
        // The order of rows after a right or outer join is unspecified.
        { id: 's', type: 'sortRows', data: { config: { columns: sortColumns } } },
        fileOutputNode('out', 'parquet'),
      ],
      edges: [
        { source: 'l', target: 'j', targetHandle: 'left' },
        { source: 'r', target: 'j', targetHandle: 'right' },
        { source: 'j', target: 's' },
        { source: 's', target: 'out' },
      ],
    },
    inputs: [
      { nodeId: 'l', name: 'nasty.parquet', table: nasty },
      { nodeId: 'r', name: 'right.parquet', table: rightSide },
    ],
  };
}

/** Integers stay integers after a join with floats. */
function computedKeyFlow(how: string, column: string): ParityCase {
  const steps: readonly Step[] = [
    ['calculatedColumn', { column_name: 'root', expression: `sqrt(${column})` }],
    ['filterRows', { column, operator: 'isnull' }],
    ['sortRows', { columns: ['id'] }],
  ];
  const { nodes, edges } = chain('parquet', stepsOf(steps));
  return {
    name: `the key of a join (${how}), computed with`,
    graph: {
      nodes: [
        fileInputNode('l', 'parquet'),
        fileInputNode('r', 'parquet'),
        { id: 'in', type: 'join', data: { config: { how, left_on: ['n'], right_on: ['y'] } } },
        ...nodes.filter(({ id }) => id !== 'in'),
      ],
      edges: [
        { source: 'l', target: 'in', targetHandle: 'left' },
        { source: 'r', target: 'in', targetHandle: 'right' },
        ...edges,
      ],
    },
    inputs: [
      { nodeId: 'l', name: 'nasty.parquet', table: nasty },
      { nodeId: 'r', name: 'right.parquet', table: rightSide },
    ],
  };
}

/** A test for null is never null, except where a row has no match. */
function joinedTestFlow(): ParityCase {
  const config = { how: 'left', on: 'key' };
  const test = { column_name: 'unknown', expression: 'y is null' };
  return {
    name: 'a test for null, joined',
    graph: {
      nodes: [
        fileInputNode('l', 'parquet'),
        fileInputNode('r', 'parquet'),
        { id: 'test', type: 'calculatedColumn', data: { config: test } },
        { id: 'join', type: 'join', data: { config } },
        { id: 'not', type: 'filterExpression', data: { config: { expression: 'not unknown' } } },
        fileOutputNode('joined', 'parquet'),
        fileOutputNode('out', 'parquet'),
      ],
      edges: [
        { source: 'r', target: 'test' },
        { source: 'l', target: 'join', targetHandle: 'left' },
        { source: 'test', target: 'join', targetHandle: 'right' },
        { source: 'join', target: 'not' },
        { source: 'join', target: 'joined' },
        { source: 'not', target: 'out' },
      ],
    },
    inputs: [
      { nodeId: 'l', name: 'nasty.parquet', table: nasty },
      { nodeId: 'r', name: 'right.parquet', table: rightSide },
    ],
  };
}

function stackedFlow(): ParityCase {
  return {
    name: 'two tables stacked, one of them twice',
    graph: {
      nodes: [
        fileInputNode('l', 'parquet'),
        fileInputNode('r', 'parquet'),
        { id: 'c', type: 'concatRows', data: { config: {} } },
        fileOutputNode('out', 'parquet'),
      ],
      edges: [
        { source: 'r', target: 'c' },
        { source: 'l', target: 'c' },
        { source: 'r', target: 'c' },
        { source: 'c', target: 'out' },
      ],
    },
    inputs: [
      { nodeId: 'l', name: 'nasty.parquet', table: nasty },
      { nodeId: 'r', name: 'right.parquet', table: rightSide },
    ],
  };
}

/** Both outputs of a node with two, joined again in the other order; one is also written alone. */
function splitFlow(config: JsonObject): ParityCase {
  return {
    name: `both outputs of a split by ${JSON.stringify(config)}`,
    graph: {
      nodes: [
        fileInputNode('in', 'parquet'),
        { id: 's', type: 'splitRows', data: { label: 'Orders', config } },
        { id: 'c', type: 'concatRows', data: { config: {} } },
        fileOutputNode('rest', 'parquet'),
        fileOutputNode('out', 'parquet'),
      ],
      edges: [
        { source: 'in', target: 's' },
        { source: 's', sourceHandle: 'rest', target: 'c' },
        { source: 's', sourceHandle: 'first', target: 'c' },
        { source: 's', sourceHandle: 'rest', target: 'rest' },
        { source: 'c', target: 'out' },
      ],
    },
    inputs: [{ nodeId: 'in', name: 'nasty.parquet', table: nasty }],
  };
}

/** Nodes that need variables of their own, each of them twice. */
function repeatedNodesFlow(): ParityCase {
  const node = (id: string, type: string, config: JsonObject) => ({ id, type, data: { config } });
  const table = {
    columns: [
      { name: 'day', type: 'integer' as const },
      { name: 'city', type: 'string' as const },
      { name: 'total', type: 'integer' as const },
    ],
    rows: [
      [1, 'Bonn', 5],
      [1, 'Ulm', 7],
      [2, 'Bonn', 1],
    ],
  };
  return {
    name: 'two checks of each kind, two samples and two pivots of heads that the script finds',
    graph: {
      nodes: [
        fileInputNode('in', 'parquet'),
        node('total', 'assertNotNull', { columns: ['total'] }),
        node('city', 'assertNotNull', { columns: ['city'], mode: '{{ mode }}' }),
        node('some', 'assertRowCount', { min_rows: 1 }),
        node('few', 'assertRowCount', { max_rows: 9, mode: '{{ mode }}' }),
        node('half', 'splitRows', { share: 0.5 }),
        node('third', 'splitRows', { share: 0.3 }),
        node('both', 'concatRows', {}),
        node('all', 'concatRows', {}),
        node('days', 'pivot', { index: ['city'], columns: 'day', values: 'total' }),
        node('cities', 'pivot', { index: ['day'], columns: 'city', values: 'total' }),
        ...['halves', 'thirds', 'by-day', 'by-city'].map((id) => fileOutputNode(id, 'parquet')),
      ],
      edges: [
        { source: 'in', target: 'total' },
        { source: 'total', target: 'city' },
        { source: 'city', target: 'some' },
        { source: 'some', target: 'few' },
        { source: 'few', target: 'half' },
        { source: 'few', target: 'third' },
        { source: 'few', target: 'days' },
        { source: 'few', target: 'cities' },
        ...['first', 'rest'].flatMap((sourceHandle) => [
          { source: 'half', sourceHandle, target: 'both' },
          { source: 'third', sourceHandle, target: 'all' },
        ]),
        { source: 'both', target: 'halves' },
        { source: 'all', target: 'thirds' },
        { source: 'days', target: 'by-day' },
        { source: 'cities', target: 'by-city' },
      ],
      parameters: [{ name: 'mode', type: 'string', default: 'error' }],
    },
    inputs: [{ nodeId: 'in', name: 'totals.parquet', table }],
  };
}
