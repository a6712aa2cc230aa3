import { isDeepStrictEqual } from 'node:util';
import type { Condition } from '../../kubernetes/resources/condition.ts';
import { MAX_WAITING_TIMES, type ScheduleStatus } from '../../kubernetes/resources/schedule.ts';
import { timeText } from '../../kubernetes/resources/time-text.ts';
import type { ObservedSchedule, ScheduleObservation, WaitingJob } from './observation.ts';

/** The state of the CronJob of a Schedule, for the condition `Ready`. */
export interface CronJobState {
  readonly isReady: boolean;
  readonly reason: 'CronJobReady' | 'Suspended' | 'CronJobRefused' | 'CronJobNameTaken';
  readonly message: string;
}

const MAX_MESSAGE_LENGTH = 2048;

/** Returns the status of a Schedule; null when it has not changed. */
export function nextStatus(
  { schedule, cronJob, waiting }: ScheduleObservation,
  state: CronJobState,
  now: Date,
): ScheduleStatus | null {
  const times = [...waiting].sort(
    (a, b) => Date.parse(a.scheduledFor) - Date.parse(b.scheduledFor),
  );
  const last = latest([
    schedule.status.lastScheduledAt,
    cronJob?.lastScheduledAt ?? undefined,
    times.at(-1)?.scheduledFor,
  ]);
  const status: ScheduleStatus = {
    observedGeneration: schedule.generation,
    ...(last === null ? {} : { lastScheduledAt: last }),
    waiting: onePerSlot(times)
      .slice(0, MAX_WAITING_TIMES)
      .map(({ scheduledFor, name }) => ({ scheduledFor, job: name })),
    conditions: [readiness(schedule, state, now)],
  };
  return isDeepStrictEqual(status, schedule.status) ? null : status;
}

/** The list is a map by slot: with two Jobs of one slot the API server would reject the status. */
function onePerSlot(waiting: readonly WaitingJob[]): WaitingJob[] {
  return waiting.filter(({ scheduledFor }, at) => scheduledFor !== waiting[at - 1]?.scheduledFor);
}

function latest(times: readonly (string | undefined)[]): string | null {
  const known = times.filter((time) => time !== undefined).map((time) => Date.parse(time));
  return known.length === 0 ? null : timeText(new Date(Math.max(...known)));
}

function readiness(schedule: ObservedSchedule, state: CronJobState, now: Date): Condition {
  const was = schedule.status.conditions?.find(({ type }) => type === 'Ready');
  const status = state.isReady ? 'True' : 'False';
  return {
    type: 'Ready',
    status,
    reason: state.reason,
    message: state.message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed(),
    lastTransitionTime: was?.status === status ? was.lastTransitionTime : now.toISOString(),
    observedGeneration: schedule.generation,
  };
}
