import express from 'express';
import { z } from 'zod';
import { json, defineRoute, type Route } from '../../openapi/route.ts';
import { openApiDocument, type OpenApiDocument } from '../../openapi/document.ts';
import { openHttpServer, type HttpServer } from '../http-server.ts';
import { mountRoutes } from './mount-routes.ts';

const describedBy = { tag: 'Kites', summary: '', description: '', responses: {} };

const probe = defineRoute({
  ...describedBy,
  method: 'get',
  path: '/kites/{kite_id}',
  operationId: 'probe',
  handler: () => Promise.resolve(json(200, { isUp: true })),
});

const search = defineRoute({
  ...describedBy,
  method: 'get',
  path: '/kites',
  operationId: 'search',
  request: { query: z.object({ color: z.string() }) },
  handler: () => Promise.resolve(json(200, [])),
});

let server: HttpServer;

/** @returns the status of the response, and how often the validator was loaded */
async function statusOf(path: string, validatesResponses: boolean): Promise<[number, number]> {
  let made = 0;
  const validator = (): Promise<express.RequestHandler[]> => {
    made++;
    return Promise.resolve([]);
  };
  const app = express();
  const routes: Route[] = [probe, search];
  const document = (): OpenApiDocument => openApiDocument(routes, { version: '1.0.0', tags: {} });
  mountRoutes(app, routes, { document, validator, validatesResponses, maxJsonBytes: 1024 });
  server = await openHttpServer('127.0.0.1', 0);
  server.handleWith(app);
  const { status } = await fetch(`${server.url}${path}`);
  return [status, made];
}

afterEach(async () => {
  await server.close();
});

describe('mountRoutes', () => {
  it('does not load the validator for a route without parameters and body', async () => {
    expect(await statusOf('/kites/7', false)).toEqual([200, 0]);
  });

  it('loads the validator for a route with query parameters', async () => {
    expect(await statusOf('/kites?color=red', false)).toEqual([200, 1]);
  });

  it('loads the validator for every route when it validates responses', async () => {
    expect(await statusOf('/kites/7', true)).toEqual([200, 1]);
  });
});
