import type { Logger } from 'pino';
import type { JsonObject } from '../../runner/domain/json.ts';
import { UserError } from '../../runner/domain/errors.ts';
import { isTerminal, type RunStatus, type TerminalStatus } from '../../runner/domain/run-status.ts';
import { ApiError, conflict } from '../http/errors.ts';
import type { RunRequest } from '../features/runs/prepare-run.ts';
import type { SettingsService } from '../features/settings/service.ts';
import { IdempotencyKeyTakenError, type LaunchedRun } from '../recorder/run-launcher.ts';
import { afterFire } from './after-fire.ts';
import type { FireMetrics } from './fire-metrics.ts';
import type { ScheduleFaults } from './schedule-faults.ts';
import { slotKey, type WaitingSlot } from './slot-store.ts';
import { slotText } from './slot-text.ts';
import { nextCronTime } from './cron-times.ts';
import type { Claim, DueSchedule, FireRequest, FireStore, LeftFire } from './fire-store.ts';

/** A schedule that was disabled because its runs kept failing. */
export interface AutoDisabled {
  readonly scheduleId: string;
  readonly flowId: string;
  readonly reason: string;
  readonly consecutiveFailures: number;
  readonly lastRunId: string | null;
}

/** What starts runs: the service of the runs. */
export interface RunStarter {
  start(
    flowId: string,
    request: RunRequest,
    origin: {
      readonly trigger: 'schedule';
      readonly scheduleId: string;
      readonly scheduledFor?: Date;
      readonly idempotencyKey?: string;
    },
  ): Promise<LaunchedRun>;
  /** The run as it is now, as far as its status. */
  read(runId: string): Promise<{ readonly status: RunStatus }>;
}

export interface ScheduleFiresParts {
  readonly store: FireStore;
  readonly runs: RunStarter;
  readonly settings: SettingsService;
  readonly logger: Logger;
  readonly metrics: FireMetrics;
  readonly faults: ScheduleFaults;
  readonly now: () => Date;
  /** Told after a schedule was disabled; it must not throw. */
  readonly onAutoDisabled: (schedule: AutoDisabled) => void;
}

/** A fire that this process sees through. */
export interface BegunFire {
  /** Settles when the run has ended and the schedule has its next time; it never rejects. */
  readonly ended: Promise<void>;
}

/** Claims of which no run came for so long are of a process that is gone. */
const LOST_AFTER_MS = 60_000;
const LEFT_AT_ONCE = 100;

/** Starts the runs of schedules, and sees to what becomes of the schedules when they end. */
export class ScheduleFires {
  readonly #parts: ScheduleFiresParts;

  constructor(parts: ScheduleFiresParts) {
    this.#parts = parts;
  }

