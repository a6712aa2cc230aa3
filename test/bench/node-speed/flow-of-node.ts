import type { FileFormat } from '../../../runner/domain/file-format.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { AnyNode } from '../../../runner/nodes/definition.ts';

/** Which table an input of the node reads. */
export interface TableInput {
  readonly nodeId: string;
  readonly handle: string;
  readonly table: 'rows' | 'keys';
}

/** The inputs of a node: the large table first, the small one at every other handle or edge. */
export function tableInputs({ inputs }: AnyNode): readonly TableInput[] {
  return inputs.flatMap(({ id, multi }, index): TableInput[] => {
    const first = { nodeId: `${id}-0`, handle: id, table: index === 0 ? 'rows' : 'keys' } as const;
    return multi ? [first, { nodeId: `${id}-1`, handle: id, table: 'keys' }] : [first];
  });
}

/** The flow that reads a Parquet file as the input `in` and writes one: what a run costs without a node. */
export function flowWithoutNode(): GraphDocument {
  const format: FileFormat = 'parquet';
  return {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'result', format } } },
      { id: 'out', type: 'fileOutput', data: { config: { format } } },
    ],
    edges: [{ source: 'in', target: 'out' }],
  };
}

/** The flow that reads Parquet files, applies a node and writes a Parquet file. */
export function flowOfNode(node: AnyNode, config: JsonObject): GraphDocument {
  const format: FileFormat = 'parquet';
  const inputs = tableInputs(node);
  return {
    nodes: [
      ...inputs.map(({ nodeId, table }) => ({
        id: nodeId,
        type: 'fileInput',
        data: { config: { dataset_id: table, format } },
      })),
      { id: 'node', type: node.id, data: { config } },
      { id: 'out', type: 'fileOutput', data: { config: { format } } },
    ],
    edges: [
      ...inputs.map(({ nodeId, handle }) => ({
        source: nodeId,
        target: 'node',
        targetHandle: handle,
      })),
      // Of several outputs, the first.
      { source: 'node', sourceHandle: node.outputs[0]?.id ?? null, target: 'out' },
    ],
  };
}
