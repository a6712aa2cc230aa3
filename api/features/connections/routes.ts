import { z } from 'zod';
import type { ConnectionFields } from '../../../runner/domain/connection.ts';
import type { AnswerWarning } from '../../openapi/warnings.ts';
import { PROVIDERS } from '../../../runner/connectors/providers/index.ts';
import type { ConnectionService } from '../../domain/connections/connection-service.ts';
import { idText, PAGE_HEADERS } from '../../openapi/field-types.ts';
import { LIST_PAGE } from '../../openapi/list-query.ts';
import { queryBoolean } from '../../openapi/query-types.ts';
import { defineRoute, json, noContent, type Route } from '../../openapi/route.ts';
import { listHeaders } from '../../http/responses/list-headers.ts';
import { ConnectionCreate, ConnectionRead, ConnectionUpdate, ProviderInfo } from './schemas.ts';
import { checkSentEndpoint } from './sent-endpoint.ts';
import { toChange, toConnectionRead, toProviderInfo, toRequested } from './view.ts';

/** The path parameters of one connection. */
export const connectionParams = z.object({ connection_id: idText });

export interface ConnectionRoutesDeps {
  readonly connections: ConnectionService;
  /** What the author of a connection should know. */
  readonly warnings: (connection: ConnectionFields) => Promise<AnswerWarning[]>;
  /** The folder of the drivers that `millrace setup` installs. */
  readonly extras: string;
}

/** The routes that save connections. */
export function connectionRoutes({ connections, warnings, extras }: ConnectionRoutesDeps): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/connections',
      operationId: 'listConnections',
      tag: 'Connections',
      summary: 'List connections',
      description: 'The newest first; all, or a page of them.',
      request: {
        query: z.object({
          project_id: z
            .string()
            .optional()
            .meta({ description: 'Only those that flows of this project may use.' }),
          ...LIST_PAGE,
        }),
      },
      responses: {
        200: {
          description: 'The connections',
          schema: z.array(ConnectionRead),
          headers: PAGE_HEADERS,
        },
      },
      async handler({ query: { project_id: projectId, ...page }, request }) {
        const { connections: found, total } = await connections.list(page, projectId);
        const headers = listHeaders(total, { url: request.originalUrl, ...page });
        return json(200, found.map(toConnectionRead), headers);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/connections',
      operationId: 'createConnection',
      tag: 'Connections',
      summary: 'Create a connection',
      description:
        'The name must be unused, whatever its case. Nothing is connected to, and the driver need not be installed.',
      request: { body: ConnectionCreate },
      responses: { 201: { description: 'The connection', schema: ConnectionRead } },
      errors: [400, 409],
      async handler({ body, request: { body: sent } }) {
        checkSentEndpoint(sent, body.provider);
        const made = await connections.create(toRequested(body));
        return { ...json(201, toConnectionRead(made)), warnings: await warnings(made) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/connections/providers',
      operationId: 'listProviders',
      tag: 'Connections',
      summary: 'List providers',
      description: 'The kinds of databases, storages and services, in the order to offer them.',
      responses: { 200: { description: 'The providers', schema: z.array(ProviderInfo) } },
      handler: () =>
        Promise.resolve(
          json(
            200,
            PROVIDERS.map((provider) => toProviderInfo(provider, extras)),
          ),
        ),
    }),
    defineRoute({
      method: 'get',
      path: '/api/connections/{connection_id}',
      operationId: 'getConnection',
      tag: 'Connections',
      summary: 'Get a connection',
      description: 'With the outcome of its last test.',
      request: { params: connectionParams },
      responses: { 200: { description: 'The connection', schema: ConnectionRead } },
      handler: async ({ params }) =>
        json(200, toConnectionRead(await connections.get(params.connection_id))),
    }),
    defineRoute({
      method: 'patch',
      path: '/api/connections/{connection_id}',
      operationId: 'updateConnection',
      tag: 'Connections',
      summary: 'Change a connection',
      description:
        'Absent fields are kept. Every field but `name` and `project_ids` forgets the last test. While flows use it, a `project_ids` without their projects needs force=true; those flows fail when they run.',
      request: {
        params: connectionParams,
        query: z.object({
          force: queryBoolean(
            z.boolean().default(false).meta({
              description: 'Also if `project_ids` leaves out projects of flows that use it.',
            }),
          ),
        }),
        body: ConnectionUpdate,
      },
      responses: { 200: { description: 'The connection', schema: ConnectionRead } },
      errors: [400, 409],
      async handler({ params, query, body, request: { body: sent } }) {
        const change = toChange(body);
        const { provider } = await connections.get(params.connection_id);
        checkSentEndpoint(sent, change.provider ?? provider);
        const saved = await connections.update(params.connection_id, change, query.force);
        // Of what the request changes; the rest was judged when it was saved.
        const { options, provider: changed, password_env: secret } = body;
        const judgesOptions = options !== undefined || changed !== undefined;
        const judged = {
          ...saved,
          options: judgesOptions ? saved.options : null,
          secret: secret === undefined ? null : saved.secret,
        };
        return { ...json(200, toConnectionRead(saved)), warnings: await warnings(judged) };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/connections/{connection_id}',
      operationId: 'deleteConnection',
      tag: 'Connections',
      summary: 'Delete a connection',
      description: 'While flows use it, only with force=true; those flows fail when they run.',
      request: {
        params: connectionParams,
        query: z.object({
          force: queryBoolean(
            z.boolean().default(false).meta({ description: 'Also if flows use it.' }),
          ),
        }),
      },
      responses: { 204: { description: 'Deleted' } },
      errors: [409],
      async handler({ params, query }) {
        await connections.delete(params.connection_id, query.force);
        return noContent();
      },
    }),
  ];
}
