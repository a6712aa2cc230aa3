import { z } from 'zod';
import type { JsonObject, Row } from '../../../runner/domain/json.ts';
import type { PreviewResult } from '../../../runner/domain/runner-job.ts';
import { idText } from '../../openapi/field-types.ts';
import { defineRoute, json, type JsonReply, type Route } from '../../openapi/route.ts';
import { answerWarning } from '../../openapi/warnings.ts';
import { FlowPreviewRequest, PreviewResponse, TransformationPreviewRequest } from './schemas.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { ValidationFailedError } from '../../http/errors.ts';
import {
  MissingPreviewInputError,
  type PreviewService,
} from '../../execution/preview/preview-service.ts';

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
        'Computes one node and those before it; nothing is written. Faults elsewhere do not matter. `warnings` has those of the node, such as a check in the mode `warn` that does not hold, and the unknown config fields of it and of the nodes before it, which are ignored. Charts are not computed.',
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
        return answer(await previews.flow(params.flow_id, preview, disconnectSignal(response)));
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
        return answer(await withInput(previews.node(preview, disconnectSignal(response))));
      },
    }),
  ];
}

/** A frame with the warnings of its node. */
function answer({ warnings, ...frame }: PreviewResult): JsonReply {
  return {
    ...json(200, frame),
    warnings: warnings.map(({ nodeId, message }) =>
      answerWarning('node_warning', message, { node_id: nodeId }),
    ),
  };
}

/** @throws ValidationFailedError when the preview has neither rows nor a dataset */
async function withInput<T>(preview: Promise<T>): Promise<T> {
  try {
    return await preview;
  } catch (error) {
    if (!(error instanceof MissingPreviewInputError)) throw error;
    throw new ValidationFailedError([
      { loc: ['body', 'dataset_id'], msg: 'Field required, or "rows"', type: 'missing' },
    ]);
  }
}
