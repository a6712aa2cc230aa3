import { z } from 'zod';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { traceOf } from '../../http/middleware/trace-context.ts';
import { idText } from '../../openapi/field-types.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { triggerKey } from '../../domain/runs/idempotency-key.ts';
import type { IdempotentStarts } from '../../execution/launch/idempotent-starts.ts';
import { toRunRead } from '../runs/run-view.ts';
import { RunRead } from '../runs/schemas.ts';
import type { RunService } from '../../execution/launch/run-service.ts';
import { TriggerBody, TriggerHeaders } from './schemas.ts';
import { checkWebhookSecret } from './webhook-secret.ts';

export interface TriggerDeps {
  readonly runs: Pick<RunService, 'start' | 'read'>;
  readonly starts: IdempotentStarts;
  /** Null: the trigger is off. */
  readonly secret: string | null;
}

export function triggerRoutes({ runs, starts, secret }: TriggerDeps): Route[] {
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
        200: { description: 'The finished run, with any outcome', schema: RunRead },
        202: {
          description: 'The unfinished run: the server stops, and the run continues',
          schema: RunRead,
        },
      },
      errors: [400, 410, 501],
      needsNoToken: true,
      admit(request) {
        checkWebhookSecret(secret, request.get('x-service-secret'));
      },
      async handler({ params, headers, body, response }) {
        const signal = disconnectSignal(response);
        const { flow_id: flowId } = params;
        const request = {
          engine: body.engine,
          parameters: body.parameters as JsonObject | null | undefined,
        };
        const origin = { trigger: 'webhook', trace: traceOf(response) } as const;
        const key = triggerKey(headers['idempotency-key']);
        const started = await starts.start(flowId, key, (part) =>
          runs.start(flowId, request, { ...origin, ...part }),
        );
        await started.waitUntilFinished(signal);
        const run = await runs.read(started.runId);
        return json(isTerminal(run.status) ? 200 : 202, toRunRead(run));
      },
    }),
  ];
}
