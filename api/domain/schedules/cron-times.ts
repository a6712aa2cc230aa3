import { Cron } from 'croner';
import { UserError } from '../../../runner/domain/errors.ts';
import { plainCron } from './cron-fields.ts';
import { assertZone, zoneOffset } from './zone-clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** When a schedule is due: a cron expression, by the clock of an IANA time zone. */
export interface CronTiming {
  readonly cron: string;
  readonly timezone: string;
}

/**
 * Returns the first time after `after` that a cron expression matches by the clock of a zone; null when
 * it never matches again. A time inside the gap of spring matches at the end of the gap. A local time that
 * occurs twice in autumn matches the first time, unless the hour is `*`.
 * @param expression five fields, or an alias such as `@daily`
 * @param zone name of the IANA database
 * @throws UserError when the expression is invalid, or this process has no data of the zone
 */
export function nextCronTime(expression: string, zone: string, after: Date): Date | null {
  const pattern = plainCron(expression);
  assertZone(zone);
  const next = nextMatch(pattern, zone, after);
  const gap = nextInGap(pattern, zone, after);
  if (next === null || gap === null) return next ?? gap;
  return gap < next ? gap : next;
}

function nextMatch(pattern: string, zone: string, after: Date): Date | null {
  const cron = new Cron(pattern, { timezone: zone, mode: '5-part', paused: true });
  const isEveryHour = pattern.split(' ')[1] === '*';
  let next = cron.nextRun(after);
  // The library repeats an expression of several hours.
  while (next !== null && !isEveryHour && isRepeated(zone, next)) next = cron.nextRun(next);
  return next;
}

/** Reports whether the clock of a zone has shown the local time of an instant before. */
function isRepeated(zone: string, instant: Date): boolean {
  const now = instant.getTime();
  const before = zoneOffset(zone, now - DAY_MS);
  const wall = new Date(now + zoneOffset(zone, now));
  return wall.getTime() - before < now && exists(zone, wall, before);
}

/**
 * Returns why the times of a stored schedule cannot be computed here: another version wrote its cron
 * expression, or this process has no data of its zone. Null when they can.
 */
export function timingError({ cron, timezone }: CronTiming): string | null {
  try {
    plainCron(cron);
    assertZone(timezone);
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** Returns the end of the gap when the next local time of the pattern is inside one, else null. */
function nextInGap(pattern: string, zone: string, after: Date): Date | null {
  const local = new Date(after.getTime() + zoneOffset(zone, after.getTime()));
  const wall = new Cron(pattern, { timezone: 'UTC', mode: '5-part', paused: true }).nextRun(local);
  if (wall === null) return null;
  const guess = wall.getTime() - zoneOffset(zone, wall.getTime() - DAY_MS);
  const before = zoneOffset(zone, guess - DAY_MS);
  const later = zoneOffset(zone, guess + DAY_MS);
  // Only a clock that goes forward leaves a gap, and a local time inside it exists with neither offset.
  if (later <= before || exists(zone, wall, before) || exists(zone, wall, later)) return null;
  return transition(zone, wall.getTime() - later, wall.getTime() - before);
}

function exists(zone: string, wall: Date, offset: number): boolean {
  return zoneOffset(zone, wall.getTime() - offset) === offset;
}

/** Returns the first minute in (`low`, `high`] with the offset of `high`. */
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
