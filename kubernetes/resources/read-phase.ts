import { RUN_STATUSES } from '../../runner/domain/run-status.ts';
import { runStatusSchema, type RunStatus } from './run.ts';

/** What is shown of a phase that is not known. */
const MAX_SHOWN_LENGTH = 64;

/**
 * The phase of a Run, checked: a newer version of the definition may know more of them.
 * @throws Error that names the field and its value, for a phase that this version does not know
 */
export function readPhase(status: { readonly phase?: unknown }): RunStatus['phase'] {
  const parsed = runStatusSchema.shape.phase.safeParse(status.phase);
  if (parsed.success) return parsed.data;
  const value = JSON.stringify(status.phase).slice(0, MAX_SHOWN_LENGTH);
  throw new Error(`status.phase: ${value} is none of ${RUN_STATUSES.join(', ')}`);
}
