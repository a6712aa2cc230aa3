import { Cron } from 'croner';
import { plainCron } from './cron-fields.ts';
import { requireZone, zoneOffset } from './zone-offset.ts';

const MINUTE_MS = 60_000;

/**
 * The first time after `after` at which a cron expression comes, by the clock of a zone; null when it
 * never comes. A time that the clock passes over in spring comes at the first instant after the gap.
 * A time that the clock shows twice in autumn comes at the first; only expressions that repeat within
 * the hour or every hour come in both.
 * @param expression five fields, or an alias
 * @param zone name of the IANA database
 * @throws UserError when the expression cannot be read, or this process does not know the zone
 */
export function nextCronTime(expression: string, zone: string, after: Date): Date | null {
  const pattern = plainCron(expression);
  requireZone(zone);
  const next = new Cron(pattern, { timezone: zone, mode: '5-part', paused: true }).nextRun(after);
  const gap = nextInGap(pattern, zone, after);
  if (next === null || gap === null) return next ?? gap;
  return gap < next ? gap : next;
}

/** The end of the gap when the next wall-clock time of the pattern lies in one; else null. */
function nextInGap(pattern: string, zone: string, after: Date): Date | null {
  const local = new Date(after.getTime() + zoneOffset(zone, after.getTime()));
  const wall = new Cron(pattern, { timezone: 'UTC', mode: '5-part', paused: true }).nextRun(local);
  if (wall === null) return null;
  const guess = wall.getTime() - zoneOffset(zone, wall.getTime() - DAY_MS);
  const before = zoneOffset(zone, guess - DAY_MS);
  const later = zoneOffset(zone, guess + DAY_MS);
  // Clocks only go forward over a gap, and the wall time shows with neither offset when it is in it.
  if (later <= before || shows(zone, wall, before) || shows(zone, wall, later)) return null;
  return transition(zone, wall.getTime() - later, wall.getTime() - before);
}

const DAY_MS = 86_400_000;

function shows(zone: string, wall: Date, shift: number): boolean {
  return zoneOffset(zone, wall.getTime() - shift) === shift;
}

/** The first minute of (`low`, `high`] at which the offset is that of `high`. */
function transition(zone: string, low: number, high: number): Date {
  const target = zoneOffset(zone, high);
  let [before, from] = [low, high];
  while (from - before > MINUTE_MS) {
    const middle = Math.floor((before + from) / 2 / MINUTE_MS) * MINUTE_MS;
    if (zoneOffset(zone, middle) === target) from = middle;
    else before = middle;
  }
  return new Date(from);
}
