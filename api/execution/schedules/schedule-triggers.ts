import type { Logger } from 'pino';
import { conflict, isRefusal, notFound } from '../../domain/errors.ts';
import type { RunTime } from '../../../runner/domain/run-time.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import type { RunStatus, TerminalStatus } from '../../../runner/domain/run-status.ts';
import type { RunRequest } from '../launch/prepare-run.ts';
import type { SettingsService } from '../../domain/settings/service.ts';
import { IdempotencyKeyTakenError, type LaunchedRun } from '../launch/run-launcher.ts';
import { advanceSchedule } from '../../domain/schedules/advance-schedule.ts';
import type { TriggerMetrics } from './trigger-metrics.ts';
import type { MissedReason } from '../../domain/schedules/missed-reason.ts';
import type { MissedSlotRecorder } from './missed-slot-recorder.ts';
import type { ScheduleErrorBoundary } from './schedule-error-boundary.ts';
import { slotKey, type WaitingSlot } from '../../domain/schedules/slot-queue.ts';
import { parametersOf, type StartOptions } from './start-options.ts';
import { zoneTime } from '../../domain/schedules/zone-time.ts';
import { nextCronTime } from '../../domain/schedules/cron-times.ts';
import type {
  TriggerClaim,
  DueSchedule,
  TriggerRequest,
  TriggerStore,
  StaleClaim,
} from '../../domain/schedules/trigger-store.ts';

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
      readonly time: RunTime;
      readonly idempotencyKey?: string;
    },
  ): Promise<LaunchedRun>;
  /** The run as it is now, as far as its status. */
  read(runId: string): Promise<{ readonly status: RunStatus }>;
}

export interface ScheduleTriggersDeps {
  readonly store: TriggerStore;
  readonly runs: RunStarter;
  readonly settings: SettingsService;
  readonly logger: Logger;
  readonly metrics: TriggerMetrics;
  readonly errors: ScheduleErrorBoundary;
  readonly missedSlots: MissedSlotRecorder;
  readonly now: () => Date;
  /** Told after a schedule was disabled; it must not throw. */
  readonly onAutoDisabled: (schedule: AutoDisabled) => void;
  /** Told when a fire beside the slots has ended: others of its flow can have their turn; it must not throw. */
  readonly flowFreed: () => void;
}

/** A fire that this process sees through. */
export interface StartedTrigger {
  /** Settles when the run has ended and the schedule has its next time; it never rejects. */
  readonly ended: Promise<void>;
}

/** A claim without a run after this long belongs to a dead process. */
const LOST_AFTER_MS = 60_000;
const LEFT_AT_ONCE = 100;

/** Starts the runs of schedules and advances the schedules when the runs finish. */
export class ScheduleTriggers {
  readonly #deps: ScheduleTriggersDeps;
  #limit: number | null = null;

  constructor(deps: ScheduleTriggersDeps) {
    this.#deps = deps;
  }

  /**
   * Fires a due schedule, unless another process is about to, or its flow has a fire under way. The
   * slots that came since are recorded as missed.
   * @param lateness why the schedule is fired after its next slot, if it is
   * @returns null when it was not fired; `full` when too many scheduled runs are under way
   */
  async fire(
    schedule: DueSchedule,
    lateness: MissedReason,
  ): Promise<StartedTrigger | 'full' | null> {
    const { store, now } = this.#deps;
    const time = now();
    const next = nextCronTime(schedule.cron, schedule.timezone, time);
    if (schedule.isFlowDisabled) {
      await store.postpone(schedule, next);
      return null;
    }
    const options = { now: time, maxUnderWay: await this.#maxUnderWay() };
    const claim = await store.claimSlot(schedule, next, options);
    if (typeof claim === 'string') return claim === 'full' ? 'full' : null;
    await this.#recordLate(schedule, time, lateness);
    return await this.#fireClaimed(claim, schedule);
  }

  async #recordLate(schedule: DueSchedule, time: Date, lateness: MissedReason): Promise<void> {
    const { missedSlots } = this.#deps;
    const { retryCount, fireSlot, nextRunAt } = schedule;
    if (retryCount === 0) {
      await missedSlots.record(schedule, { after: nextRunAt, until: time }, lateness);
    } else {
      const after = fireSlot ?? nextRunAt;
      await missedSlots.record(schedule, { after, until: time }, 'retry_pending');
    }
  }

