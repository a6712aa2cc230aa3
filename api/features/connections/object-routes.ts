import { z } from 'zod';
import type { Connection } from '../../../runner/domain/connection.ts';
import { connectionOf } from '../../domain/connections/connection-record.ts';
import type { ConnectionService } from '../../domain/connections/connection-service.ts';
import { invalid } from '../../domain/errors.ts';
import type { ConnectionProber } from '../../execution/connections/connection-prober.ts';
import { ObjectListings } from '../../execution/connections/object-listings.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { listHeaders } from '../../http/responses/list-headers.ts';
import { PAGE_HEADERS } from '../../openapi/field-types.ts';
import { LIST_PAGE } from '../../openapi/list-query.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { FileDialect } from './object-schemas.ts';
import { connectionParams } from './routes.ts';

export interface ObjectDeps {
  readonly connections: ConnectionService;
  readonly prober: ConnectionProber;
}

/** The maximum length of a path or of its beginning, in characters. */
const MAX_PATH_LENGTH = 1024;

/** The routes of what storages contain. Runner processes connect. */
export function objectRoutes({ connections, prober }: ObjectDeps): Route[] {
  const storage = async (id: string): Promise<Connection> => {
    const record = await connections.get(id);
    if (record.connectionType === 'storage') return connectionOf(record);
    throw invalid(`The connection "${record.name}" is no storage: it has no objects.`);
  };
  const listings = new ObjectListings((connection, prefix, signal) =>
    prober.objects(connection, prefix, signal),
  );
  return [
    defineRoute({
      method: 'get',
      path: '/api/connections/{connection_id}/objects',
      operationId: 'listObjects',
      tag: 'Connections',
      summary: 'List objects',
      description:
        'The paths of the files or objects of a storage at any depth, in order; all, or a page of them. The first page lists the storage; for a minute the others are pages of the same list.',
      request: {
        params: connectionParams,
        query: z.object({
          prefix: z
            .string()
            .max(MAX_PATH_LENGTH)
            .default('')
            .meta({ description: 'The text with which the paths begin.' }),
          ...LIST_PAGE,
        }),
      },
      responses: {
        200: {
          description: 'The paths',
          schema: z.array(z.string()),
          headers: PAGE_HEADERS,
        },
      },
      errors: [400],
      async handler({ params, query, request, response }) {
        const connection = await storage(params.connection_id);
        const page = { connection, ...query };
        const found = await listings.listFor(page, disconnectSignal(response));
        const { limit = found.length, offset } = query;
        const headers = listHeaders(found.length, { url: request.originalUrl, ...query });
        return json(200, found.slice(offset, offset + limit), headers);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/connections/{connection_id}/objects/dialect',
      operationId: 'detectObjectDialect',
      tag: 'Connections',
      summary: 'Detect the dialect of an object',
      description: 'Reads the first 64 KB of a CSV or TSV object as a Storage Input would.',
      request: {
        params: connectionParams,
        query: z.object({
          path: z
            .string()
            .min(1)
            .max(MAX_PATH_LENGTH)
            .meta({ description: 'The path of the object.', examples: ['sales/2024.csv'] }),
          format: z.enum(['csv', 'tsv']).default('csv').meta({ description: 'Its format.' }),
        }),
      },
      responses: { 200: { description: 'The dialect', schema: FileDialect } },
      errors: [400],
      async handler({ params, query, response }) {
        const connection = await storage(params.connection_id);
        const { path, format } = query;
        const signal = disconnectSignal(response);
        return json(200, await prober.dialect({ connection, path, format }, signal));
      },
    }),
  ];
}
