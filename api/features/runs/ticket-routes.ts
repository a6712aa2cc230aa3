import { z } from 'zod';
import { recordTimestamp } from '../../http/responses/record-timestamp.ts';
import type { StreamTickets } from '../../http/auth/stream-tickets.ts';
import { timestampText } from '../../openapi/field-types.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';

/** The query parameter of streams that stands in for the API token. */
export const ticketQuery = z.object({
  ticket: z.string().optional().meta({
    description:
      'Of `POST /api/stream-tickets`, in place of the API token, which an EventSource cannot send.',
  }),
});

const StreamTicketCreate = z
  .object({ run_id: z.string().max(255).meta({ description: 'The run to follow.' }) })
  .meta({
    id: 'StreamTicketCreate',
    description: 'Which streams a ticket is for.',
    examples: [{ run_id: '0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21' }],
  });

const StreamTicketRead = z
  .object({
    ticket: z.string().meta({ description: 'The value of the query parameter `ticket`.' }),
    expires_at: timestampText,
  })
  .meta({
    id: 'StreamTicketRead',
    description: 'Opens the event stream and the log stream of one run, for a minute.',
    examples: [
      {
        ticket: '1795426449175.3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        expires_at: '2026-11-23T09:34:09.175000Z',
      },
    ],
  });

export function ticketRoutes(tickets: StreamTickets): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/stream-tickets',
      operationId: 'createStreamTicket',
      tag: 'Runs',
      summary: 'Get a ticket for the streams of a run',
      description:
        'For browsers: `new EventSource("/api/runs/ID/events?ticket=…")`. An open stream continues after its ticket has expired; to reconnect, get a new ticket. A server without an API token accepts streams without tickets. The run need not exist.',
      request: { body: StreamTicketCreate },
      responses: { 201: { description: 'The ticket', schema: StreamTicketRead } },
      handler({ body }) {
        const { ticket, expiresAt } = tickets.issue(body.run_id);
        const answer = { ticket, expires_at: recordTimestamp(expiresAt) };
        return Promise.resolve(json(201, answer, { 'Cache-Control': 'no-store' }));
      },
    }),
  ];
}
