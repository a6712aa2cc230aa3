import { addressLabel, addressOf } from '../../../runner/connectors/address-of-connection.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
import { NodeError } from '../../../runner/domain/errors.ts';
import { nodeLabel, type GraphNode } from '../../../runner/domain/graph.ts';
import { isOfQuery } from '../../../runner/domain/watermark.ts';
import type { IncrementalInput } from '../../../runner/graph/incremental-inputs.ts';
import type { UsedWatermark } from './used-watermarks.ts';
import { isOfPresentAddress, type StoredWatermark } from './watermark-store.ts';

/** What a run of a flow would read incrementally. */
export interface IncrementalReads {
  readonly flowId: string;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly inputs: readonly IncrementalInput[];
  readonly connections: readonly Connection[];
}

/**
 * The first watermark that belongs to another address than its connection names now, or to another query. Rows below
 * it would never be read, so its run fails before it reads.
 * @returns an error that names the two ways out; null: all watermarks can be used
 */
export function unusableWatermark(
  { flowId, nodes, connections }: IncrementalReads,
  used: readonly UsedWatermark[],
): NodeError | null {
  for (const one of used) {
    const { nodeId, connectionId, column } = one.input.key;
    const connection = connections.find(({ id }) => id === connectionId);
    const node = nodes.get(nodeId);
    if (connection === undefined || node === undefined) continue;
    const reasons = [otherAddress(one, connection), otherQuery(one)].filter(
      (text) => text !== null,
    );
    if (reasons.length === 0) continue;
    const path = watermarksPath(flowId, node.id);
    return new NodeError(
      { id: node.id, label: nodeLabel(node) },
      `The watermark of "${column}" ${reasons.join(', and it ')}. Rows that are not beyond the watermark would never be read. DELETE ${path} lets the next run read all rows; POST ${path}/keep lets it go on from the watermark, where the data are the same.`,
    );
  }
  return null;
}

function otherAddress({ stored }: UsedWatermark, connection: Connection): string | null {
  if (stored.address === null || isOfPresentAddress(stored, connection)) return null;
  const [then, now] = [stored.address, addressOf(connection)].map(addressLabel);
  return `was made at ${then}, and the connection "${connection.name}" now names ${now}`;
}

function otherQuery({ stored, input }: UsedWatermark): string | null {
  if (isOfQuery(stored, input.queryDigest)) return null;
  return 'was made by another "query": its text is not that of this run';
}

/** A node has one watermark for each set of values of the parameters of its query, and for each table that it read. */
export const MAX_WATERMARKS_OF_NODE = 1_000;

/** The first input that would need one watermark more than a node may have. @returns null: there is none */
export function tooManyWatermarks(
  { flowId, nodes, inputs }: IncrementalReads,
  {
    stored,
    used,
  }: {
    readonly stored: readonly StoredWatermark[];
    readonly used: readonly UsedWatermark[];
  },
): NodeError | null {
  for (const input of inputs) {
    const node = nodes.get(input.key.nodeId);
    if (node === undefined || used.some((one) => one.input === input)) continue;
    const count = stored.filter(({ nodeId }) => nodeId === node.id).length;
    if (count < MAX_WATERMARKS_OF_NODE) continue;
    const limit = MAX_WATERMARKS_OF_NODE.toLocaleString('en');
    return new NodeError(
      { id: node.id, label: nodeLabel(node) },
      `"incremental_column": The node has ${limit} watermarks, one for each table and each set of values of the parameters of its query, and none for those of this run. Without one each run would read all of its rows. DELETE ${watermarksPath(flowId, node.id)} removes all of them, and then each set reads all of its rows once more. If a parameter differs in each run, such as its time, remove the column: the query selects the rows.`,
    );
  }
  return null;
}

/** The path of the watermarks of a node in the API. */
export function watermarksPath(flowId: string, nodeId: string): string {
  return `/api/flows/${flowId}/watermarks/${encodeURIComponent(nodeId)}`;
}
