import { z } from 'zod';
import { idText } from '../../openapi/field-types.ts';
import { queryBoolean } from '../../openapi/query-types.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { CodeExportResponse } from './schemas.ts';
import type { ExportService } from './service.ts';

const flag = (description: string): z.ZodType<boolean> =>
  queryBoolean(z.boolean().default(false).meta({ description }));

export function exportRoutes(exports: ExportService): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/flows/{flow_id}/export/python',
      operationId: 'exportFlowAsPython',
      tag: 'Flows',
      summary: 'Export a flow as Python',
      description:
        'Scripts for pandas, polars and lazy polars that give the rows of a run. Disabled flows and datasets can be exported too.',
      request: {
        params: z.object({ flow_id: idText }),
        query: z.object({
          free_intermediates: flag('Whether frames are deleted after their last use.'),
          include_notebooks: flag('Whether notebooks are made as well.'),
        }),
      },
      responses: { 200: { description: 'The scripts', schema: CodeExportResponse } },
      errors: [400],
      async handler({ params, query }) {
        const options = {
          freeIntermediates: query.free_intermediates,
          includeNotebooks: query.include_notebooks,
        };
        return json(200, await exports.exportPython(params.flow_id, options));
      },
    }),
  ];
}
