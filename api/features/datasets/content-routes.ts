import { z } from 'zod';
import { anyObject, idText } from '../../openapi/field-types.ts';
import { queryInteger } from '../../openapi/query-types.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { ColumnProfile, ColumnSchema } from './schemas.ts';
import type { DatasetService } from '../../domain/datasets/service.ts';
import { toColumns, toProfile, toSample } from './views.ts';

const request = {
  params: z.object({ dataset_id: idText }),
  query: z.object({
    version: queryInteger(
      z.int().optional().meta({ description: 'Its number; by default the newest.' }),
    ),
  }),
};

/** Routes of the content of one version. */
export function contentRoutes(datasets: DatasetService): Route[] {
  const common = { method: 'get', tag: 'Datasets', request } as const;
  return [
    defineRoute({
      ...common,
      path: '/api/datasets/{dataset_id}/schema',
      operationId: 'getDatasetSchema',
      summary: 'Get the columns',
      description: 'Names and types, in order.',
      responses: { 200: { description: 'The columns', schema: z.array(ColumnSchema) } },
      async handler({ params, query }) {
        const { version } = await datasets.version(params.dataset_id, query.version);
        return json(200, toColumns(version.content));
      },
    }),
    defineRoute({
      ...common,
      path: '/api/datasets/{dataset_id}/sample',
      operationId: 'getDatasetSample',
      summary: 'Get the first rows',
      description: 'The first 100 rows. An infinity is null, since JSON has none.',
      responses: { 200: { description: 'The rows', schema: z.array(anyObject) } },
      async handler({ params, query }) {
        const { version } = await datasets.version(params.dataset_id, query.version);
        return json(200, toSample(version.content));
      },
    }),
    defineRoute({
      ...common,
      path: '/api/datasets/{dataset_id}/profile',
      operationId: 'getDatasetProfile',
      summary: 'Get facts about the columns',
      description: 'From at most the first 10,000 rows.',
      responses: { 200: { description: 'One item a column', schema: z.array(ColumnProfile) } },
      async handler({ params, query }) {
        const { version } = await datasets.version(params.dataset_id, query.version);
        return json(200, toProfile(version.content));
      },
    }),
  ];
}
