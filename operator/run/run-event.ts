import { eventOf, type ObjectEvent } from '../events/object-event.ts';
import type { ObservedRun } from './observed.ts';

/** What comes to every run, or was asked for. All else keeps a run from its success, a pod that no node takes too. */
const ORDINARY: ReadonlySet<string> = new Set([
  'JobCreated',
  'PodPending',
  'Running',
  'Completed',
  'Cancelling',
  'Cancelled',
]);

/** Tells of the state that a Run came to; null when it did not come to another one. */
export function runEvent(before: ObservedRun, after: ObservedRun): ObjectEvent | null {
  const [was] = before.status.conditions ?? [];
  const [is] = after.status.conditions ?? [];
  const { attempt = 0 } = after.status;
  if (is === undefined) return null;
  if (was?.reason === is.reason && before.status.attempt === attempt) return null;
  return eventOf('Run', after, is, {
    occasion: String(attempt),
    type: ORDINARY.has(is.reason) ? 'Normal' : 'Warning',
  });
}