  /**
   * Fires a due schedule, unless another process is about to, or its flow has a fire under way.
   * @returns null when it was not fired
   */
  async fire(schedule: DueSchedule): Promise<BegunFire | null> {
    const { store, now, logger, metrics } = this.#parts;
    const time = now();
    const next = nextCronTime(schedule.cron, schedule.timezone, time);
    if (schedule.isFlowDisabled) {
      await store.postpone(schedule, next);
      return null;
    }
    const claim = await store.claimSlot(schedule, next, time);
    if (claim === null) return null;
    try {
      const isRetry = schedule.retryCount > 0;
      const run = await this.#start(claim, { slot: schedule.nextRunAt, isRetry });
      metrics.fired((now().getTime() - schedule.nextRunAt.getTime()) / 1000);
      return { ended: this.#seeThrough(claim, run) };
    } catch (error) {
      if (error instanceof IdempotencyKeyTakenError) {
        // Someone asked for this slot meanwhile, and had it.
        await store.release(claim);
        return null;
      }
      if (!isRefusal(error)) throw error;
      logger.warn({ scheduleId: schedule.id, reason: error.message }, 'a schedule cannot run');
      await this.#settle(claim, 'failed', false);
      return { ended: Promise.resolve() };
    }
  }

  /**
   * Fires a schedule now, also one that is disabled.
   * @returns its run; `ended` settles when the schedule knows of the end too
   * @throws ApiError 409 while another fire of the flow is under way; 400 when it cannot be run
   */
  async fireNow(schedule: { readonly id: string; readonly flowId: string }): Promise<LaunchedRun> {
    const { store, now } = this.#parts;
    const claim = await store.claimExtra(schedule, 'manual', now());
    if (claim === null) {
      throw conflict('A scheduled run of this flow is under way. Wait for its end, or cancel it.');
    }
    try {
      return await this.#startExtra(claim, {});
    } catch (error) {
      await store.release(claim);
      throw error;
    }
  }

  /**
   * Runs a past slot of a schedule. One that was asked for has no effect on the schedule, which may be
   * disabled; one that was missed counts as if it came now.
   * @returns null while another fire of the flow is under way
   * @throws IdempotencyKeyTakenError when it was run before; ApiError 4xx, UserError when it cannot be run
   */
  async fireSlot(waiting: WaitingSlot): Promise<LaunchedRun | null> {
    const { store, now } = this.#parts;
    const { scheduleId: id, flowId, slot, timeParameter, isMissed } = waiting;
    const claim = await store.claimExtra({ id, flowId }, isMissed ? 'late' : 'manual', now());
    if (claim === null) return null;
    const parameters = timeParameter === null ? {} : { [timeParameter]: slotText(slot) };
    try {
      return await this.#startExtra(claim, { slot, parameters });
    } catch (error) {
      if (isMissed && isRefusal(error)) await this.#settle(claim, 'failed', false);
      else await store.release(claim);
      throw error;
    }
  }

  async #startExtra(claim: Claim, what: StartOptions): Promise<LaunchedRun> {
    const run = await this.#start(claim, what);
    return { runId: run.runId, ended: this.#seeThrough(claim, run) };
  }

  /** Settles fires that their process did not: it was lost, or the database was away. */
  async settleLeft(): Promise<void> {
    const { store, faults, now } = this.#parts;
    const lostBefore = new Date(now().getTime() - LOST_AFTER_MS);
    for (const fire of await store.left(lostBefore, LEFT_AT_ONCE)) {
      await faults.isolate(fire.scheduleId, () => this.#settleOne(fire));
    }
  }

  async #settleOne(fire: LeftFire): Promise<void> {
    const { store } = this.#parts;
    const { runId, strayRunId } = fire;
    // When it has ended it is settled by a later look.
    if (strayRunId !== null) await store.started(fire, strayRunId);
    else if (runId === null && fire.kind !== 'slot') await store.release(fire);
    else await this.#settle(fire, endOf(fire), runId !== null);
  }

  async #start(claim: Claim, { slot, isRetry, parameters }: StartOptions): Promise<LaunchedRun> {
    const { store, runs } = this.#parts;
    const { scheduleId, flowId } = claim;
    const request: FireRequest | null = await store.request(scheduleId);
    const merged = { ...request?.parameters, ...parameters };
    const run = await runs.start(
      flowId,
      { ...request, parameters: merged },
      {
        trigger: 'schedule',
        scheduleId,
        ...(slot === undefined ? {} : { idempotencyKey: slotKey(scheduleId, slot) }),
        ...(slot === undefined || isRetry === true ? {} : { scheduledFor: slot }),
      },
    );
    await store.started(claim, run.runId);
    this.#parts.logger.info(
      { scheduleId, flowId, runId: run.runId, slot, isRetry },
      'schedule triggered',
    );
    return run;
  }

  async #seeThrough(claim: Claim, run: LaunchedRun): Promise<void> {
    await run.ended;
    try {
      const { status } = await this.#parts.runs.read(run.runId);
      // When it could not be recorded it is not ended: a later look will find it.
      if (isTerminal(status)) await this.#settle(claim, status, true);
    } catch (error) {
      const { scheduleId } = claim;
      this.#parts.logger.warn({ err: error, scheduleId }, 'a schedule is settled later');
    }
  }

  async #settle(claim: Claim, status: TerminalStatus, hasRun: boolean): Promise<void> {
    const { store, settings, now, logger, onAutoDisabled } = this.#parts;
    const { scheduleId, flowId, kind, claimedAt } = claim;
    const maxFailures = await settings.get('SCHEDULER_MAX_CONSECUTIVE_FAILURES');
    let lastRunId: string | null = null;
    const change = await store.settle(claim, (schedule) => {
      lastRunId = hasRun ? schedule.lastRunId : null;
      const next = afterFire(schedule, { kind, status, endedAt: now(), maxFailures });
      return hasRun ? next : { ...next, lastRunId: null, lastFiredAt: claimedAt };
    });
    if (change === null) return;
    logger.info({ scheduleId, flowId, status, nextRunAt: change.nextRunAt }, 'schedule settled');
    if (change.isEnabled !== false) return;
    const reason = change.disabledReason ?? '';
    const consecutiveFailures = change.consecutiveFailures ?? 0;
    logger.warn({ scheduleId, flowId, consecutiveFailures }, 'a schedule was disabled');
    onAutoDisabled({ scheduleId, flowId, reason, consecutiveFailures, lastRunId });
  }
}

interface StartOptions {
  /** The time that it is for; no other run is started for the same one. */
  readonly slot?: Date;
  /** Whether that is the time of a retry, rather than one of the cron expression. */
  readonly isRetry?: boolean;
  /** In addition to those of the schedule. */
  readonly parameters?: JsonObject;
}

function endOf({ runId, runStatus }: LeftFire): TerminalStatus {
  if (runId === null) return 'failed';
  // Of a run that is gone nobody knows the end: it counts neither way.
  return runStatus !== null && isTerminal(runStatus) ? runStatus : 'cancelled';
}

/** The flow or the schedule is at fault, not the service. */
export function isRefusal(error: unknown): error is Error {
  return error instanceof UserError || (error instanceof ApiError && error.status < 500);
}
