import type { ExternalClock } from './slot-clock.ts';

/** Keeps an image of every schedule elsewhere, where a clock tells when its times come. */
export interface ScheduleMirror extends ExternalClock {
  /** Begins, whether or not the other place answers. @param onTime told of times that came, late ones too */
  start(onTime: (time: Date) => void): void;
  /** Tells that a schedule was made, changed or deleted. It returns at once, and never throws. */
  changed(scheduleId: string): void;
  /** The same for all schedules of a flow that was changed or deleted. */
  flowChanged(flowId: string): void;
  /** Tells that schedules of many flows may have changed, as with their project or a setting. */
  manyChanged(): void;
  close(): Promise<void>;
}
