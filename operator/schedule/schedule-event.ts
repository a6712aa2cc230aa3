import { eventOf, type ObjectEvent } from '../events/object-event.ts';
import type { ScheduleStatus } from '../../kubernetes/resources/schedule.ts';
import type { ObservedSchedule, WaitingJob } from './observed.ts';

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

/** Reports that the Job that waited for a time cannot be that of a run any more. */
export function spentJobEvent(schedule: ObservedSchedule, job: WaitingJob): ObjectEvent {
  const { name, uid, scheduledFor } = job;
  const message = `The Job ${name} of ${scheduledFor} was let go or ended before a run took it: it is deleted, and the run gets a Job of its own.`;
  return eventOf(
    'Schedule',
    schedule,
    { reason: 'WaitingJobSpent', message },
    { occasion: uid, type: 'Warning' },
  );
}
