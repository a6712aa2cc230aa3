import type { GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';
import type { FlowExport } from './export-request.ts';

const NEEDS =
  'It needs the names or types of columns to become Python, and those of "Model" are known only when it runs. Declare the columns of "Model" to export the flow.';

describe('the export of a flow whose script finds its columns', () => {
  it.each([
    ['calculatedColumn', { column_name: 'c', expression: 'a + 1' }],
    ['fillNulls', { columns: ['a'], strategy: 'constant', value: 1 }],
    ['groupByAggregate', { group_by: ['a'], aggregations: { b: 'sum' } }],
    ['unpivot', { id_vars: ['a'], value_vars: [] }],
    ['unpivot', { id_vars: ['a'], value_vars: ['b'] }],
    ['unpivot', { id_vars: ['a'], value_vars: ['b'], var_name: 'name', value_name: 'cell' }],
    ['pivot', { index: ['a'], columns: 'b', values: 'c', aggfunc: 'sum' }],
    ['roundNumbers', { columns: ['a'], decimals: 1 }],
  ] as const)('names %s below it, which needs to know columns', (type, config) => {
    expect(() => exported([node(type, config)])).toThrow(`${type} (${type}): ${NEEDS}`);
  });

  it('names a join below it, which depends on all columns of both sides', () => {
    const joined = node('join', { how: 'left', on: ['a'] });
    const edges = [
      { source: 'fileInput', target: 'model' },
      { source: 'model', target: 'join', targetHandle: 'left' },
      { source: 'fileInput', target: 'join', targetHandle: 'right' },
      { source: 'join', target: 'fileOutput' },
    ];
    expect(() => exported([joined], edges)).toThrow(`join (join): ${NEEDS}`);
  });

  it('names an output to a table, which is made of columns with types', () => {
    const table = node('sqlOutput', { connection_id: 'db', table: 't' });
    const edges = [
      { source: 'fileInput', target: 'model' },
      { source: 'model', target: 'sqlOutput' },
    ];
    expect(() => exported([table], edges)).toThrow(`sqlOutput (sqlOutput): ${NEEDS}`);
  });

  it('names the nearest script when two of them find columns', () => {
    const last = node('pythonTransform', { script: 'return df' });
    const calculated = node('calculatedColumn', { column_name: 'c', expression: 'a + 1' });
    expect(() => exported([last, calculated])).toThrow('those of "pythonTransform" are known only');
  });

  it('checks in pandas that a rename leaves distinct names, as polars does itself', () => {
    const { code, polars } = exported([node('renameColumns', { mapping: { a: 'b' } })]);
    expect(code).toContain('check_names(');
    expect(polars).not.toContain('check_names(');
  });

  it('says that the pandas script needs pyarrow', () => {
    const { code, polars } = exported([]);
    expect(code).toMatch(/Needs .*pandas, pyarrow/);
    expect(polars).not.toContain('pyarrow');
  });

  it('says that the pandas script needs pyarrow for declared columns too', () => {
    const { code, polars } = exported([], undefined, { columns: { a: 'integer' } });
    expect(code).toMatch(/Needs .*pandas, pyarrow/);
    expect(polars).not.toContain('pyarrow');
  });
});

function exported(
  steps: readonly GraphNode[],
  edges?: readonly { readonly source: string; readonly target: string }[],
  config: JsonObject = {},
): FlowExport {
  const script = { label: 'Model', config: { script: 'return df', ...config } };
  const nodes = [
    node('fileInput', { dataset_id: 'd', format: 'csv' }),
    { id: 'model', type: 'pythonTransform', data: script },
    ...steps,
    node('fileOutput', { format: 'csv' }),
  ];
  const chain = nodes
    .slice(1)
    .map(({ id }, index) => ({ source: nodes[index]?.id ?? '', target: id }));
  const isRead = ({ id, type }: GraphNode): boolean =>
    type !== 'fileOutput' || edges?.some(({ target }) => target === id) !== false;
  return exportFlow({
    flowName: 'Nightly',
    graph: { nodes: nodes.filter(isRead), edges: edges ?? chain },
    inputs: [
      {
        nodeId: 'fileInput',
        datasetName: 'in.csv',
        format: 'csv',
        parseOptions: null,
        irregularities: [],
        columns: [{ name: 'a', type: 'integer' }],
      },
    ],
  });
}

function node(type: string, config: JsonObject): GraphNode {
  return { id: type, type, data: { label: type, config } };
}
