import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { invalid } from '../errors.ts';
import { nextCronTime } from './cron-times.ts';

export interface TimeRange {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Times are counted up to this number. */
const COUNTED = 1_000;
const EARLIEST = Date.UTC(1970, 0, 1);

/**
 * The times of a cron expression within a range, the oldest first.
 * @throws DomainError invalid for a range that is empty, lies in the future, or has more than `max` times;
 *   UserError for an expression that cannot be read
 */
export async function cronTimesWithin(
  { cron, timezone }: { readonly cron: string; readonly timezone: string },
  range: TimeRange,
  { max, now }: { readonly max: number; readonly now: Date },
): Promise<Date[]> {
  checkRange(range, now);
  const times: Date[] = [];
  // The times after a moment do not include it.
  let next = nextCronTime(cron, timezone, new Date(range.from.getTime() - 1));
  while (next !== null && next < range.to && times.length <= COUNTED) {
    times.push(next);
    next = nextCronTime(cron, timezone, next);
    // A thousand times take a second, in which other requests are served.
    await yieldToOthers();
  }
  if (times.length <= max) return times;
  const count = times.length > COUNTED ? `more than ${COUNTED}` : String(times.length);
  throw invalid(
    `The range has ${count} times of the schedule, and at most ${max} are run at once. Take a shorter range, or a larger "max".`,
  );
}

function checkRange({ from, to }: TimeRange, now: Date): void {
  if (from.getTime() < EARLIEST) throw invalid('"from" must not lie before 1970');
  if (from >= to) throw invalid('"from" must lie before "to"');
  if (to <= now) return;
  throw invalid('"to" lies in the future: the schedule itself runs its future slots');
}
