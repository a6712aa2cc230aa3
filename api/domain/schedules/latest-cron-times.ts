import { setImmediate as otherWork } from 'node:timers/promises';
import { nextCronTime } from './cron-times.ts';

const MINUTE_MS = 60_000;

interface CronTimes {
  readonly cron: string;
  readonly timezone: string;
}

interface Span {
  /** Exclusive. */
  readonly after: Date;
  /** Inclusive. */
  readonly until: Date;
}

/**
 * The latest times of a cron expression within a span, `max` at most, the oldest first. Found from
 * the end: a span of years costs no more than one of days.
 * @throws UserError when the expression cannot be read
 */
export async function latestCronTimes(
  schedule: CronTimes,
  { after, until }: Span,
  max: number,
): Promise<Date[]> {
  const times: Date[] = [];
  let time = latest(schedule, { after, until });
  while (time !== null) {
    times.unshift(time);
    if (times.length >= max) break;
    // A thousand times take seconds: requests that came meanwhile have their turn.
    await otherWork();
    time = latest(schedule, { after, until: new Date(time.getTime() - 1) });
  }
  return times;
}

/** The last time within a span; null when there is none. */
function latest({ cron, timezone }: CronTimes, { after, until }: Span): Date | null {
  /** The first time after an instant, unless it is beyond the span. */
  const first = (instant: number): Date | null => {
    const time = nextCronTime(cron, timezone, new Date(instant));
    return time === null || time > until ? null : time;
  };
  const start = after.getTime();
  let reach = MINUTE_MS;
  let from = Math.max(start, until.getTime() - reach);
  let found = first(from);
  while (found === null && from > start) {
    reach *= 2;
    from = Math.max(start, until.getTime() - reach);
    found = first(from);
  }
  // Cron times are whole minutes apart.
  let end = until.getTime();
  while (found !== null && end - found.getTime() >= MINUTE_MS) {
    const middle = Math.floor((found.getTime() + end) / 2);
    const later = first(middle);
    if (later === null) end = middle;
    else found = later;
  }
  return found;
}
