import { z } from 'zod';
import type { Connection } from '../../../runner/domain/connection.ts';
import { isOfQuery } from '../../../runner/domain/watermark.ts';
import { queryDigestOf } from '../../../runner/graph/query-identity.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { notFound } from '../../domain/errors.ts';
import type { FlowService } from '../../domain/flows/service.ts';
import type { FlowRecord } from '../../domain/flows/store.ts';
import {
  isOfPresentAddress,
  type PresentSource,
  type StoredWatermark,
} from '../../domain/watermarks/watermark-store.ts';
import { recordTimestamp } from '../../http/responses/record-timestamp.ts';
import { idText } from '../../openapi/field-types.ts';
import { defineRoute, json, noContent, type Route } from '../../openapi/route.ts';
import { WatermarkRead } from './watermark-schemas.ts';

export interface WatermarkRouteDeps {
  readonly flows: Pick<FlowService, 'get'>;
  readonly list: (flowId: string) => Promise<readonly StoredWatermark[]>;
  /** The connections of some ids; ids without one are left out. */
  readonly connectionsOf: (ids: readonly string[]) => Promise<readonly Connection[]>;
  /** @returns false when the node has none */
  readonly remove: (flowId: string, nodeId: string) => Promise<boolean>;
  /** Lets the watermarks of a node count as of what the node reads at present. */
  readonly keep: (
    of: { readonly flowId: string; readonly nodeId: string },
    present: PresentSource,
  ) => Promise<void>;
}

/** The routes that show and reset how far a flow has read incrementally. */
export function watermarkRoutes(deps: WatermarkRouteDeps): Route[] {
  const { flows, list, remove, keep } = deps;
  return [
    defineRoute({
      method: 'get',
      path: '/api/flows/{flow_id}/watermarks',
      operationId: 'listWatermarks',
      tag: 'Flows',
      summary: 'List the watermarks of a flow',
      description:
        'How far its nodes with incremental_column have read, by node; none before a successful run. A node has one for each set of values of the parameters of its query, at most 1,000 in all. A node whose connection, table or column was changed begins from the start, and its earlier watermark stays, below the latest one. A connection whose address was changed, and a query whose text was, are another matter: see `same_address` and `same_query`.',
      request: { params: z.object({ flow_id: idText }) },
      responses: { 200: { description: 'The watermarks', schema: z.array(WatermarkRead) } },
      async handler({ params: { flow_id: flowId } }) {
        const flow = await flows.get(flowId);
        return json(200, await toWatermarkReads(flow, await list(flowId), deps));
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/flows/{flow_id}/watermarks/{node_id}',
      operationId: 'resetWatermark',
      tag: 'Flows',
      summary: 'Reset the watermarks of a node',
      description:
        'Removes all watermarks of the node, of every set of values of its parameters: the next run of each set reads all of its rows again. A run in progress that began at the watermark does not bring it back.',
      request: { params: z.object({ flow_id: idText, node_id: idText }) },
      responses: { 204: { description: 'Reset' } },
      async handler({ params: { flow_id: flowId, node_id: nodeId } }) {
        await flows.get(flowId);
        if (!(await remove(flowId, nodeId))) throw notFound('Watermark', nodeId);
        return noContent();
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/flows/{flow_id}/watermarks/{node_id}/keep',
      operationId: 'keepWatermark',
      tag: 'Flows',
      summary: 'Keep the watermarks of a node at a new address or with a new query',
      description:
        'After a database moved: its connection names another host, port or database, and the data there are the same. The same after the query of the node was edited, for example in its columns, and still returns the rows that were read. All watermarks of the node then count as of the present addresses and of the saved query, and the next run goes on from them. Other data need a reset instead, or their rows up to the watermark are never read.',
      request: { params: z.object({ flow_id: idText, node_id: idText }) },
      responses: {
        200: { description: 'The watermarks of the node', schema: z.array(WatermarkRead) },
      },
      async handler({ params: { flow_id: flowId, node_id: nodeId } }) {
        const flow = await flows.get(flowId);
        const ofNode = async (): Promise<readonly StoredWatermark[]> =>
          (await list(flowId)).filter((watermark) => watermark.nodeId === nodeId);
        const kept = await ofNode();
        if (kept.length === 0) throw notFound('Watermark', nodeId);
        const connections = await connectionsIn(kept, deps);
        const queryDigest = queryDigestIn(flow, nodeId);
        await keep({ flowId, nodeId }, { connections, queryDigest });
        return json(200, await toWatermarkReads(flow, await ofNode(), deps));
      },
    }),
  ];
}

async function connectionsIn(
  watermarks: readonly StoredWatermark[],
  { connectionsOf }: Pick<WatermarkRouteDeps, 'connectionsOf'>,
): Promise<readonly Connection[]> {
  return await connectionsOf([...new Set(watermarks.map(({ connectionId }) => connectionId))]);
}

type SavedFlow = Pick<FlowRecord, 'graph'>;

/** The digest of the query of a saved node; undefined: it has none. */
function queryDigestIn({ graph }: SavedFlow, nodeId: string): string | undefined {
  const node = readGraph(graph).nodes.find(({ id }) => id === nodeId);
  const query = node?.data.config.query;
  return typeof query === 'string' ? queryDigestOf(query) : undefined;
}

async function toWatermarkReads(
  flow: SavedFlow,
  watermarks: readonly StoredWatermark[],
  deps: Pick<WatermarkRouteDeps, 'connectionsOf'>,
): Promise<z.input<typeof WatermarkRead>[]> {
  const connections = await connectionsIn(watermarks, deps);
  return watermarks.map((found) => {
    const connection = connections.find(({ id }) => id === found.connectionId);
    return toWatermarkRead(flow, found, connection);
  });
}

function toWatermarkRead(
  flow: SavedFlow,
  found: StoredWatermark,
  connection: Connection | undefined,
): z.input<typeof WatermarkRead> {
  const { nodeId, connectionId, table, column, type, value, runId, updatedAt } = found;
  return {
    node_id: nodeId,
    connection_id: connectionId,
    schema_name: table?.schema ?? null,
    table_name: table?.table ?? null,
    parameters: found.parameters ?? null,
    column_name: column,
    type,
    value,
    same_address: connection !== undefined && isOfPresentAddress(found, connection),
    same_query: isOfQuery(found, queryDigestIn(flow, nodeId)),
    run_id: runId,
    updated_at: recordTimestamp(updatedAt),
  };
}
