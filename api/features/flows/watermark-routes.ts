import { z } from 'zod';
import { notFound } from '../../domain/errors.ts';
import type { FlowService } from '../../domain/flows/service.ts';
import type { StoredWatermark } from '../../domain/watermarks/watermark-store.ts';
import { recordTimestamp } from '../../http/responses/record-timestamp.ts';
import { idText } from '../../openapi/field-types.ts';
import { defineRoute, json, noContent, type Route } from '../../openapi/route.ts';
import { WatermarkRead } from './watermark-schemas.ts';

export interface WatermarkRouteDeps {
  readonly flows: Pick<FlowService, 'get'>;
  readonly list: (flowId: string) => Promise<readonly StoredWatermark[]>;
  /** @returns false when the node has none */
  readonly remove: (flowId: string, nodeId: string) => Promise<boolean>;
}

/** The routes that show and reset how far a flow has read incrementally. */
export function watermarkRoutes({ flows, list, remove }: WatermarkRouteDeps): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/flows/{flow_id}/watermarks',
      operationId: 'listWatermarks',
      tag: 'Flows',
      summary: 'List the watermarks of a flow',
      description:
        'How far its nodes with incremental_column have read, by node; none before a successful run. A node whose connection, table or column was changed begins from the start, and its earlier watermark stays, below the latest one.',
      request: { params: z.object({ flow_id: idText }) },
      responses: { 200: { description: 'The watermarks', schema: z.array(WatermarkRead) } },
      async handler({ params: { flow_id: flowId } }) {
        await flows.get(flowId);
        return json(200, (await list(flowId)).map(toWatermarkRead));
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/flows/{flow_id}/watermarks/{node_id}',
      operationId: 'resetWatermark',
      tag: 'Flows',
      summary: 'Reset the watermark of a node',
      description:
        'The next run reads all rows of the node again. A run in progress that began at the watermark does not bring it back.',
      request: { params: z.object({ flow_id: idText, node_id: idText }) },
      responses: { 204: { description: 'Reset' } },
      async handler({ params: { flow_id: flowId, node_id: nodeId } }) {
        await flows.get(flowId);
        if (!(await remove(flowId, nodeId))) throw notFound('Watermark', nodeId);
        return noContent();
      },
    }),
  ];
}

function toWatermarkRead(found: StoredWatermark): z.input<typeof WatermarkRead> {
  const { nodeId, connectionId, table, column, type, value, runId, updatedAt } = found;
  return {
    node_id: nodeId,
    connection_id: connectionId,
    schema_name: table?.schema ?? null,
    table_name: table?.table ?? null,
    column_name: column,
    type,
    value,
    run_id: runId,
    updated_at: recordTimestamp(updatedAt),
  };
}