  async #fireClaimed(claim: TriggerClaim, schedule: DueSchedule): Promise<StartedTrigger | null> {
    const { store, now, logger, metrics } = this.#deps;
    try {
      const isRetry = schedule.retryCount > 0;
      const dueAt = schedule.nextRunAt;
      const slot = isRetry ? (schedule.fireSlot ?? dueAt) : dueAt;
      const run = await this.#start(claim, { slot, dueAt, isRetry });
      metrics.fired((now().getTime() - schedule.nextRunAt.getTime()) / 1000);
      return { ended: this.#seeThrough(claim, run) };
    } catch (error) {
      if (error instanceof IdempotencyKeyTakenError) {
        // A concurrent request already ran this slot.
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
   * @throws DomainError not_found when it was deleted meanwhile; conflict while another fire of the flow is under way;
   *   invalid when it cannot be run
   */
  async triggerNow(schedule: {
    readonly id: string;
    readonly flowId: string;
  }): Promise<LaunchedRun> {
    const { store, now } = this.#deps;
    // Somebody waits for it: it counts as one of those under way, but does not wait for them.
    const options = { now: now(), maxUnderWay: Infinity };
    const claim = await store.claimExtra(schedule, 'manual', options);
    if (claim === 'gone') throw notFound('Schedule', schedule.id);
    if (typeof claim === 'string') {
      throw conflict('A scheduled run of this flow is under way. Wait for its end, or cancel it.');
    }
    try {
      return await this.#startExtra(claim, { slot: options.now });
    } catch (error) {
      await store.release(claim);
      throw error;
    }
  }

  /**
   * Runs a past slot of a schedule. One that was asked for has no effect on the schedule, which may be
   * disabled; one that was missed counts as if it came now.
   * @returns null while another fire of the flow is under way; `full` when too many scheduled runs are
   * @throws IdempotencyKeyTakenError when it was run before; DomainError, UserError when it cannot be run
   */
  async triggerSlot(waiting: WaitingSlot): Promise<LaunchedRun | 'full' | null> {
    const { store, now } = this.#deps;
    const { scheduleId: id, flowId, slot: dueAt, timeParameter, isMissed, retryOf } = waiting;
    const slot = retryOf ?? dueAt;
    const isRetry = retryOf !== null;
    const options = { now: now(), maxUnderWay: await this.#maxUnderWay() };
    const claim = isMissed
      ? await store.claimExtra({ id, flowId, slot }, 'late', options)
      : await store.claimExtra({ id, flowId }, 'manual', options);
    if (typeof claim === 'string') return claim === 'full' ? 'full' : null;
    try {
      return await this.#startExtra(claim, { slot, dueAt, isRetry, timeParameter });
    } catch (error) {
      if (isMissed && isRefusal(error)) await this.#settle(claim, 'failed', false);
      else await store.release(claim);
      throw error;
    }
  }

  async #startExtra(claim: TriggerClaim, what: StartOptions): Promise<LaunchedRun> {
    const run = await this.#start(claim, what);
    const finished = this.#seeThrough(claim, run).then(this.#deps.flowFreed);
    return { runId: run.runId, finished };
  }

  /** Settles fires that their process did not: it was lost, or the database was away. */
  async recoverStaleClaims(): Promise<void> {
    const { store, errors, now } = this.#deps;
    const lostBefore = new Date(now().getTime() - LOST_AFTER_MS);
    for (const fire of await store.left(lostBefore, LEFT_AT_ONCE)) {
      await errors.isolate(fire.scheduleId, () => this.#settleOne(fire));
    }
  }

  async #settleOne(fire: StaleClaim): Promise<void> {
    const { store } = this.#deps;
    const { runId, orphanRunId } = fire;
    // When it has ended it is settled by a later look.
    if (orphanRunId !== null) await store.started(fire, orphanRunId);
    else if (runId === null && fire.kind !== 'slot') await store.release(fire);
    else await this.#settle(fire, endOf(fire), runId !== null);
  }

  async #start(claim: TriggerClaim, what: StartOptions): Promise<LaunchedRun> {
    const { store, runs } = this.#deps;
    const { scheduleId, flowId } = claim;
    const { slot, dueAt, isRetry = false } = what;
    const request: TriggerRequest | null = await store.request(scheduleId);
    const { engine = null, timeoutSeconds = null, timezone = 'UTC' } = request ?? {};
    const run = await runs.start(
      flowId,
      { engine, timeoutSeconds, parameters: parametersOf(request, what) },
      {
        trigger: 'schedule',
        scheduleId,
        time: zoneTime(slot, timezone),
        ...(dueAt === undefined ? {} : { idempotencyKey: slotKey(scheduleId, dueAt) }),
        ...(dueAt === undefined || isRetry ? {} : { scheduledFor: dueAt }),
      },
    );
    await store.started(claim, run.runId);
    this.#deps.logger.info(
      { scheduleId, flowId, flow: request?.flowName, runId: run.runId, slot, isRetry },
      'schedule triggered',
    );
    return run;
  }

  /** Records the slots that came while a run of the schedule was under way. */
  async #recordDuring(claim: TriggerClaim): Promise<void> {
    const { store, missedSlots, now } = this.#deps;
    const schedule = await store.findClaimed(claim);
    const next = schedule?.nextRunAt ?? null;
    if (schedule === null || next === null) return;
    // The next one is the first that may be missed.
    const after = new Date(next.getTime() - 1);
    await missedSlots.record(schedule, { after, until: now() }, 'flow_busy');
  }

