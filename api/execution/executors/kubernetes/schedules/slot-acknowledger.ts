import {
  isAdmissionRejection,
  isConflict,
} from '../../../../../kubernetes/client/kube-api-error.ts';
import type { Database } from '../../../../../prisma/client.ts';
import { findUndecidedSlots } from '../../../../domain/schedules/undecided-slots.ts';
import type { ScheduleErrorBoundary } from '../../../schedules/schedule-error-boundary.ts';
import type { ObservedSchedule } from './schedule-resource.ts';
import type { ScheduleResources } from './schedule-resources.ts';

export interface SlotAcknowledgerDeps {
  readonly database: Database;
  readonly resources: Pick<ScheduleResources, 'acknowledge'>;
  readonly errors: ScheduleErrorBoundary;
}

interface OpenSchedule {
  readonly scheduleId: string;
  readonly observed: ObservedSchedule;
  /** Slots that wait and are not acknowledged, the oldest first. */
  readonly slots: readonly Date[];
}

const BATCH = 100;

/**
 * Acknowledges waiting slots that no longer need their Job: they were missed, or their run has finished.
 * Any number of processes may do so concurrently.
 */
export class SlotAcknowledger {
  readonly #deps: SlotAcknowledgerDeps;

  constructor(deps: SlotAcknowledgerDeps) {
    this.#deps = deps;
  }

  async acknowledge(schedules: Iterable<[string, ObservedSchedule]>): Promise<void> {
    const open = [...schedules].flatMap(([scheduleId, observed]) => {
      const slots = openSlots(observed);
      return slots.length === 0 ? [] : [{ scheduleId, observed, slots }];
    });
    for (let start = 0; start < open.length; start += BATCH) {
      await this.#acknowledgeBatch(open.slice(start, start + BATCH));
    }
  }

  async #acknowledgeBatch(batch: readonly OpenSchedule[]): Promise<void> {
    const waiting = batch.flatMap(({ scheduleId, slots }) => {
      return slots.map((slot) => ({ scheduleId, slot }));
    });
    const undecided = await findUndecidedSlots(this.#deps.database, waiting);
    for (const schedule of batch) {
      const first = undecided.get(schedule.scheduleId);
      const decided = schedule.slots.findLast((slot) => first === undefined || slot < first);
      if (decided !== undefined) await this.#write(schedule, decided);
    }
  }

  async #write({ scheduleId, observed }: OpenSchedule, through: Date): Promise<void> {
    try {
      await this.#deps.resources.acknowledge(scheduleId, observed, through);
    } catch (error) {
      // The resource has changed since: the next round reads it again.
      if (isConflict(error)) return;
      // A rejected write says nothing about other schedules.
      if (!isAdmissionRejection(error)) throw error;
      this.#deps.errors.report(scheduleId, error);
    }
  }
}

function openSlots({ waiting, acknowledgedThrough }: ObservedSchedule): readonly Date[] {
  return waiting
    .filter((time) => acknowledgedThrough === null || time > acknowledgedThrough)
    .map((time) => new Date(time));
}
