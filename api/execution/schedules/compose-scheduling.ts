import type { Logger } from 'pino';
import type { Database } from '../../../prisma/client.ts';
import { createCheckStore } from '../../domain/schedules/check-store.ts';
import { createDueStore } from '../../domain/schedules/due-store.ts';
import { createMissedSlotStore } from '../../domain/schedules/missed-slot-store.ts';
import { createSlotQueue } from '../../domain/schedules/slot-queue.ts';
import { createTriggerStore } from '../../domain/schedules/trigger-store.ts';
import type { SettingsService } from '../../domain/settings/service.ts';
import { Backfills } from './backfills.ts';
import { CatchUp } from './catch-up.ts';
import { MissedSlotRecorder } from './missed-slot-recorder.ts';
import type { PollingDeps } from './polling-loop.ts';
import { ScheduleErrorBoundary } from './schedule-error-boundary.ts';
import type { ExternalClock } from './schedule-mirror.ts';
import { ScheduleTriggers } from './schedule-triggers.ts';
import { Scheduler } from './scheduler.ts';
import { SlotChecks } from './slot-checks.ts';
import type { RunStarter } from './start-scheduled-run.ts';
import { TriggerFinisher, type AutoDisabled } from './trigger-finisher.ts';
import type { TriggerMetrics } from './trigger-metrics.ts';

export interface SchedulingDeps extends PollingDeps {
  readonly database: Database;
  readonly runs: RunStarter;
  readonly settings: SettingsService;
  readonly logger: Logger;
  readonly metrics: TriggerMetrics;
  readonly clock: ExternalClock;
  /** Maximum of missed slots of a schedule that are caught up. */
  readonly catchUpLimit: number;
  /** How many slots this process checks at once. */
  readonly maxChecks?: number;
  /** Called after a schedule was disabled. Must not throw. */
  readonly onAutoDisabled: (schedule: AutoDisabled) => void;
}

/** What triggers the schedules of one process. Scheduler and backfills are idle until they are started. */
export interface Scheduling {
  readonly scheduler: Scheduler;
  readonly backfills: Backfills;
  readonly triggers: ScheduleTriggers;
}

/** Composes scheduler and backfills, each of which polls when the other may have freed a flow. */
export function composeScheduling(deps: SchedulingDeps): Scheduling {
  const { database, logger, metrics, now, catchUpLimit: limit } = deps;
  const due = createDueStore(database);
  const slots = createSlotQueue(database);
  const missedStore = createMissedSlotStore(database);
  const missedSlots = new MissedSlotRecorder({ store: missedStore, logger, metrics });
  const errors = new ScheduleErrorBoundary(logger);
  const store = createTriggerStore(database);
  const checks = createCheckStore(database);
  const slotChecks = new SlotChecks({ ...deps, store, checks, errors });
  const common = { ...deps, due, slots, missedSlots, errors, store, checks, slotChecks };
  const notifyBackfills = (): void => {
    backfills.notify();
  };
  const finisher = new TriggerFinisher(common);
  const triggers = new ScheduleTriggers({
    ...common,
    finisher,
    onFlowIdle: () => {
      scheduler.pollBy(now());
      notifyBackfills();
    },
  });
  const backfills = new Backfills({ ...common, triggers });
  const catchUp = new CatchUp({ ...common, limit, onEnqueued: notifyBackfills });
  const scheduler = new Scheduler({
    ...common,
    triggers,
    finisher,
    catchUp,
    onFlowIdle: notifyBackfills,
  });
  return { scheduler, backfills, triggers };
}
