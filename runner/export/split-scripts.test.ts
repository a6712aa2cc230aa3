import type { GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';
import type { FlowExport } from './export-request.ts';

function node(id: string, type: string, config: JsonObject): GraphNode {
  return { id, type, data: { label: id, config } };
}

/** Exports a split of which the given outputs are written. */
function splitScripts(handles: readonly string[]): FlowExport {
  return exportFlow({
    flowName: 'Training data',
    graph: {
      nodes: [
        node('orders', 'fileInput', { dataset_id: 'd', format: 'csv' }),
        node('split', 'splitRows', { by: 'share', share: 0.3, seed: 7 }),
        ...handles.map((handle) => node(handle, 'fileOutput', { format: 'csv' })),
      ],
      edges: [
        { source: 'orders', target: 'split' },
        ...handles.map((handle) => ({ source: 'split', sourceHandle: handle, target: handle })),
      ],
    },
    inputs: [
      {
        nodeId: 'orders',
        datasetName: 'orders.csv',
        format: 'csv',
        parseOptions: null,
        irregularities: [],
        columns: [{ name: 'id', type: 'integer' }],
      },
    ],
  });
}

function sectionOf(script: string): string {
  return script.split('\n\n').find((section) => section.startsWith('    # split\n')) ?? '';
}

describe('the script of a split by a share', () => {
  it('computes the positions of the sample once for both outputs', () => {
    const { code, polars, polars_lazy: lazy } = splitScripts(['first', 'rest']);
    expect(sectionOf(code)).toBe(`    # split
    positions = sample_positions(len(orders), 7, frac=0.3)
    split_first = orders.iloc[positions].reset_index(drop=True)
    split_rest = orders.drop(index=positions).reset_index(drop=True)`);
    expect(sectionOf(polars).match(/sample_positions\(/g)).toHaveLength(1);
    expect(sectionOf(lazy).match(/sample_positions\(/g)).toHaveLength(1);
    expect(sectionOf(lazy).match(/# The rows are counted here/g)).toHaveLength(1);
  });

  it('has no name for the positions when one output is read', () => {
    const { code, polars_lazy: lazy } = splitScripts(['rest']);
    expect(sectionOf(code)).toContain('orders.drop(index=sample_positions(len(orders), 7, ');
    expect(sectionOf(lazy)).not.toContain('positions = ');
    expect(sectionOf(lazy)).toContain('# The rows are counted here');
  });
});
