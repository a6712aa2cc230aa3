import { z } from 'zod';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { anyObject, checkedLater } from '../../openapi/field-types.ts';

/** The requested engine of a run. */
export const runEngine = checkedLater(
  ENGINES,
  'Absent: the engine of the flow, else the setting DEFAULT_ENGINE.',
)
  .nullable()
  .optional();

/** The engine of a preview or validation, which follows that of a run. */
export const engineLikeRun = z
  .string()
  .nullable()
  .optional()
  .meta({ description: 'Absent: the engine that a run would use.' });

export const parameterValues = anyObject
  .nullable()
  .optional()
  .meta({ description: "Values for the flow's declared parameters, by name." });

/** The request header. @param of what a key belongs to besides its caller */
export function idempotencyKeyHeader(of: 'flow' | 'run'): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .optional()
    .meta({
      description: `The same key for the same ${of} means the same run, ${LASTS[of]}, whatever else is sent: 410 when that run was removed by retention. Empty: no key.`,
    });
}

/** A retry is asked of a run, and like any request about a run gets 404 once that is removed. */
const LASTS = { flow: 'for ever', run: 'as long as the run that is retried is kept' } as const;
