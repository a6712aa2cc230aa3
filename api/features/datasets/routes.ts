import { z } from 'zod';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { itemTexts } from '../../http/responses/item-texts.ts';
import { listHeaders } from '../../http/responses/list-headers.ts';
import { idText, PAGE_HEADERS, TOTAL_COUNT } from '../../openapi/field-types.ts';
import { LIST_PAGE, summaryField } from '../../openapi/list-query.ts';
import { queryBoolean } from '../../openapi/query-types.ts';
import { defineRoute, json, jsonItems, noContent, type Route } from '../../openapi/route.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { FlowRead } from '../flows/schemas.ts';
import { toFlowText } from '../flows/view.ts';
import type { FlowService } from '../../domain/flows/service.ts';
import { contentRoutes } from './content-routes.ts';
import {
  DatasetListItem,
  DatasetRead,
  DatasetUpdate,
  PurgeResult,
  UploadedDataset,
} from './schemas.ts';
import type { DatasetService } from '../../domain/datasets/service.ts';
import { DIALECT_FIELDS, formFieldsInQuery, UploadFields } from './upload-fields.ts';
import type { DatasetUploads } from './uploads.ts';
import { versionRoutes } from './version-routes.ts';
import { toDatasetRead, toDatasetSummary, toDatasetText } from './views.ts';

export interface DatasetRouteDeps {
  readonly datasets: DatasetService;
  readonly uploads: DatasetUploads;
  readonly flows: Pick<FlowService, 'list'>;
  readonly objects: ObjectStore;
}

const datasetParams = z.object({ dataset_id: idText });
const optionalText = (description: string): z.ZodOptional<z.ZodString> =>
  z.string().optional().meta({ description });
const flag = (description: string): z.ZodType<boolean> =>
  queryBoolean(z.boolean().default(false).meta({ description }));
const dataset = { description: 'The dataset', schema: DatasetRead };

export function datasetRoutes(deps: DatasetRouteDeps): Route[] {
  return [
    ...collectionRoutes(deps),
    ...itemRoutes(deps),
    ...versionRoutes(deps),
    ...contentRoutes(deps.datasets),
  ];
}

function collectionRoutes({ datasets, uploads }: DatasetRouteDeps): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/datasets/upload',
      operationId: 'uploadDataset',
      tag: 'Datasets',
      summary: 'Upload a file',
      description:
        'Makes a dataset named like the file or by `name`, or the next version of the dataset of that name. The extension of the file says its kind: .csv .tsv .tab .xlsx .xls .parquet .arrow .arrows .feather .json .geojson .jsonl .ndjson .txt .log; those of text may be compressed, with .gz behind. Files of Arrow are kept as Parquet. It is read whole before it is listed; what is not said about its dialect is detected. The size that MAX_UPLOAD_SIZE_MB allows holds for a compressed file before and after. Of a field that stands in the query and in the form, the form counts. An empty field counts as absent, but drops an option that would be kept from the version before. `warnings` name what the reader took but a person should check; their `code` is for programs.',
      request: {
        fileField: 'file',
        formFields: UploadFields,
        query: z.object({
          project_id: optionalText('The project it goes into; by default the default project.'),
          ...DIALECT_FIELDS,
        }),
      },
      responses: { 201: { description: 'The dataset', schema: UploadedDataset } },
      errors: [400, 404, 409],
      async handler({ query, request, response }) {
        const { project_id: projectId, ...options } = query;
        const signal = disconnectSignal(response);
        const uploaded = await uploads.receive(request, { projectId, options }, signal);
        return json(201, {
          ...toDatasetRead(uploaded.dataset),
          warnings: [...formFieldsInQuery(request.query), ...uploaded.warnings],
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/datasets',
      operationId: 'listDatasets',
      tag: 'Datasets',
      summary: 'List datasets',
      description: 'The newest first; all, or a page of them.',
      request: {
        query: z.object({
          project_id: optionalText('Only those of this project.'),
          include_deleted: flag('Deleted ones too.'),
          ...LIST_PAGE,
          fields: summaryField('sample, columns, profile and options'),
        }),
      },
      responses: {
        200: {
          description: 'The datasets',
          schema: z.array(DatasetListItem),
          headers: PAGE_HEADERS,
        },
      },
      async handler({ query, request }) {
        const { project_id: projectId, include_deleted: includeDeleted, fields, ...page } = query;
        const content = fields !== 'summary';
        const filter = { projectId, includeDeleted };
        const { batches, total } = await datasets.list(filter, { ...page, content });
        const items = itemTexts(batches, content ? toDatasetText : toDatasetSummary);
        return jsonItems(items, listHeaders(total, { url: request.originalUrl, ...page }));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/datasets/purge-expired',
      operationId: 'purgeExpiredDatasets',
      tag: 'Datasets',
      summary: 'Purge what was deleted long ago',
      description: 'Removes datasets that were deleted longer ago than DATASET_RETENTION_DAYS.',
      responses: { 200: { description: 'How many were removed', schema: PurgeResult } },
      handler: async () => json(200, { purged: await datasets.purgeExpired() }),
    }),
  ];
}

