import type { ColumnSchema } from '../domain/column.ts';
import { nodeOfType } from '../nodes/index.ts';
import { analyseColumns } from './analyse-columns.ts';
import { inspectGraph } from './inspect-graph.ts';
import { readGraph } from './read-graph.ts';

const ROUNDED: readonly ColumnSchema[] = [
  { name: 'id', type: 'float', rounded: true },
  { name: 'amount', type: 'float' },
  { name: 'city', type: 'string' },
  { name: 'day', type: 'datetime' },
];

type Step = readonly [type: string, config: object];

/** The warnings about the last of a chain of nodes; a node of two inputs reads the dataset as its second one, too. */
async function warningsOf(...steps: readonly Step[]): Promise<readonly string[]> {
  const nodes = steps.map(([type, config], at) => ({ id: `n${at}`, type, data: { config } }));
  const edges = steps.flatMap(([type], at) => {
    const source = at === 0 ? 'in' : `n${at - 1}`;
    const target = `n${at}`;
    if (type === 'concatRows') return [edge(source, target, 'in'), edge('in', target, 'in')];
    const second = SECOND_INPUTS[type];
    if (second === undefined) return [edge(source, target)];
    return [edge(source, target, second[0]), edge('in', target, second[1])];
  });
  const input = { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'd' } } };
  const graph = readGraph({
    nodes: [input, ...nodes],
    edges: edges.map((each, at) => ({ id: `e${at}`, ...each })),
  });
  const inspection = inspectGraph(graph, {
    lookup: nodeOfType,
    overrides: {},
    localTime: '2026-01-01T00:00:00',
    maxNewColumns: 100,
  });
  const { problems } = await analyseColumns(inspection, new Map([['in', ROUNDED]]));
  const all = [...inspection.problems, ...problems];
  expect(all.filter(({ severity, nodeId }) => severity === 'error' && nodeId !== null)).toEqual([]);
  const last = `n${steps.length - 1}`;
  return all
    .filter(({ nodeId, message }) => nodeId === last && message.includes('rounded'))
    .map(({ message }) => message);
}

const SECOND_INPUTS: Readonly<Record<string, readonly [string, string]>> = {
  join: ['left', 'right'],
  asofJoin: ['left', 'right'],
  crossJoin: ['left', 'right'],
  lookup: ['in', 'lookup'],
};

function edge(source: string, target: string, targetHandle?: string): object {
  return { source, target, ...(targetHandle === undefined ? {} : { targetHandle }) };
}

const MESSAGE =
  'Column "id" has decimals that were rounded when they were read, and this node compares them: values that differ in the source can be equal here, and one key. Read them as text to keep all digits: of a database by a cast in the query of its input, of a file by numbers that are written as texts.';

const GROUP: Step = ['groupByAggregate', { group_by: ['id'], aggregations: { city: 'count' } }];

