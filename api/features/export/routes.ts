import { z } from 'zod';
import { idText } from '../../openapi/field-types.ts';
import { queryBoolean } from '../../openapi/query-types.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { CodeExportRequest, CodeExportResponse, FlowDocument } from './schemas.ts';
import type { FlowRecord } from '../../domain/flows/store.ts';
import { documentParseOptions } from '../../domain/graphs/document-parse-options.ts';
import type { FlowService } from '../../domain/flows/service.ts';
import { rememberVersions } from '../../domain/datasets/remember-versions.ts';
import { exportPython, type ExportSources } from '../../domain/graphs/export-python.ts';
import { toFlowDocument } from './view.ts';

export interface ExportDeps extends ExportSources {
  readonly flows: Pick<FlowService, 'get'>;
}

const flag = (description: string): z.ZodType<boolean> =>
  queryBoolean(z.boolean().default(false).meta({ description }));

async function documentOf(flow: FlowRecord, { datasets }: ExportSources): Promise<FlowDocument> {
  return toFlowDocument(flow, await documentParseOptions(flow.graph, datasets));
}

export function exportRoutes({ flows, ...sources }: ExportDeps): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/flows/{flow_id}/export/python',
      operationId: 'exportFlowAsPython',
      tag: 'Flows',
      summary: 'Export a flow as Python',
      description:
        'Scripts for pandas, polars and lazy polars that give the rows of a run: all of them, each in a field of its own, so that nothing selects one. Disabled flows and datasets can be exported too; one whose dataset or pinned version is gone as a document only (`exportFlowDocument`). Scripts read the addresses of databases from environment variables that they name; the columns of a `sqlInput` are those of the latest successful run, so such a flow is exported when it has run once.',
      request: {
        params: z.object({ flow_id: idText }),
        query: z.object({
          free_intermediates: flag('Whether frames are deleted after their last use.'),
          include_notebooks: flag('Whether to include notebooks.'),
        }),
        body: CodeExportRequest,
        bodyRequired: false,
      },
      responses: { 200: { description: 'The scripts', schema: CodeExportResponse } },
      errors: [400],
      async handler({ params, query }) {
        const options = {
          freeIntermediates: query.free_intermediates,
          includeNotebooks: query.include_notebooks,
        };
        const flow = await flows.get(params.flow_id);
        const remembering = { ...sources, datasets: rememberVersions(sources.datasets) };
        const scripts = await exportPython(flow, remembering, options);
        const flow_document = await documentOf(flow, remembering);
        return json(200, { ...scripts, flow_document });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/flows/{flow_id}/export/document',
      operationId: 'exportFlowDocument',
      tag: 'Flows',
      summary: 'Export a flow as a document',
      description:
        'The document that can be imported elsewhere or run by `millrace run`, of any flow: also of one that cannot run or be written as Python, as when a dataset or a pinned version is gone.',
      request: { params: z.object({ flow_id: idText }) },
      responses: { 200: { description: 'The document', schema: FlowDocument } },
      async handler({ params }) {
        return json(200, await documentOf(await flows.get(params.flow_id), sources));
      },
    }),
  ];
}
