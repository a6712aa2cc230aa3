/** A clock beside the scheduler that reports when slots come, such as the CronJobs of a cluster. */
export interface ExternalClock {
  /**
   * Returns until when the scheduler leaves a due slot to the clock; null: the clock has reported the
   * slot, or will not.
   * @param slot a due time of the cron expression, not of a retry
   */
  deferredUntil(scheduleId: string, slot: Date): Date | null;
}

/** Triggers every slot as soon as it is due. */
export const NO_EXTERNAL_CLOCK: ExternalClock = { deferredUntil: () => null };

/** Mirrors all schedules to an external system whose clock reports their slots. */
export interface ScheduleMirror extends ExternalClock {
  /** Starts, even if the other system does not answer. @param onSlot called with each slot that came */
  start(onSlot: (slot: Date) => void): void;
  /** Mirrors a schedule that was created, changed or deleted. Returns immediately and never throws. */
  changed(scheduleId: string): void;
  /** Mirrors all schedules of a flow that was changed or deleted. */
  flowChanged(flowId: string): void;
  /** Mirrors all schedules, after a project or a setting changed. */
  manyChanged(): void;
  close(): Promise<void>;
}
