import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { nextCronTime, type CronTiming } from './cron-times.ts';

const MINUTE_MS = 60_000;

export interface TimeSpan {
  /** Exclusive. */
  readonly after: Date;
  /** Inclusive. */
  readonly until: Date;
}

/**
 * Returns the latest times of a cron expression within a span, at most `max`, the oldest first. The
 * search starts at the end, so a span of years costs no more than one of days.
 * @throws UserError when the expression is invalid
 */
export async function latestCronTimes(
  schedule: CronTiming,
  { after, until }: TimeSpan,
  max: number,
): Promise<Date[]> {
  const times: Date[] = [];
  let time = latestCronTime(schedule, { after, until });
  while (time !== null) {
    times.unshift(time);
    if (times.length >= max) break;
    // A thousand times take seconds of CPU.
    await yieldToEventLoop();
    time = latestCronTime(schedule, { after, until: new Date(time.getTime() - 1) });
  }
  return times;
}

/** Finds a span that has a time by doubling its length, then the last time by bisection. */
function latestCronTime({ cron, timezone }: CronTiming, { after, until }: TimeSpan): Date | null {
  const firstAfter = (instant: number): Date | null => {
    const time = nextCronTime(cron, timezone, new Date(instant));
    return time === null || time > until ? null : time;
  };
  const start = after.getTime();
  let reach = MINUTE_MS;
  let from = Math.max(start, until.getTime() - reach);
  let found = firstAfter(from);
  while (found === null && from > start) {
    reach *= 2;
    from = Math.max(start, until.getTime() - reach);
    found = firstAfter(from);
  }
  // Cron times are whole minutes apart.
  let end = until.getTime();
  while (found !== null && end - found.getTime() >= MINUTE_MS) {
    const middle = Math.floor((found.getTime() + end) / 2);
    const later = firstAfter(middle);
    if (later === null) end = middle;
    else found = later;
  }
  return found;
}
