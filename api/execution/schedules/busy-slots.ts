import type { DueSchedule } from '../../domain/schedules/fire-store.ts';

/** Slots are forgotten beyond so many: they are then late for another reason. */
const MAX_SLOTS = 10_000;

/** The due slots of schedules whose flow was busy, as far as this process saw it. */
export class BusySlots {
  /** By the schedule's id. */
  readonly #slots = new Map<string, number>();

  add({ id, nextRunAt }: DueSchedule): void {
    if (this.#slots.size >= MAX_SLOTS) this.#slots.clear();
    this.#slots.set(id, nextRunAt.getTime());
  }

  /** Forgets the slot of a schedule. @returns whether the one that is due now waited for its flow */
  take({ id, nextRunAt }: DueSchedule): boolean {
    const slot = this.#slots.get(id);
    this.#slots.delete(id);
    return slot === nextRunAt.getTime();
  }
}
