import { addressLabel, addressOf } from '../../../runner/connectors/address-of-connection.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
import { NodeError } from '../../../runner/domain/errors.ts';
import { nodeLabel, type GraphNode } from '../../../runner/domain/graph.ts';
import { isSameWatermark } from '../../../runner/domain/watermark.ts';
import type { IncrementalInput } from '../../../runner/graph/incremental-inputs.ts';
import { isOfPresentAddress, type StoredWatermark } from './watermark-store.ts';

/** What a run of a flow would read incrementally. */
export interface IncrementalReads {
  readonly flowId: string;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly inputs: readonly IncrementalInput[];
  readonly connections: readonly Connection[];
}

/**
 * The first watermark that belongs to another address than its connection names now. Rows of the new address below
 * it would never be read, so its run fails before it reads.
 * @returns an error that names the two ways out; null: all watermarks can be used
 */
export function movedWatermark(
  { flowId, nodes, inputs, connections }: IncrementalReads,
  watermarks: readonly StoredWatermark[],
): NodeError | null {
  for (const { key } of inputs) {
    const stored = watermarks.find((watermark) => isSameWatermark(watermark, key));
    const connection = connections.find(({ id }) => id === key.connectionId);
    const node = nodes.get(key.nodeId);
    if (stored?.address == null || connection === undefined || node === undefined) continue;
    if (isOfPresentAddress(stored, connection)) continue;
    const [then, now] = [stored.address, addressOf(connection)].map(addressLabel);
    const path = `/api/flows/${flowId}/watermarks/${encodeURIComponent(node.id)}`;
    return new NodeError(
      { id: node.id, label: nodeLabel(node) },
      `The watermark of "${key.column}" was made at ${then}, and the connection "${connection.name}" now names ${now}. Rows there that are not beyond the watermark would never be read. DELETE ${path} reads all rows there; POST ${path}/keep goes on from the watermark, for the same data at a new address.`,
    );
  }
  return null;
}
