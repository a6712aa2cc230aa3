/** Something besides the scheduler that tells when times of schedules come. */
export interface ExternalClock {
  /**
   * @param slot a due time of the cron expression, not that of a retry
   * @returns until when the time is left to the clock, which is about to tell; null: it told, or never will
   */
  deferredUntil(scheduleId: string, slot: Date): Date | null;
}

/** Without such a clock every time is fired as soon as it is due. */
export const NO_EXTERNAL_CLOCK: ExternalClock = { deferredUntil: () => null };
