import { eventOf, type ObjectEvent } from '../events/object-event.ts';
import type { ScheduleStatus } from '../resources/schedule.ts';
import type { ObservedSchedule } from './observed.ts';

/** Tells of the state that a Schedule came to; null when it did not come to another one. */
export function scheduleEvent(
  schedule: ObservedSchedule,
  status: ScheduleStatus,
): ObjectEvent | null {
  const [was] = schedule.status.conditions ?? [];
  const [is] = status.conditions ?? [];
  if (is === undefined || was?.reason === is.reason) return null;
  return eventOf('Schedule', schedule, is, {
    // It is suspended and goes on any number of times.
    occasion: String(schedule.generation),
    type: is.status === 'False' ? 'Warning' : 'Normal',
  });
}
