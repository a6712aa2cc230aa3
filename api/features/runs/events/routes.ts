import { z } from 'zod';
import { isTerminal } from '../../../../runner/domain/run-status.ts';
import { EventStream } from '../../../http/responses/event-stream.ts';
import { idText } from '../../../openapi/field-types.ts';
import { defineRoute, noContent, type Route } from '../../../openapi/route.ts';
import { ticketQuery } from '../ticket-routes.ts';
import { BEGINNING, isAfter, lastPlace, type EventPlace } from './run-event.ts';
import {
  FollowedRun,
  type FollowDeps,
  type RunSnapshot,
} from '../../../execution/supervise/followed-run.ts';
import { streamRunEvents } from './stream-run-events.ts';

const DESCRIPTION = `Server-sent events, each with a JSON object as data and, where the table does not say otherwise, an id:

| event | data, besides \`run_id\` |
| --- | --- |
| \`run_pending\` | \`status\`, \`attempt\`, \`at\`; sent again when an attempt was lost, with a \`message\` that says why |
| \`run_waiting\` | \`attempt\`, \`reason\`, \`message\`: why it waits, without an id; sent again when the reason changes |
| \`run_started\` | \`status\`, \`attempt\`, \`at\` |
| \`node_started\` | \`attempt\`, \`node_id\` |
| \`node_finished\` | \`attempt\`, \`node_id\`, \`status\` (success, failed or skipped), \`rows\`, \`duration_ms\` |
| \`run_ended\` | \`status\`, \`attempt\`, \`error_message\`, \`at\`, \`nodes\`: the outcome of each node |
| \`error\` | \`detail\`, without an id: the stream ends before the run does |

The rows of a node are known when it has finished: the engine does not count them before. For a finished run, the stream replays all events from its record. A client that reconnects with \`Last-Event-ID\` gets the later events, from any server. After \`run_ended\` the stream ends; a request for events after that one gets 204, which stops an EventSource.`;

const headers = z.object({
  'last-event-id': z
    .string()
    .regex(/^(\d{1,9}\.\d{1,9})?$/)
    .optional()
    .meta({ description: 'The id of the last event that the client received.', examples: ['1.5'] }),
});

export function runEventRoutes(deps: FollowDeps): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/runs/{run_id}/events',
      operationId: 'streamRunEvents',
      tag: 'Runs',
      summary: 'Follow a run node by node',
      description: DESCRIPTION,
      request: { params: z.object({ run_id: idText }), query: ticketQuery, headers },
      responses: {
        200: { description: 'The events', mediaType: 'text/event-stream' },
        204: { description: 'The run has finished, and the client has all its events' },
      },
      async handler({ params, headers: given, response }) {
        const followed = await FollowedRun.open(deps, params.run_id);
        const run = await followed.snapshot();
        const seen = seenOf(run, placeOf(given['last-event-id'] ?? ''));
        if (run !== null && isTerminal(run.status) && !isAfter(lastPlace(run), seen)) {
          return noContent();
        }
        await streamRunEvents(new EventStream(response), { followed, seen });
        return null;
      },
    }),
  ];
}

/** @param text `ATTEMPT.SEQUENCE` or empty */
function placeOf(text: string): EventPlace {
  const [attempt, sequence] = text.split('.').map(Number);
  return sequence === undefined || attempt === undefined ? BEGINNING : { attempt, sequence };
}

/** A position that no event of the run can have is ignored: the stream starts from the beginning. */
function seenOf(run: RunSnapshot | null, seen: EventPlace): EventPlace {
  return run === null || isAfter(seen, lastPlace(run)) ? BEGINNING : seen;
}
