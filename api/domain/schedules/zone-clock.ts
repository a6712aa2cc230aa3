import { UserError } from '../../../runner/domain/errors.ts';
import { utcRunTime, type RunTime } from '../../../runner/domain/run-time.ts';

const MINUTE_MS = 60_000;
/** More than the number of time zones. Rejected names are not cached. */
const MAX_FORMATTERS = 1_000;

/** Creating a formatter takes a hundred times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns how far the clock of a zone is ahead of UTC, in milliseconds.
 * @param instant in milliseconds since the epoch
 * @throws UserError when this process has no data of the zone
 */
export function zoneOffset(zone: string, instant: number): number {
  const parts = formatterOf(zone).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes = '0', seconds = '0'] =
    /([+-])(\d{2}):?(\d{2})?(?::(\d{2}))?/.exec(name) ?? [];
  if (sign === undefined) return 0;
  const size = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1000;
  return sign === '-' ? -size : size;
}

/**
 * Returns what the clock of a zone shows at an instant.
 * @throws UserError when this process has no data of the zone
 */
export function zoneTime(instant: Date, timeZone: string): RunTime {
  const time = instant.getTime();
  const { localTime } = utcRunTime(new Date(time + zoneOffset(timeZone, time)));
  return { localTime, timeZone };
}

/** @throws UserError when this process has no data of the zone */
export function assertZone(zone: string): void {
  formatterOf(zone);
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone);
  if (cached !== undefined) return cached;
  const formatter = createFormatter(zone);
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(zone, formatter);
  return formatter;
}

function createFormatter(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(
      `The time zone "${zone}" is unknown to the time zone data of this server. Choose another zone, or update the server.`,
    );
  }
}
