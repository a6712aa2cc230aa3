import { eventOf, type ObjectEvent } from '../../events/object-event.ts';
import { ORDINARY_REASONS } from '../../../kubernetes/resources/ordinary-reasons.ts';
import { QUEUED } from './queued.ts';
import type { ObservedRun } from '../observe/observation.ts';

/** The Event of a transition to another reason or attempt; null: none. */
export function runEvent(before: ObservedRun, after: ObservedRun): ObjectEvent | null {
  const [was] = before.status.conditions ?? [];
  const [is] = after.status.conditions ?? [];
  const { attempt = 0 } = after.status;
  if (is === undefined) return null;
  if (was?.reason === is.reason && before.status.attempt === attempt) return null;
  // Waiting for a queue is normal, although not every run does.
  return eventOf('Run', after, is, {
    occasion: String(attempt),
    type: ORDINARY_REASONS.has(is.reason) || is.reason === QUEUED ? 'Normal' : 'Warning',
  });
}