function itemRoutes({ datasets, flows }: DatasetRouteDeps): Route[] {
  const path = '/api/datasets/{dataset_id}';
  return [
    defineRoute({
      method: 'get',
      path,
      operationId: 'getDataset',
      tag: 'Datasets',
      summary: 'Get a dataset',
      description: 'Also a deleted one.',
      request: { params: datasetParams },
      responses: { 200: dataset },
      handler: async ({ params }) =>
        json(200, toDatasetRead(await datasets.get(params.dataset_id))),
    }),
    defineRoute({
      method: 'patch',
      path,
      operationId: 'updateDataset',
      tag: 'Datasets',
      summary: 'Disable or enable a dataset',
      description:
        'Disabling also disables the flows that use it; enabling brings back the dataset, if it was deleted, and the flows that it had disabled.',
      request: { params: datasetParams, body: DatasetUpdate },
      responses: { 200: dataset },
      async handler({ params: { dataset_id: id }, body: { is_disabled: isDisabled } }) {
        const changed =
          isDisabled === undefined
            ? await datasets.get(id)
            : await datasets.setDisabled(id, isDisabled);
        return json(200, toDatasetRead(changed));
      },
    }),
    defineRoute({
      method: 'delete',
      path,
      operationId: 'deleteDataset',
      tag: 'Datasets',
      summary: 'Delete a dataset',
      description:
        'It can be restored until it is purged, which removes rows and files. Flows that use it become disabled.',
      request: {
        params: datasetParams,
        query: z.object({
          purge: flag('Purge it immediately.'),
          force: flag('With purge: even while runs read it.'),
        }),
      },
      responses: { 204: { description: 'Deleted' } },
      errors: [409],
      async handler({ params, query }) {
        const { dataset_id: id } = params;
        await (query.purge ? datasets.purge(id, { force: query.force }) : datasets.delete(id));
        return noContent();
      },
    }),
    defineRoute({
      method: 'post',
      path: `${path}/restore`,
      operationId: 'restoreDataset',
      tag: 'Datasets',
      summary: 'Restore a dataset',
      description: 'Brings it back, with the flows that its deletion had disabled.',
      request: { params: datasetParams },
      responses: { 200: dataset },
      handler: async ({ params }) =>
        json(200, toDatasetRead(await datasets.setDisabled(params.dataset_id, false))),
    }),
    defineRoute({
      method: 'get',
      path: `${path}/flows`,
      operationId: 'listDatasetFlows',
      tag: 'Datasets',
      summary: 'List the flows that use a dataset',
      description: 'Those whose input nodes name it, the last changed first.',
      request: { params: datasetParams },
      responses: {
        200: { description: 'The flows', schema: z.array(FlowRead), headers: TOTAL_COUNT },
      },
      async handler({ params }) {
        await datasets.get(params.dataset_id);
        const filter = { datasetId: params.dataset_id };
        const { batches, total } = await flows.list(filter, { offset: 0, graph: true });
        return jsonItems(itemTexts(batches, toFlowText), listHeaders(total));
      },
    }),
  ];
}