  /** As the settings said when the first one was started here. */
  async #maxUnderWay(): Promise<number> {
    this.#limit ??= await this.#deps.settings.get('SCHEDULER_MAX_CONCURRENT_RUNS');
    return this.#limit;
  }

  async #seeThrough(claim: TriggerClaim, run: LaunchedRun): Promise<void> {
    await run.finished;
    try {
      const { status } = await this.#deps.runs.read(run.runId);
      // When it could not be recorded it is not ended: a later look will find it.
      if (isTerminal(status)) await this.#settle(claim, status, true);
    } catch (error) {
      const { scheduleId } = claim;
      this.#deps.logger.warn({ err: error, scheduleId }, 'a schedule is settled later');
    }
  }

  async #settle(claim: TriggerClaim, status: TerminalStatus, hasRun: boolean): Promise<void> {
    const { store, settings, now, logger, onAutoDisabled } = this.#deps;
    const { scheduleId, flowId, kind, claimedAt } = claim;
    const maxFailures = await settings.get('SCHEDULER_MAX_CONSECUTIVE_FAILURES');
    if (kind === 'slot') await this.#recordDuring(claim);
    let lastRunId: string | null = null;
    let flow = '';
    const change = await store.settle(claim, (schedule) => {
      lastRunId = hasRun ? schedule.lastRunId : null;
      flow = schedule.flow.name;
      const next = advanceSchedule(schedule, { kind, status, endedAt: now(), maxFailures });
      return hasRun ? next : { ...next, lastRunId: null, lastFiredAt: claimedAt };
    });
    if (change === null) return;
    const { nextRunAt } = change;
    logger.info({ scheduleId, flowId, flow, status, nextRunAt }, 'schedule settled');
    if (change.isEnabled !== false) return;
    const reason = change.disabledReason ?? '';
    const consecutiveFailures = change.consecutiveFailures ?? 0;
    logger.warn({ scheduleId, flowId, flow, consecutiveFailures }, 'a schedule was disabled');
    onAutoDisabled({ scheduleId, flowId, reason, consecutiveFailures, lastRunId });
  }
}

function endOf({ runId, runStatus }: StaleClaim): TerminalStatus {
  if (runId === null) return 'failed';
  // Of a run that is gone nobody knows the end: it counts neither way.
  return runStatus !== null && isTerminal(runStatus) ? runStatus : 'cancelled';
}
