import type { SheetCell } from './excel-cell.ts';
import { formatKind } from './number-format.ts';

const MS_PER_DAY = 86_400_000;
const MS_PER_SECOND = 1000;
const DATE =
  /^(\d{4}-\d\d-\d\d)?T?(?:([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?)?(?:Z|([-+](?:0\d|1[0-8])):?([0-5]\d)?)?$/;
const DURATION =
  /^(-)?P(?=.)(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,8}(?:\.\d+)?)S)?)?$/;
/** What libraries of Python read as this file does: no zone, no days or sign of a duration, milliseconds at most. */
const PLAIN =
  /^(?:(?:\d{4}-\d\d-\d\d)?T?(?:\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?Z?|PT(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d{1,3})?S)?)$/;
const EPOCH_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);

/**
 * Converts a cell of type `d`, an ISO 8601 text, to a serial with the format of a date, a time or a duration,
 * as other cells have it. A text that is invalid, or no date of a calendar, is an error.
 * @param format the number format of the cell
 */
export function isoCell(
  text: string,
  format: string | undefined,
  date1904: boolean,
): SheetCell | undefined {
  if (text === '') return undefined;
  const { serial, usual } = serialOf(text, date1904);
  if (Number.isNaN(serial)) return { t: 'e', v: text, isMisread: true };
  const hasFormat = format !== undefined && formatKind(format, serial) !== 'number';
  const misread = PLAIN.test(text) ? {} : { isMisread: true as const };
  return { t: 'n', v: serial, z: hasFormat ? format : usual, ...misread };
}

function serialOf(
  text: string,
  date1904: boolean,
): { readonly serial: number; readonly usual: string } {
  const duration = DURATION.exec(text);
  if (duration !== null) return { serial: durationDays(duration), usual: '[h]:mm:ss' };
  const [whole, date, hours, minutes, seconds, zoneHours, zoneMinutes] = DATE.exec(text) ?? [];
  if (whole === undefined || (date ?? hours) === undefined) return NO_SERIAL;
  const ms = dayTime(hours, minutes, seconds) - zoneOffset(zoneHours, zoneMinutes);
  if (date === undefined) {
    return { serial: (((ms % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY) / MS_PER_DAY, usual: TIME };
  }
  return { serial: dateSerial(date, date1904) + ms / MS_PER_DAY, usual: 'yyyy-mm-dd hh:mm:ss' };
}

const NO_SERIAL = { serial: Number.NaN, usual: '' };
const TIME = 'hh:mm:ss';

/** @returns NaN for a date that no calendar has, and for the one that no serial counts */
function dateSerial(date: string, date1904: boolean): number {
  const ms = Date.parse(`${date}T00:00:00Z`);
  // 30 February is a day of March to some engines.
  const isDate = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
  if (!isDate || date.startsWith('0000')) return Number.NaN;
  const days = (ms - (date1904 ? EPOCH_1904_MS : EPOCH_MS)) / MS_PER_DAY;
  if (date1904) return days;
  if (days === 1) return Number.NaN;
  // Excel counts a 29 February in 1900.
  return days > 1 && days <= LAST_SHIFTED_DAY ? days - 1 : days;
}

/** 28 February 1900. */
const LAST_SHIFTED_DAY = 60;

function durationDays([, sign, days = '0', hours, minutes, seconds]: RegExpExecArray): number {
  const ms = Number(days) * MS_PER_DAY + dayTime(hours, minutes, seconds);
  return (sign === undefined ? ms : -ms) / MS_PER_DAY;
}

function dayTime(hours = '0', minutes = '0', seconds = '0'): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * MS_PER_SECOND;
}

function zoneOffset(hours = '+00', minutes = '00'): number {
  const sign = hours.startsWith('-') ? -1 : 1;
  return sign * dayTime(hours.slice(1), minutes);
}
