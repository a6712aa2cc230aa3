import { z } from 'zod';
import type { GraphDocument } from '../domain/graph.ts';
import type { AnyNode, Handle } from '../nodes/definition.ts';
import { nodeOfType } from '../nodes/index.ts';
import { readingOf } from '../nodes/read-config.ts';
import type { ExportRequest } from './export-request.ts';
import { planFlow } from './flow-plan.ts';

describe('an edge from a node with two outputs', () => {
  const handlesOf = (sourceHandle: string | null): readonly string[] => {
    const parts = planFlow(flowFrom(sourceHandle), lookup).nodes.at(1);
    return parts?.outputs.map(({ handle }) => handle) ?? [];
  };

  it.each(['train', 'test'])('makes the frame of the output %s only', (handle) => {
    expect(handlesOf(handle)).toEqual([handle]);
  });

  it.each([
    [null, /Parts.*must name the output it leaves. The outputs are: train, test/],
    ['tset', /Parts.*an output "tset" that does not exist. The outputs are: train, test/],
  ])('is refused with the outputs of the node when it names %j', (handle, message) => {
    expect(() => planFlow(flowFrom(handle), lookup)).toThrow(message);
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
    reading: readingOf({}),
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
