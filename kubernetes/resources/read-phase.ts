import { RUN_STATUSES } from '../../runner/domain/run-status.ts';
import { runStatusSchema, type RunStatus } from './run.ts';

/** Unknown phases are truncated to this length in messages. */
const MAX_SHOWN_LENGTH = 64;

/**
 * The validated phase of a Run. A newer version may define more phases.
 * @throws Error that names the field and the unknown value
 */
export function readPhase(status: { readonly phase?: unknown }): RunStatus['phase'] {
  const parsed = runStatusSchema.shape.phase.safeParse(status.phase);
  if (parsed.success) return parsed.data;
  const value = JSON.stringify(status.phase).slice(0, MAX_SHOWN_LENGTH);
  throw new Error(`status.phase: ${value} is none of ${RUN_STATUSES.join(', ')}`);
}
