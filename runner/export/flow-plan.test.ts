import { z } from 'zod';
import type { GraphDocument } from '../domain/graph.ts';
import type { AnyNode, Handle } from '../nodes/definition.ts';
import { nodeOfType } from '../nodes/index.ts';
import type { ExportRequest } from './export-request.ts';
import { planFlow } from './flow-plan.ts';

describe('an edge from a node with two outputs', () => {
  it('is planned when it leaves the first output', () => {
    const { nodes } = planFlow(flowFrom('train'), lookup);
    expect(nodes.map(({ node }) => node.id)).toEqual(['in', 'parts', 'out']);
  });

  it('is planned when it names no output', () => {
    expect(planFlow(flowFrom(null), lookup).nodes).toHaveLength(3);
  });

  it('is refused with the name of the output when it leaves the second one', () => {
    expect(() => planFlow(flowFrom('test'), lookup)).toThrow(
      /It reads the output "test" of Parts\. Exported Python has only the first output, "train"/,
    );
  });
});

function lookup(type: string): AnyNode | undefined {
  return type === 'split' ? splitNode() : nodeOfType(type);
}

/** A node type that returns its input by two outputs. */
function splitNode(): AnyNode {
  const base = nodeOfType('limitRows')!;
  return {
    ...base,
    id: 'split',
    outputs: [output('train'), output('test')],
    config: z.unknown(),
    defaultConfig: {},
    lower: (_config, inputs) => ({ train: inputs.one(), test: inputs.one() }),
  };
}

function output(id: string): Handle {
  return { id, type: 'dataframe', required: true, multi: false };
}

/** A flow whose last edge leaves an output of the node `parts`. */
function flowFrom(sourceHandle: string | null): ExportRequest {
  const graph: GraphDocument = {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'd', format: 'csv' } } },
      { id: 'parts', type: 'split', data: { label: 'Parts', config: {} } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [
      { source: 'in', target: 'parts' },
      { source: 'parts', sourceHandle, target: 'out' },
    ],
  };
  const file = {
    nodeId: 'in',
    datasetName: 'orders.csv',
    format: 'csv',
    parseOptions: null,
    columns: [{ name: 'id', type: 'integer' }],
  } as const;
  return { flowName: 'Nightly', graph, inputs: [file] };
}
