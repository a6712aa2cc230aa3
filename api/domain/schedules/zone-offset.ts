import { UserError } from '../../../runner/domain/errors.ts';

const MINUTE_MS = 60_000;
/** More zones than there are: names that are refused are not kept. */
const MAX_FORMATTERS = 1_000;

/** Making one takes a hundred times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * How far the clock of a zone is ahead of UTC, in milliseconds.
 * @param instant in milliseconds since the epoch
 * @throws UserError when the time zone data of this process lacks the zone
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

/** @throws UserError when the time zone data of this process lacks the zone */
export function requireZone(zone: string): void {
  formatterOf(zone);
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = makeFormatter(zone);
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(zone, made);
  return made;
}

function makeFormatter(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(
      `The time zone "${zone}" is unknown to the time zone data of this server. Choose another zone, or update the server.`,
    );
  }
}
