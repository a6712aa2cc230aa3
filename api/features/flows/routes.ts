import { z } from 'zod';
import { matchesIfNoneMatch } from '../../http/requests/matches-if-none-match.ts';
import { listHeaders } from '../../http/responses/list-headers.ts';
import { idText, PAGE_HEADERS } from '../../openapi/field-types.ts';
import { LIST_PAGE, summaryField } from '../../openapi/list-query.ts';
import {
  defineRoute,
  json,
  jsonItems,
  noContent,
  type JsonReply,
  type Route,
} from '../../openapi/route.ts';
import { refuseMisplacedGraph } from './misplaced-graph.ts';
import {
  FlowCreate,
  FlowImport,
  FlowListItem,
  FlowMigrateDocumentRequest,
  FlowMigrateDocumentResponse,
  FlowRead,
  FlowUpdate,
} from './schemas.ts';
import { importedFlow, migrateDocument } from './flow-document.ts';
import { flowPrecondition, flowTag, refusingStale } from './flow-tag.ts';
import { graphWarnings } from './graph-warnings.ts';
import type { AnswerWarning } from '../../openapi/warnings.ts';
import type { FlowService } from '../../domain/flows/service.ts';
import type { FlowRecord } from '../../domain/flows/store.ts';
import { itemTexts } from '../../http/responses/item-texts.ts';
import { toFlowRead, toFlowText, toUpdateFields } from './view.ts';

const flowParams = z.object({ flow_id: idText });
const flow = {
  description: 'The flow',
  schema: FlowRead,
  headers: { ETag: 'Names this state of the flow; for If-Match and If-None-Match.' },
};
const conditionHeaders = z.object({
  'if-match': z.string().optional().meta({
    description:
      'ETag of the state to change: 412 when the flow has changed since. A run does not count as a change. Absent: any state.',
  }),
});

function answer(status: number, found: FlowRecord): JsonReply {
  return json(status, toFlowRead(found), { ETag: flowTag(found) });
}

/** A flow with the warnings of its request and those about its node configs. */
function savedAnswer(
  status: number,
  saved: FlowRecord,
  warnings: readonly AnswerWarning[] = [],
): JsonReply {
  return { ...answer(status, saved), warnings: [...warnings, ...graphWarnings(saved.graph)] };
}

export interface FlowRouteDeps {
  readonly flows: FlowService;
  readonly isKnownType: (type: string) => boolean;
  readonly serviceVersion: string;
}

export function flowRoutes(deps: FlowRouteDeps): Route[] {
  return [...collectionRoutes(deps), ...itemRoutes(deps.flows)];
}

function collectionRoutes({ flows, isKnownType, serviceVersion }: FlowRouteDeps): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/flows',
      operationId: 'listFlows',
      tag: 'Flows',
      summary: 'List flows',
      description: 'The last changed first; all, or a page of them.',
      request: {
        query: z.object({
          project_id: z.string().optional().meta({ description: 'Only those of this project.' }),
          ...LIST_PAGE,
          fields: summaryField('graphs'),
        }),
      },
      responses: {
        200: { description: 'The flows', schema: z.array(FlowListItem), headers: PAGE_HEADERS },
      },
      async handler({ query: { project_id: projectId, fields, ...page }, request }) {
        const graph = fields !== 'summary';
        const { batches, total } = await flows.list({ projectId }, { ...page, graph });
        return jsonItems(
          itemTexts(batches, toFlowText),
          listHeaders(total, { url: request.originalUrl, ...page }),
        );
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/flows',
      operationId: 'createFlow',
      tag: 'Flows',
      summary: 'Save a flow',
      description:
        'The graph must be well formed. Node types, wiring and configs are validated when the flow is run or previewed.',
      request: { body: FlowCreate },
      responses: { 201: flow },
      errors: [400, 404],
      async handler({ body, request }) {
        refuseMisplacedGraph(request.body);
        const { name, description = null, project_id: projectId, graph_json: graph } = body;
        return savedAnswer(201, await flows.create({ name, description, projectId, graph }));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/flows/import',
      operationId: 'importFlow',
      tag: 'Flows',
      summary: 'Import a flow document',
      description:
        'Its references to datasets and connections are dropped: they are of another server. Edges to unknown nodes and unknown keys of the graph are dropped too, each with a warning.',
      request: { body: FlowImport },
      responses: { 201: flow },
      errors: [400, 404],
      async handler({ body }) {
        const { fields, warnings } = importedFlow(body, isKnownType);
        return savedAnswer(201, await flows.create(fields), warnings);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/flows/migrate-document',
      operationId: 'migrateFlowDocument',
      tag: 'Flows',
      summary: 'Bring a flow document up to date',
      description: 'Answers the newest versioned form of a document; nothing is saved.',
      request: { body: FlowMigrateDocumentRequest },
      responses: { 200: { description: 'The document', schema: FlowMigrateDocumentResponse } },
      errors: [400],
      handler: ({ body }) =>
        Promise.resolve(json(200, migrateDocument(body.document, serviceVersion))),
    }),
  ];
}

