import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import { traceOf } from '../../http/trace-context.ts';
import { idText } from '../../openapi/field-types.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { RunRead } from '../runs/schemas.ts';
import { TriggerBody, TriggerHeaders } from './schemas.ts';
import type { TriggerService } from './service.ts';
import { checkWebhookSecret } from './webhook-secret.ts';

/** @param secret null: the trigger is off */
export function triggerRoutes(triggers: TriggerService, secret: string | null): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/flows/{flow_id}/trigger',
      operationId: 'triggerFlow',
      tag: 'Runs',
      summary: 'Run a flow from another system',
      description:
        'A webhook: needs the webhook secret instead of the API token. Waits for the end of the run; a run that fails is answered 200 too, its status says so. 404 when the server has no webhook secret.',
      request: {
        params: z.object({ flow_id: idText }),
        headers: TriggerHeaders,
        body: TriggerBody,
        bodyRequired: false,
      },
      responses: {
        200: { description: 'The run, ended, whatever its outcome', schema: RunRead },
        202: {
          description: 'The run as it is now: the server stops before its end, and the run goes on',
          schema: RunRead,
        },
      },
      errors: [400, 410, 501],
      needsNoToken: true,
      admit(request) {
        checkWebhookSecret(secret, request.get('x-service-secret'));
      },
      async handler({ params, headers, body, response }) {
        const key = headers['idempotency-key'] ?? '';
        const run = await triggers.trigger(params.flow_id, {
          engine: body.engine,
          parameters: body.parameters as JsonObject | null | undefined,
          idempotencyKey: key === '' ? null : key,
          signal: abortedWhenGone(response),
          trace: traceOf(response),
        });
        return json(isTerminal(run.status) ? 200 : 202, run);
      },
    }),
  ];
}

function abortedWhenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  return gone.signal;
}
