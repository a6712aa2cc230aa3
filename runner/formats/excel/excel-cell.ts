import { SSF, type CellObject } from '@e965/xlsx';
import { EVIDENCE } from '../column-evidence.ts';
import { DATETIME_EVIDENCE } from '../staged-table.ts';

/** A cell of a sheet, if it exists. */
export type SheetCell = CellObject | undefined;

/** A cell's value for the staged table. */
export interface CellValue {
  readonly text: string;
  readonly evidence: number;
}

const MS_PER_DAY = 86_400_000;
const MICROS_PER_DAY = MS_PER_DAY * 1000;
/** Days from Excel's day 0 to the Unix epoch in the 1900 date system. */
const EPOCH_SERIAL = 25_569;
const DAYS_BETWEEN_CALENDARS = 1_462;
/** Serial of 29 February 1900, which Excel counts though it never existed. */
const PHANTOM_LEAP_DAY = 60;

/**
 * Returns the microseconds since 1970 of a date cell, or undefined for any other cell. The value is
 * rounded to milliseconds, because a serial is a float of days whose further digits are inexact.
 */
export function cellMicros(cell: CellObject, date1904: boolean): number | undefined {
  if (cell.t !== 'n' || typeof cell.v !== 'number' || !isDateFormat(cell)) return undefined;
  const serial = cell.v + (date1904 ? DAYS_BETWEEN_CALENDARS : 0);
  if (serial < 1) return undefined;
  const day = Math.floor(serial);
  const ms = Math.round((serial - day) * MS_PER_DAY);
  return (day - EPOCH_SERIAL + (day < PHANTOM_LEAP_DAY ? 1 : 0)) * MICROS_PER_DAY + ms * 1000;
}

/**
 * Converts a cell to text and evidence.
 * @param asDatetime true when every cell of the column is a date; otherwise dates become text
 * @param date1904 true when the workbook uses the 1904 date system
 */
export function cellValue(cell: CellObject, asDatetime: boolean, date1904: boolean): CellValue {
  const micros = cellMicros(cell, date1904);
  if (micros !== undefined) {
    if (asDatetime) return { text: String(micros), evidence: DATETIME_EVIDENCE };
    return { text: dateText(micros), evidence: EVIDENCE.text };
  }
  if (cell.t === 'b') return { text: String(cell.v), evidence: EVIDENCE.boolean };
  if (typeof cell.v !== 'number') return { text: String(cell.v), evidence: EVIDENCE.text };
  if (isDateFormat(cell)) return { text: timeText(cell.v), evidence: EVIDENCE.text };
  const integer = Number.isSafeInteger(cell.v);
  return { text: String(cell.v), evidence: integer ? EVIDENCE.integer : EVIDENCE.float };
}

/** Reports whether a number has a date or time format. */
export function isDateFormat(cell: CellObject): boolean {
  const formats = SSF as { is_date(format: string): boolean };
  return cell.z !== undefined && formats.is_date(String(cell.z));
}

function dateText(micros: number): string {
  const [date = '', time = ''] = new Date(micros / 1000).toISOString().split('T');
  return `${date} ${time.replace(/(?:\.000)?Z$/, '')}`;
}

/** Formats a time of day without a date. */
function timeText(serial: number): string {
  return dateText(Math.round(serial * MS_PER_DAY) * 1000).slice('1970-01-01 '.length);
}
