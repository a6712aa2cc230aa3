import { z } from 'zod';
import { idempotencyKeyHeader, parameterValues, runEngine } from '../runs/request-fields.ts';

export const TriggerBody = z
  .object({
    engine: runEngine,
    parameters: parameterValues,
  })
  .meta({
    id: 'TriggerBody',
    description: 'What a webhook may say about the run; everything is optional.',
    examples: [{ engine: 'polars' }, { parameters: { min_rain: 5 } }],
  });

export const TriggerHeaders = z.object({
  'x-service-secret': z
    .string()
    .meta({ description: "The server's webhook secret. Missing or wrong: 403." }),
  'idempotency-key': idempotencyKeyHeader('flow'),
});
