import type { TerminalStatus } from '../../../runner/domain/run-status.ts';
import { nextCronTime, timingError, type CronTiming } from './cron-times.ts';

/**
 * Why a schedule is triggered. `slot`: at a time of its cron expression, or to retry such a run;
 * `late`: for a missed slot that is caught up; `manual`: on request.
 */
export const TRIGGER_KINDS = ['slot', 'late', 'manual'] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];

/** The fields of a schedule that decide what follows a run. */
export interface TriggerState extends CronTiming {
  readonly isEnabled: boolean;
  readonly maxRetries: number;
  readonly retryDelaySeconds: number;
  readonly consecutiveFailures: number;
  readonly retryCount: number;
}

export interface FinishedTrigger {
  readonly kind: TriggerKind;
  readonly status: TerminalStatus;
  readonly finishedAt: Date;
  /** Consecutive failures that disable the schedule; 0: never. */
  readonly maxFailures: number;
}

/** The fields of a schedule that a finished trigger changes. */
export interface ScheduleAdvance {
  readonly lastStatus: TerminalStatus;
  readonly isEnabled?: boolean;
  readonly nextRunAt?: Date | null;
  readonly consecutiveFailures?: number;
  readonly retryCount?: number;
  readonly disabledReason?: string | null;
  /** Set when the trigger started no run. */
  readonly lastRunId?: null;
  readonly lastFiredAt?: Date;
}

type Advance = Omit<ScheduleAdvance, 'lastStatus'>;

const MAX_RETRY_DELAY_SECONDS = 3_600;

const NO_FAILURES = { consecutiveFailures: 0, disabledReason: null };
const CLEARED = { ...NO_FAILURES, retryCount: 0 };

/** Computes what follows a finished trigger: the next slot, a retry, or disabling after too many failures. */
export function advanceSchedule(schedule: TriggerState, trigger: FinishedTrigger): ScheduleAdvance {
  const { kind, status: lastStatus } = trigger;
  if (kind === 'manual') return { lastStatus, ...afterManual(schedule, trigger) };
  if (lastStatus === 'failed') return { lastStatus, ...afterFailure(schedule, trigger) };
  const cleared = lastStatus === 'success' ? CLEARED : {};
  return { lastStatus, retryCount: 0, ...nextSlot(schedule, trigger), ...cleared };
}

/**
 * A success resets the failure count. An enabled schedule keeps `nextRunAt` and `retryCount`: the time
 * may be that of a retry, which without its count would run as a slot of its own.
 */
function afterManual({ isEnabled }: TriggerState, { status }: FinishedTrigger): Advance {
  if (status !== 'success') return {};
  return isEnabled ? NO_FAILURES : CLEARED;
}

function afterFailure(schedule: TriggerState, trigger: FinishedTrigger): Advance {
  const consecutiveFailures = schedule.consecutiveFailures + 1;
  if (trigger.maxFailures > 0 && consecutiveFailures >= trigger.maxFailures) {
    return {
      consecutiveFailures,
      isEnabled: false,
      nextRunAt: null,
      disabledReason: `The schedule was disabled after ${countFailures(consecutiveFailures)}.`,
    };
  }
  if (!schedule.isEnabled || schedule.retryCount >= schedule.maxRetries) {
    return { consecutiveFailures, retryCount: 0, ...nextSlot(schedule, trigger) };
  }
  const retryCount = schedule.retryCount + 1;
  const delay = retryDelaySeconds(schedule.retryDelaySeconds, retryCount);
  const nextRunAt = new Date(trigger.finishedAt.getTime() + delay * 1000);
  return { consecutiveFailures, retryCount, nextRunAt };
}

function countFailures(count: number): string {
  return count === 1 ? '1 failure' : `${count} failures in a row`;
}

/** Exponential backoff, up to an hour. */
function retryDelaySeconds(first: number, retry: number): number {
  return Math.min(MAX_RETRY_DELAY_SECONDS, first * 2 ** (retry - 1));
}

/**
 * A caught-up slot keeps the next one, since the schedule has moved on. An invalid timing keeps it too:
 * the run has finished all the same.
 */
function nextSlot(
  schedule: TriggerState,
  { kind, finishedAt }: FinishedTrigger,
): Pick<ScheduleAdvance, 'nextRunAt'> {
  const { isEnabled, cron, timezone } = schedule;
  if (!isEnabled) return kind === 'late' ? {} : { nextRunAt: null };
  if (kind === 'late' || timingError(schedule) !== null) return {};
  return { nextRunAt: nextCronTime(cron, timezone, finishedAt) };
}