function itemRoutes(flows: FlowService): Route[] {
  const path = '/api/flows/{flow_id}';
  return [
    defineRoute({
      method: 'get',
      path,
      operationId: 'getFlow',
      tag: 'Flows',
      summary: 'Get a flow',
      description: 'With its graph as it was saved.',
      request: {
        params: flowParams,
        headers: z.object({
          'if-none-match': z.string().optional().meta({
            description:
              'ETags of states that the caller has: 304 when the flow is in one of them.',
          }),
        }),
      },
      responses: { 200: flow, 304: { description: 'The caller has this state already' } },
      async handler({ params, headers }) {
        const found = await flows.get(params.flow_id);
        const tag = flowTag(found);
        const isKnown = matchesIfNoneMatch(headers['if-none-match'] ?? '', tag);
        return isKnown ? { status: 304, headers: { ETag: tag } } : answer(200, found);
      },
    }),
    defineRoute({
      method: 'put',
      path,
      operationId: 'updateFlow',
      tag: 'Flows',
      summary: 'Change a flow',
      description: 'Absent fields are kept. Moving it into a disabled project disables it.',
      request: { params: flowParams, headers: conditionHeaders, body: FlowUpdate },
      responses: { 200: flow },
      errors: [400, 412],
      async handler({ params, headers, body, request }) {
        refuseMisplacedGraph(request.body);
        const condition = flowPrecondition(headers['if-match']);
        const fields = toUpdateFields(body);
        const updated = await refusingStale(flows.update(params.flow_id, fields, condition));
        return body.graph_json === undefined ? answer(200, updated) : savedAnswer(200, updated);
      },
    }),
    defineRoute({
      method: 'delete',
      path,
      operationId: 'deleteFlow',
      tag: 'Flows',
      summary: 'Delete a flow',
      description: 'With its runs, their files, and its schedules; not while it runs.',
      request: { params: flowParams, headers: conditionHeaders },
      responses: { 204: { description: 'Deleted' } },
      errors: [409, 412],
      async handler({ params, headers }) {
        const condition = flowPrecondition(headers['if-match']);
        await refusingStale(flows.delete(params.flow_id, condition));
        return noContent();
      },
    }),
    defineRoute({
      method: 'post',
      path: `${path}/duplicate`,
      operationId: 'duplicateFlow',
      tag: 'Flows',
      summary: 'Copy a flow',
      description: 'Into the same project, without runs and schedules.',
      request: {
        params: flowParams,
        query: z.object({
          name: z
            .string()
            .optional()
            .meta({ description: 'Of the copy; by default the name with a number.' }),
        }),
      },
      responses: { 201: flow },
      errors: [400],
      handler: async ({ params, query }) =>
        answer(201, await flows.duplicate(params.flow_id, query.name)),
    }),
  ];
}
