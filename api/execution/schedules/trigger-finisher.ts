import type { Logger } from 'pino';
import { isTerminal, type TerminalStatus } from '../../../runner/domain/run-status.ts';
import { advanceSchedule } from '../../domain/schedules/advance-schedule.ts';
import type {
  StaleClaim,
  TriggerClaim,
  TriggerStore,
} from '../../domain/schedules/trigger-store.ts';
import type { SettingsService } from '../../domain/settings/service.ts';
import type { LaunchedRun } from '../launch/run-launcher.ts';
import type { MissedSlotRecorder } from './missed-slot-recorder.ts';
import type { ScheduleErrorBoundary } from './schedule-error-boundary.ts';
import type { RunStarter } from './start-scheduled-run.ts';

/** A schedule that was disabled because its runs kept failing. */
export interface AutoDisabled {
  readonly scheduleId: string;
  readonly flowId: string;
  readonly reason: string;
  readonly consecutiveFailures: number;
  readonly lastRunId: string | null;
}

export interface TriggerFinisherDeps {
  readonly store: TriggerStore;
  readonly runs: Pick<RunStarter, 'read'>;
  readonly settings: SettingsService;
  readonly logger: Logger;
  readonly errors: ScheduleErrorBoundary;
  readonly missedSlots: MissedSlotRecorder;
  readonly now: () => Date;
  /** Called after a schedule was disabled. Must not throw. */
  readonly onAutoDisabled: (schedule: AutoDisabled) => void;
}

const MAX_RECOVERED = 100;

/** Advances schedules when their runs finish, and recovers the claims of dead processes. */
export class TriggerFinisher {
  readonly #deps: TriggerFinisherDeps;

  constructor(deps: TriggerFinisherDeps) {
    this.#deps = deps;
  }

  /** Waits for the run of a claim, then advances the schedule. Never rejects: a later poll recovers the claim. */
  async finishAfter(claim: TriggerClaim, run: LaunchedRun): Promise<void> {
    await run.finished;
    try {
      const { status } = await this.#deps.runs.read(run.runId);
      // A run whose outcome could not be recorded is still in progress.
      if (isTerminal(status)) await this.finish(claim, status, true);
    } catch (error) {
      const { scheduleId } = claim;
      this.#deps.logger.warn(
        { err: error, scheduleId },
        'schedule could not be advanced after its run, will be retried',
      );
    }
  }

  /** Finishes a claim: sets the next time of its schedule, plans a retry, or disables it. */
  async finish(claim: TriggerClaim, status: TerminalStatus, hasRun: boolean): Promise<void> {
    const { store, settings, now, logger } = this.#deps;
    const { scheduleId, flowId, kind, claimedAt } = claim;
    const maxFailures = await settings.get('SCHEDULER_MAX_CONSECUTIVE_FAILURES');
    if (kind === 'slot') await this.#recordMissedDuring(claim);
    let lastRunId: string | null = null;
    let flow = '';
    const change = await store.finish(claim, (schedule) => {
      lastRunId = hasRun ? schedule.lastRunId : null;
      flow = schedule.flow.name;
      const next = advanceSchedule(schedule, { kind, status, finishedAt: now(), maxFailures });
      return hasRun ? next : { ...next, lastRunId: null, lastFiredAt: claimedAt };
    });
    if (change === null) return;
    const { nextRunAt } = change;
    logger.info({ scheduleId, flowId, flow, status, nextRunAt }, 'schedule advanced');
    if (change.isEnabled !== false) return;
    const { disabledReason: reason, consecutiveFailures = 0 } = change;
    logger.warn(
      { scheduleId, flowId, flow, consecutiveFailures },
      'schedule disabled after too many failures',
    );
    const disabled = { scheduleId, flowId, reason: reason ?? '', consecutiveFailures, lastRunId };
    this.#deps.onAutoDisabled(disabled);
  }

  /** Finishes the claims of processes that died or lost the database. */
  async recoverStaleClaims(): Promise<void> {
    const { store, errors } = this.#deps;
    for (const claim of await store.listStale(MAX_RECOVERED)) {
      await errors.isolate(claim.scheduleId, () => this.#recover(claim));
    }
  }

  async #recover(claim: StaleClaim): Promise<void> {
    const { store } = this.#deps;
    const { runId, orphanRunId } = claim;
    // A later poll finishes the claim with its run.
    if (orphanRunId !== null) await store.recordRun(claim, orphanRunId);
    else if (runId === null && claim.kind !== 'slot') await store.release(claim);
    else await this.finish(claim, statusOf(claim), runId !== null);
  }

  /** Records the slots that came while a run of the schedule was in progress. */
  async #recordMissedDuring(claim: TriggerClaim): Promise<void> {
    const { store, missedSlots, now } = this.#deps;
    const schedule = await store.findClaimed(claim);
    const next = schedule?.nextRunAt ?? null;
    if (schedule === null || next === null) return;
    // The next time itself may be missed.
    const after = new Date(next.getTime() - 1);
    await missedSlots.record(schedule, { after, until: now() }, 'flow_busy');
  }
}

function statusOf({ runId, runStatus }: StaleClaim): TerminalStatus {
  if (runId === null) return 'failed';
  // The outcome of a deleted run is unknown; `cancelled` counts neither as success nor as failure.
  return runStatus !== null && isTerminal(runStatus) ? runStatus : 'cancelled';
}
