import type { ScheduleStatus } from '../../kubernetes/resources/schedule.ts';
import { eventOf, type ObjectEvent } from '../events/object-event.ts';
import type { ObservedSchedule, WaitingJob } from './observation.ts';

/** Returns the Event of a Schedule whose condition has a new reason, else null. */
export function scheduleEvent(
  schedule: ObservedSchedule,
  status: ScheduleStatus,
): ObjectEvent | null {
  const [before] = schedule.status.conditions ?? [];
  const [after] = status.conditions ?? [];
  if (after === undefined || before?.reason === after.reason) return null;
  return eventOf('Schedule', schedule, after, {
    // A Schedule can be suspended and resumed any number of times.
    occasion: String(schedule.generation),
    type: after.status === 'False' ? 'Warning' : 'Normal',
  });
}

/** Returns the Event of a waiting Job that no run can adopt any more. */
export function unusableJobEvent(schedule: ObservedSchedule, job: WaitingJob): ObjectEvent {
  const { name, uid, scheduledFor } = job;
  const message = `The Job ${name} of the slot ${scheduledFor} was resumed or finished before a run adopted it. The operator deletes it, and creates another Job for the run.`;
  return eventOf(
    'Schedule',
    schedule,
    { reason: 'WaitingJobSpent', message },
    { occasion: uid, type: 'Warning' },
  );
}
