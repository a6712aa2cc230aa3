import type { GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';

const UNUSED = 'use_statistics=False';

describe('the scan of a Parquet file', () => {
  it.each([
    ['a filter without arithmetic', [filter('id > 2')]],
    ['a filter by floats', [filter('id / 2 > 2')]],
    ['integer arithmetic without a filter', [calculated('id + 1')]],
    [
      'a sum of integers',
      [
        node('groupByAggregate', { group_by: ['id'], aggregations: { x: 'sum' } }),
        filter('id > 1'),
      ],
    ],
  ])('uses statistics in a lazy flow with %s', (_title, steps) => {
    for (const script of Object.values(scriptsOf(steps))) expect(script).not.toContain(UNUSED);
  });

  it.each([
    ['a filter by integer arithmetic', [filter('id + 1 > 2')]],
    ['a filter after integer arithmetic', [calculated('id + 1'), filter('new > 2')]],
  ])('uses no statistics in a lazy flow with %s', (_title, steps) => {
    const { polars, lazy } = scriptsOf(steps);
    expect(lazy).toContain(UNUSED);
    expect(polars).not.toContain(UNUSED);
  });
});

function filter(expression: string): GraphNode {
  return node('filterExpression', { expression });
}

function calculated(expression: string): GraphNode {
  return node('calculatedColumn', { column_name: 'new', expression });
}

function node(type: string, config: JsonObject): GraphNode {
  return { id: type, type, data: { label: type, config } };
}

function scriptsOf(steps: readonly GraphNode[]): { polars: string; lazy: string } {
  const nodes = [
    node('fileInput', { dataset_id: 'd', format: 'parquet' }),
    ...steps,
    node('fileOutput', { format: 'csv' }),
  ];
  const edges = nodes
    .slice(1)
    .map(({ id }, index) => ({ source: nodes[index]?.id ?? '', target: id }));
  const { polars, polars_lazy: lazy } = exportFlow({
    flowName: 'Nightly',
    graph: { nodes, edges },
    inputs: [
      {
        nodeId: 'fileInput',
        datasetName: 'in.parquet',
        format: 'parquet',
        parseOptions: null,
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'x', type: 'integer' },
        ],
      },
    ],
  });
  return { polars, lazy };
}
