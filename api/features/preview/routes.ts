import type { Response } from 'express';
import { z } from 'zod';
import type { JsonObject, Row } from '../../../runner/domain/json.ts';
import { idText } from '../../openapi/field-types.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { FlowPreviewRequest, PreviewResponse, TransformationPreviewRequest } from './schemas.ts';
import type { PreviewService } from './service.ts';

const PREVIEW = { 200: { description: 'The frame', schema: PreviewResponse } };

export function previewRoutes(previews: PreviewService): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/flows/{flow_id}/preview',
      operationId: 'previewFlow',
      tag: 'Flows',
      summary: 'Show a node of a flow',
      description:
        'Computes one node and those before it; nothing is written. Faults elsewhere do not matter.',
      request: {
        params: z.object({ flow_id: idText }),
        body: FlowPreviewRequest,
        bodyRequired: false,
      },
      responses: PREVIEW,
      errors: [400, 501],
      async handler({ params, body, response }) {
        const { limit, profile, node_id = null, engine = null, parameters = null } = body;
        const preview = {
          limit,
          profile,
          engine,
          nodeId: node_id,
          parameters: parameters as JsonObject | null,
        };
        return json(200, await previews.flow(params.flow_id, preview, whenGone(response)));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/transformations/preview',
      operationId: 'previewTransformation',
      tag: 'Transformations',
      summary: 'Try a node on sample rows',
      description: 'Runs one node on the rows given, or on the latest version of a dataset.',
      request: { body: TransformationPreviewRequest },
      responses: PREVIEW,
      errors: [400, 404, 501],
      async handler({ body, response }) {
        const { type, limit, profile, config, rows = null, dataset_id = null } = body;
        const preview = {
          type,
          limit,
          profile,
          datasetId: dataset_id,
          config: config as JsonObject,
          rows: rows as Row[] | Record<string, Row[]> | null,
        };
        return json(200, await previews.node(preview, whenGone(response)));
      },
    }),
  ];
}

/** Nobody computes for a client that has gone. */
function whenGone(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) gone.abort();
  });
  return gone.signal;
}
