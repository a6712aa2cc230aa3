import { eventOf, type ObjectEvent } from '../../events/object-event.ts';
import { ORDINARY_REASONS } from '../../../kubernetes/resources/ordinary-reasons.ts';
import { QUEUED } from '../decide/lost-attempts.ts';
import type { ObservedRun } from '../observe/observation.ts';

/** Tells of the state that a Run came to; null when it did not come to another one. */
export function runEvent(before: ObservedRun, after: ObservedRun): ObjectEvent | null {
  const [was] = before.status.conditions ?? [];
  const [is] = after.status.conditions ?? [];
  const { attempt = 0 } = after.status;
  if (is === undefined) return null;
  if (was?.reason === is.reason && before.status.attempt === attempt) return null;
  // A queue is an ordinary way of waiting, though not every run comes to one.
  return eventOf('Run', after, is, {
    occasion: String(attempt),
    type: ORDINARY_REASONS.has(is.reason) || is.reason === QUEUED ? 'Normal' : 'Warning',
  });
}
