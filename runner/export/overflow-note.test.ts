import type { GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';

const NOTE = 'Integers beyond 64 bits wrap around here; a run of the service fails.';

describe('the head of an exported script', () => {
  it.each([
    ['arithmetic of integers', calculated('id * id')],
    ['a filter with arithmetic', node('step', 'filterExpression', { expression: 'id + 1 > 2' })],
    ['a sum of integers', grouped('sum')],
  ])('states that integers wrap around when the flow has %s', (_title, step) => {
    for (const script of scriptsOf(step)) expect(script.split('import')[0]).toContain(NOTE);
  });

  it.each([
    ['arithmetic of floats', calculated('id / 2')],
    ['a strict cast', calculated('cast(city as integer)')],
    ['a maximum of integers', grouped('max')],
  ])('does not mention overflow when the flow has %s', (_title, step) => {
    for (const script of scriptsOf(step)) expect(script).not.toContain('64 bits');
  });
});

function calculated(expression: string): GraphNode {
  return node('step', 'calculatedColumn', { column_name: 'new', expression });
}

function grouped(aggregate: string): GraphNode {
  return node('step', 'groupByAggregate', {
    group_by: ['city'],
    aggregations: { id: aggregate },
  });
}

function node(id: string, type: string, config: JsonObject): GraphNode {
  return { id, type, data: { label: id, config } };
}

/** The three scripts of a flow with one step. */
function scriptsOf(step: GraphNode): readonly string[] {
  const { code, polars, polars_lazy } = exportFlow({
    flowName: 'Nightly',
    graph: {
      nodes: [
        node('in', 'fileInput', { dataset_id: 'd', format: 'csv' }),
        step,
        node('out', 'fileOutput', { format: 'csv' }),
      ],
      edges: [
        { source: 'in', target: 'step' },
        { source: 'step', target: 'out' },
      ],
    },
    inputs: [
      {
        nodeId: 'in',
        datasetName: 'orders.csv',
        format: 'csv',
        parseOptions: null,
        irregularities: [],
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'city', type: 'string' },
        ],
      },
    ],
  });
  return [code, polars, polars_lazy];
}