describe('a column of rounded decimals', () => {
  it.each<Step>([
    GROUP,
    ['groupByAggregate', { group_by: ['city'], aggregations: { id: 'nunique' } }],
    ['join', { on: 'id' }],
    ['join', { left_on: 'id', right_on: 'amount' }],
    ['join', { on: 'id', how: 'anti' }],
    ['lookup', { on: ['id'], columns: ['day'] }],
    ['asofJoin', { on: 'day', by: ['id'] }],
    ['removeDuplicates', {}],
    ['removeDuplicates', { subset: ['id'], keep: 'last' }],
    ['pivot', { index: ['id'], columns: 'city', values: 'amount' }],
    ['pivot', { index: ['id'], columns: 'city', values: 'amount', heads: ['x'] }],
    ['pivot', { index: ['city'], columns: 'id', values: 'amount' }],
    ['assertUnique', { columns: ['id'] }],
    ['assertValuesInSet', { column: 'id', allowed: [1.5] }],
    ['filterRows', { column: 'id', operator: '==', value: 1.5 }],
    ['filterRows', { column: 'id', operator: 'in', value: [1.5, 2] }],
    ['filterExpression', { expression: 'amount != id' }],
    ['calculatedColumn', { column_name: 'x', expression: 'if(id == 1.5, 1, 2)' }],
    ['mapValues', { column: 'id', mapping: { 1.5: 'x' } }],
    ['replaceValues', { column: 'id', to_replace: 1.5, value: 2 }],
    [
      'conditionalColumn',
      { new_column: 'x', rules: [{ column: 'id', operator: '==', value: 1.5, result: 1 }] },
    ],
    ['windowFunction', { function: 'row_number', partition_by: ['id'], new_column: 'x' }],
    ['windowFunction', { function: 'dense_rank', order_by: ['id'], new_column: 'x' }],
  ])('makes %s %j warn, which compares it', async (...step) => {
    expect(await warningsOf(step)).toEqual([MESSAGE]);
  });

  it.each<Step>([
    ['groupByAggregate', { group_by: ['city'], aggregations: { id: 'sum' } }],
    ['join', { on: 'city' }],
    ['asofJoin', { on: 'id', direction: 'nearest' }],
    ['removeDuplicates', { subset: ['city'] }],
    ['sortRows', { columns: ['id'] }],
    ['filterRows', { column: 'id', operator: '>', value: 1.5 }],
    ['filterRows', { column: 'id', operator: 'isnull' }],
    ['windowFunction', { function: 'cumsum', target: 'id', new_column: 'x' }],
    ['concatRows', {}],
    ['roundNumbers', { columns: ['id'], decimals: 2 }],
  ])('lets %s %j pass, which compares other columns or no equality', async (...step) => {
    expect(await warningsOf(step)).toEqual([]);
  });

  it.each<Step>([
    ['selectColumns', { columns: ['id', 'city'] }],
    ['filterRows', { column: 'city', operator: '==', value: 'x' }],
    ['sortRows', { columns: ['id'] }],
    ['fillNulls', { columns: ['id'], strategy: 'constant', value: 0 }],
    ['fillNulls', { columns: ['id'], strategy: 'ffill' }],
    ['limitRows', { n: 5 }],
    ['concatRows', {}],
    ['crossJoin', {}],
    ['join', { on: 'city' }],
    ['groupByAggregate', { group_by: ['city'], aggregations: { id: 'first' } }],
    ['coalesceColumns', { columns: ['id', 'amount'], new_column: 'id' }],
    ['replaceValues', { column: 'id', to_replace: 1.5, value: 2 }],
    ['assertNotNull', { columns: ['id'] }],
  ])('keeps its mark behind %s %j', async (...step) => {
    const names = ['crossJoin', 'join'].includes(step[0]) ? ['id_x', 'city_x'] : ['id', 'city'];
    const [name = ''] = names;
    const next: Step = ['removeDuplicates', { subset: [name] }];
    expect(await warningsOf(step, next)).toEqual([MESSAGE.replace('"id"', `"${name}"`)]);
  });

  it('keeps its mark under another name, and in the rows of an unpivot', async () => {
    const rename: Step = ['renameColumns', { mapping: { id: 'key' } }];
    expect(await warningsOf(rename, ['removeDuplicates', { subset: ['key'] }])).toEqual([
      MESSAGE.replace('"id"', '"key"'),
    ]);
    const unpivot: Step = ['unpivot', { id_vars: ['city'], value_vars: ['amount', 'id'] }];
    expect(await warningsOf(unpivot, ['removeDuplicates', { subset: ['value'] }])).toEqual([
      MESSAGE.replace('"id"', '"value"'),
    ]);
  });

  it.each<Step>([
    ['castDtypes', { casts: { id: 'string' } }],
    ['roundNumbers', { columns: ['id'], decimals: 2 }],
    ['calculatedColumn', { column_name: 'id', expression: 'id * 2' }],
  ])('loses its mark by %s %j, which converts it', async (...step) => {
    expect(await warningsOf(step, GROUP)).toEqual([]);
  });

  it('is named with the others, at most five', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const copies = names.map((name): Step => [
      'calculatedColumn',
      { column_name: name, expression: 'id' },
    ]);
    const [message = ''] = await warningsOf(...copies, ['removeDuplicates', { subset: names }]);
    expect(message).toMatch(/^Columns "a", "b", "c", "d", "e" and 1 more have decimals/);
  });
});
