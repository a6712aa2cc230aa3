import type { TerminalStatus } from '../../../runner/domain/run-status.ts';
import { nextCronTime } from './cron-times.ts';
import { timingFault } from './timing-fault.ts';

/**
 * What a fire is for: `slot`, the time of the cron expression or a retry of it; `late`, such a time
 * that was missed; `manual`, someone asked.
 */
export type TriggerKind = 'slot' | 'late' | 'manual';

export interface TriggerState {
  readonly cron: string;
  readonly timezone: string;
  readonly isEnabled: boolean;
  readonly maxRetries: number;
  readonly retryDelaySeconds: number;
  readonly consecutiveFailures: number;
  readonly retryCount: number;
}

export interface FinishedTrigger {
  readonly kind: TriggerKind;
  readonly status: TerminalStatus;
  readonly endedAt: Date;
  /** So many failures in a row disable the schedule; 0: never. */
  readonly maxFailures: number;
}

/** The fields that the end of a fire changes. */
export interface ScheduleChange {
  readonly lastStatus: TerminalStatus;
  readonly isEnabled?: boolean;
  readonly nextRunAt?: Date | null;
  readonly consecutiveFailures?: number;
  readonly retryCount?: number;
  readonly disabledReason?: string | null;
}

const LONGEST_RETRY_DELAY_SECONDS = 3_600;

const NO_FAILURES = { consecutiveFailures: 0, disabledReason: null };
const CLEARED = { ...NO_FAILURES, retryCount: 0 };

/** What becomes of a schedule after a fire: its next time, a retry, or its end after too many failures. */
export function advanceSchedule(schedule: TriggerState, fire: FinishedTrigger): ScheduleChange {
  const { kind, status: lastStatus } = fire;
  if (kind === 'manual') return { lastStatus, ...afterManual(schedule, fire) };
  const cleared = lastStatus === 'success' ? CLEARED : {};
  if (lastStatus === 'failed') return { lastStatus, ...afterFailure(schedule, fire) };
  return { lastStatus, retryCount: 0, ...following(schedule, fire), ...cleared };
}

/**
 * A success ends the row of failures. It leaves `nextRunAt`, which can be the time of a retry: without
 * its count the retry would come as a slot of its own, and be given the wrong time. A disabled schedule
 * has no retry to come.
 */
function afterManual(
  { isEnabled }: TriggerState,
  { status }: FinishedTrigger,
): Omit<ScheduleChange, 'lastStatus'> {
  if (status !== 'success') return {};
  return isEnabled ? NO_FAILURES : CLEARED;
}

function afterFailure(
  schedule: TriggerState,
  fire: FinishedTrigger,
): Omit<ScheduleChange, 'lastStatus'> {
  const consecutiveFailures = schedule.consecutiveFailures + 1;
  if (fire.maxFailures > 0 && consecutiveFailures >= fire.maxFailures) {
    return {
      consecutiveFailures,
      isEnabled: false,
      nextRunAt: null,
      disabledReason: `The schedule was disabled after ${failures(consecutiveFailures)}.`,
    };
  }
  if (!schedule.isEnabled || schedule.retryCount >= schedule.maxRetries) {
    return { consecutiveFailures, retryCount: 0, ...following(schedule, fire) };
  }
  const retryCount = schedule.retryCount + 1;
  const delay = retryDelaySeconds(schedule.retryDelaySeconds, retryCount);
  const nextRunAt = new Date(fire.endedAt.getTime() + delay * 1000);
  return { consecutiveFailures, retryCount, nextRunAt };
}

function failures(count: number): string {
  return count === 1 ? '1 failure' : `${count} failures in a row`;
}

/** Doubles with each retry, up to an hour. */
function retryDelaySeconds(first: number, retry: number): number {
  return Math.min(LONGEST_RETRY_DELAY_SECONDS, first * 2 ** (retry - 1));
}

/**
 * The next slot. A late one leaves it as it is: the schedule has gone on meanwhile. So does a schedule
 * whose times cannot be computed: its run has ended all the same.
 */
function following(
  schedule: TriggerState,
  { kind, endedAt }: FinishedTrigger,
): Pick<ScheduleChange, 'nextRunAt'> {
  const { isEnabled, cron, timezone } = schedule;
  if (!isEnabled) return kind === 'late' ? {} : { nextRunAt: null };
  if (kind === 'late' || timingFault(schedule) !== null) return {};
  return { nextRunAt: nextCronTime(cron, timezone, endedAt) };
}
