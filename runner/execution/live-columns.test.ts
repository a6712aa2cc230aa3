import { IN, OUT, useFlowExecution } from '../../test/support/flow-execution.ts';
import { storeDataset, type TestFlow } from '../../test/support/flow-workspace.ts';
import { ENGINES } from '../domain/engine.ts';
import type { NodeResult, RunResult } from '../domain/run-result.ts';

const flows = useFlowExecution();

/** Large enough that polars spools each of the first nodes. */
const ROWS = 110_000;

type Nodes = TestFlow['nodes'];

const GROUP = [
  'groupByAggregate',
  { group_by: ['shop'], aggregations: { id: 'sum', amount: 'max' } },
] as const;
const joinOf = (how: string): readonly [string, object] => ['join', { on: 'shop', how }];
const byTwo = ['sortRows', { columns: ['shop', 'amount'], ascending: [false, true] }] as const;

const computed = (column_name: string, expression: string) =>
  ['calculatedColumn', { column_name, expression }] as const;

/** Computed columns that only samples show, moved by a filter, a sort and a join without a match. */
const DEAD_COLUMNS: readonly [string, Nodes, string] = [
  'computed columns',
  {
    in: IN,
    shops: IN,
    half: computed('half', 'amount / 2'),
    text: computed('text', "concat(coalesce(shop, 'none'), '-', half)"),
    late: ['filterRows', { column: 'id', operator: '>', value: 30 }],
    sorted: ['sortRows', { columns: ['id'], ascending: false }],
    big: ['join', { on: 'shop', how: 'right' }],
    length: computed('length', 'length(text)'),
    group: GROUP,
    out: OUT,
  },
  'in>half half>text text>late late>sorted shops>big.right sorted>big.left big>length length>group group>out',
];

/** Flows in which a column dies after a node that is spooled. */
const CASES: readonly (readonly [string, Nodes, string])[] = [
  DEAD_COLUMNS,
  ...['inner', 'left', 'right', 'outer'].map((how) => {
    const nodes: Nodes = { in: IN, shops: IN, big: joinOf(how), group: GROUP, out: OUT };
    return [`${how} join`, nodes, 'in>big.left shops>big.right big>group group>out'] as const;
  }),
  [
    'sort by a column',
    {
      in: IN,
      big: ['sortRows', { columns: ['amount'], ascending: false }],
      few: ['selectColumns', { columns: ['id'] }],
      out: OUT,
    },
    'in>big big>few few>out',
  ],
  [
    'sort by two columns',
    { in: IN, big: byTwo, few: ['dropColumns', { columns: ['id'] }], out: OUT },
    'in>big big>few few>out',
  ],
  [
    'sort, of which the leading rows are filtered out',
    {
      in: IN,
      big: ['sortRows', { columns: ['amount'] }],
      late: ['filterRows', { column: 'id', operator: '>=', value: ROWS - 5_000 }],
      few: ['selectColumns', { columns: ['id'] }],
      out: OUT,
    },
    'in>big big>late late>few few>out',
  ],
  [
    'union',
    { in: IN, shops: IN, big: ['concatRows'], group: GROUP, out: OUT },
    'in>big shops>big big>group group>out',
  ],
  [
    'distinct',
    { in: IN, big: ['removeDuplicates', { subset: ['id'] }], group: GROUP, out: OUT },
    'in>big big>group group>out',
  ],
  [
    'distinct of the last rows',
    {
      in: IN,
      big: ['removeDuplicates', { subset: ['shop'], keep: 'last' }],
      few: ['selectColumns', { columns: ['id'] }],
      out: OUT,
    },
    'in>big big>few few>out',
  ],
  [
    'join whose later nodes read other columns',
    {
      in: IN,
      shops: IN,
      big: joinOf('left'),
      twice: ['calculatedColumn', { column_name: 'twice', expression: 'amount * 2' }],
      new: ['renameColumns', { mapping: { city: 'town' } }],
      rare: ['filterRows', { column: 'id', operator: '>', value: ROWS - 30 }],
      group: ['groupByAggregate', { group_by: ['town'], aggregations: { twice: 'sum' } }],
      sorted: ['sortRows', { columns: ['id'] }],
      total: ['groupByAggregate', { group_by: ['shop'], aggregations: { id: 'max' } }],
      out: OUT,
      second: OUT,
    },
    'in>big.left shops>big.right big>twice twice>new new>rare rare>group group>out new>sorted sorted>total total>second',
  ],
  [
    'join whose column fails a later node',
    {
      in: IN,
      shops: IN,
      big: joinOf('left'),
      cast: ['calculatedColumn', { column_name: 'n', expression: 'cast(city as integer)' }],
      group: GROUP,
      out: OUT,
    },
    'in>big.left shops>big.right big>cast cast>group group>out',
  ],
  [
    'join with a node that reports',
    {
      in: IN,
      shops: IN,
      big: joinOf('left'),
      check: ['assertNotNull', { columns: ['city'], mode: 'warn' }],
      group: GROUP,
      out: OUT,
    },
    'in>big.left shops>big.right big>check check>group group>out',
  ],
];

describe.each(ENGINES)('columns that no later node reads, on %s', (engine) => {
  it.each(engine === 'polars' ? CASES : [DEAD_COLUMNS])(
    'are in the samples and change no other result: %s',
    async (_name, nodes, edges) => {
      const inputs = [await flows.dataset(ROWS), await shops()];
      const run = async (flow: Pick<TestFlow, 'nodes' | 'edges'>): Promise<RunResult> =>
        await flows.execute({
          engine,
          inputs: inputs.filter((one) => one.nodeId in nodes),
          ...flow,
        });
      const result = await run({ nodes, edges });
      // With a file of each node all columns are read.
      const ids = Object.keys(nodes).filter((id) => nodes[id] !== OUT);
      const all = await run({
        nodes: { ...nodes, ...Object.fromEntries(ids.map((id) => [`${id}_file`, OUT])) },
        edges: [edges, ...ids.map((id) => `${id}>${id}_file`)].join(' '),
      });
      expect(result.errorMessage).toBe(all.errorMessage);
      const expected = new Map(all.nodeResults?.map((one) => [one.node_id, comparable(one)]));
      for (const one of result.nodeResults ?? []) {
        expect(comparable(one)).toEqual(expected.get(one.node_id));
      }
      expect(await texts(result)).toEqual((await texts(all)).slice(0, result.outputs.length));
    },
  );
});

/** Some shops have no city, and one city has no shop. */
async function shops(): Promise<TestFlow['inputs'][number]> {
  const columns = [
    { name: 'shop', type: 'string' },
    { name: 'city', type: 'string' },
    { name: 'size', type: 'integer' },
  ] as const;
  const rows = [
    { shop: 's3', city: 'c3', size: 3 },
    { shop: 's1', city: 'c1', size: null },
    { shop: 's9', city: null, size: 9 },
    { shop: 's0', city: 'c0', size: 0 },
  ];
  return await storeDataset(flows.workspace, { id: 'shops', columns, rows }, 'shops');
}

function comparable({
  node_id,
  status,
  rows,
  columns,
  column_types,
  sample,
  error,
  warnings,
}: NodeResult): object {
  return { node_id, status, rows, columns, column_types, sample, error, warnings };
}

async function texts(result: RunResult): Promise<readonly string[]> {
  return await Promise.all(
    result.outputs.map(async ({ key }) => await flows.workspace.store.getText(key)),
  );
}
