import type { NodeUse } from '../../support/node-arbitrary.ts';
import { rowsOf } from '../../support/frame-arbitrary.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { Frame } from '../../../runner/engines/pandas/frame.ts';
import { schemaOf } from '../../../runner/engines/pandas/kernels/columns/column-access.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { fileInputNode, fileOutputNode, sourceHandleOf } from '../parity-case.ts';
import type { ReadTable } from '../table-file.ts';

/** The node of the flow. */
export const NODE = 'node';
/** The output of the flow. */
export const OUT = 'out';

/** A flow of one node. */
export interface NodeFlow {
  readonly graph: GraphDocument;
  /** The tables of the input nodes by node id. */
  readonly frames: Readonly<Record<string, Frame>>;
}

/** The flow that reads the inputs of a node from Parquet files and writes its result to one. */
export function flowOfNode(id: string, { inputs, config }: NodeUse): NodeFlow {
  const sources = Object.entries(inputs).flatMap(([handle, frames]) =>
    frames.map((frame, index) => ({ nodeId: `${handle}${index}`, handle, frame })),
  );
  const graph: GraphDocument = {
    nodes: [
      ...sources.map(({ nodeId }) => fileInputNode(nodeId, 'parquet')),
      { id: NODE, type: id, data: { config } },
      fileOutputNode(OUT, 'parquet'),
    ],
    edges: [
      ...sources.map(({ nodeId, handle }) => ({
        source: nodeId,
        target: NODE,
        targetHandle: handle,
      })),
      { source: NODE, target: OUT, ...sourceHandleOf(nodeOfType(id)!) },
    ],
  };
  return { graph, frames: Object.fromEntries(sources.map(({ nodeId, frame }) => [nodeId, frame])) };
}

/** Converts a frame to a table for comparisons. */
export function tableOfFrame(frame: Frame): ReadTable {
  return { columns: schemaOf(frame), rows: rowsOf(frame) };
}
