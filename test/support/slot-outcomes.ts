import type { TestApp } from './app.ts';
import { until } from './until.ts';

interface Schedule {
  readonly last_run_id: string | null;
  readonly last_status: string | null;
  readonly last_missed_slot: { readonly scheduled_for: string; readonly reason: string } | null;
}

/** The slots of a yearly schedule, which come when a test says so. */
export class SlotOutcomes {
  readonly #app: TestApp;
  readonly #id: string;
  #lastRun: string | null = null;
  /** Each slot is another time: a schedule has one run for a slot. */
  #lastSlot = Date.now() - 3_600_000;

  constructor(app: TestApp, scheduleId: string) {
    this.#app = app;
    this.#id = scheduleId;
  }

  /** Makes a slot come now. @returns the status of the run that it started, else why it started none */
  async next(): Promise<string> {
    this.#lastSlot += 60_000;
    const slot = new Date(this.#lastSlot);
    slot.setMilliseconds(0);
    const where = { id: this.#id };
    const database = await this.#app.openDatabase();
    await database.schedule.update({ where, data: { nextRunAt: slot } });
    const slotText = slot.toISOString().replace('.000Z', 'Z');
    return await until(async () => {
      const { body } = await this.#app.call('GET', `/api/schedules/${this.#id}`);
      const { last_run_id: run, last_status: status, last_missed_slot: missed } = body as Schedule;
      // The schedule has its status when the run is over and its next time is set.
      if (run !== this.#lastRun && status !== null && status !== 'running') {
        this.#lastRun = run;
        return status;
      }
      return missed?.scheduled_for === slotText ? missed.reason : null;
    });
  }
}
