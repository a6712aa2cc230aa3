import { z } from 'zod';
import { sendFile } from '../../http/responses/send-file.ts';
import { listHeaders } from '../../http/responses/list-headers.ts';
import { idText, PAGE_HEADERS } from '../../openapi/field-types.ts';
import { queryInteger } from '../../openapi/query-types.ts';
import { defineRoute, json, noContent, type Route } from '../../openapi/route.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import type { DatasetService } from '../../domain/datasets/service.ts';
import { downloadedFile } from './downloaded-file.ts';
import { DatasetVersionRead } from './schemas.ts';
import { toVersionRead } from './views.ts';

interface VersionRouteDeps {
  readonly datasets: DatasetService;
  readonly objects: ObjectStore;
}

const datasetParams = z.object({ dataset_id: idText });
const versionParams = datasetParams.extend({
  version_number: queryInteger(z.int().meta({ description: 'From 1 up.' })),
});

/** The routes of the versions of a dataset. */
export function versionRoutes({ datasets, objects }: VersionRouteDeps): Route[] {
  const path = '/api/datasets/{dataset_id}/versions';
  return [
    defineRoute({
      method: 'get',
      path,
      operationId: 'listDatasetVersions',
      tag: 'Datasets',
      summary: 'List the versions of a dataset',
      description: 'The newest first.',
      request: {
        params: datasetParams,
        query: z.object({
          limit: queryInteger(
            z.int().min(1).max(1000).default(100).meta({ description: 'Maximum number of items.' }),
          ),
          offset: queryInteger(
            z.int().min(0).default(0).meta({ description: 'How many to leave out.' }),
          ),
        }),
      },
      responses: {
        200: {
          description: 'The versions',
          schema: z.array(DatasetVersionRead),
          headers: PAGE_HEADERS,
        },
      },
      async handler({ params, query, request }) {
        const { versions, total } = await datasets.listVersions(params.dataset_id, query);
        return json(
          200,
          versions.map(toVersionRead),
          listHeaders(total, { url: request.originalUrl, ...query }),
        );
      },
    }),
    defineRoute({
      method: 'delete',
      path: `${path}/{version_number}`,
      operationId: 'deleteDatasetVersion',
      tag: 'Datasets',
      summary: 'Delete a version',
      description:
        'Takes back an upload, for good: the newest of the other versions is the latest one then, and the number is never used again. Rejected while a run reads the version, while a flow names it, and if it is the only one.',
      request: { params: versionParams },
      responses: { 204: { description: 'Deleted' } },
      errors: [409],
      async handler({ params }) {
        await datasets.deleteVersion(params.dataset_id, params.version_number);
        return noContent();
      },
    }),
    defineRoute({
      method: 'get',
      path: `${path}/{version_number}/download`,
      operationId: 'downloadDatasetVersion',
      tag: 'Datasets',
      summary: 'Download a version',
      description:
        'The file as uploaded; one whose dialect was not the default was rewritten as UTF-8 with commas. With `as=parquet` the columnar copy that runs read: exported scripts read it where Python would read the file otherwise. One range of bytes can be asked for.',
      request: {
        params: versionParams,
        query: z.object({
          as: z
            .enum(['parquet'])
            .optional()
            .meta({ description: 'The format of the download. Default: that of the file.' }),
        }),
      },
      responses: {
        200: { description: 'The file', mediaType: 'application/octet-stream' },
        206: { description: 'A range of the file', mediaType: 'application/octet-stream' },
        304: { description: 'The caller has it already' },
        416: { description: 'The range is not there' },
      },
      async handler({ params, query, request, response }) {
        const { dataset_id: id, version_number: number } = params;
        const { dataset: of, version } = await datasets.version(id, number);
        const file = await downloadedFile(objects, of.name, { version, as: query.as });
        // A version never changes.
        await sendFile(request, response, { ...file, lastModified: version.createdAt });
        return null;
      },
    }),
  ];
}
