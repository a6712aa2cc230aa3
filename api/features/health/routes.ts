import { z } from 'zod';
import { RETRY_SOON } from '../../http/errors.ts';
import { RETRY_AFTER } from '../../openapi/field-types.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';

const Health = z
  .object({ status: z.literal('ok').meta({ description: 'Always ok.' }) })
  .meta({ id: 'Health', description: 'The process is alive.', examples: [{ status: 'ok' }] });

const Ready = z
  .object({
    status: z.literal('ok').meta({ description: 'Requests can be served.' }),
    database: z.literal('up').meta({ description: 'The database answered.' }),
  })
  .meta({
    id: 'Ready',
    description: 'The service can work.',
    examples: [{ status: 'ok', database: 'up' }],
  });

const NotReady = z
  .object({
    status: z.literal('unavailable').meta({ description: 'Requests would fail.' }),
    database: z.literal('down').meta({ description: 'The database did not answer.' }),
  })
  .meta({
    id: 'ReadyDown',
    description: 'The service cannot work now.',
    examples: [{ status: 'unavailable', database: 'down' }],
  });

/** @param isDatabaseUp whether the database answers in time; never rejects */
export function healthRoutes(isDatabaseUp: () => Promise<boolean>): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/health',
      operationId: 'getHealth',
      tag: 'Health',
      summary: 'Check that the process is alive',
      description: 'Does not check the database.',
      responses: { 200: { description: 'Alive', schema: Health } },
      handler: () => Promise.resolve(json(200, { status: 'ok' })),
    }),
    defineRoute({
      method: 'get',
      path: '/ready',
      operationId: 'getReadiness',
      tag: 'Health',
      summary: 'Check that the database is reachable',
      description: 'For load balancers: send requests while this answers 200.',
      responses: {
        200: { description: 'Ready', schema: Ready },
        503: {
          description: 'The database is not reachable',
          schema: NotReady,
          headers: RETRY_AFTER,
        },
      },
      handler: async () =>
        (await isDatabaseUp())
          ? json(200, { status: 'ok', database: 'up' })
          : json(503, { status: 'unavailable', database: 'down' }, RETRY_SOON),
    }),
  ];
}
