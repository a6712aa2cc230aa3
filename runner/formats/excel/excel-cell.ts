import { EVIDENCE, integerEvidence } from '../column-evidence.ts';
import { isRounded, mayBeRounded } from '../rounded-decimal.ts';
import { DATETIME_EVIDENCE } from '../staged-table.ts';
import { formatKind } from './number-format.ts';

/** A cell of a sheet that is not empty. */
export type SheetCell = NumberCell | TextCell | BooleanCell | ErrorCell | FormulaCell;

/** True: libraries of Python read the cell otherwise, or fail at it. */
type Misread = true;

interface NumberCell {
  readonly t: 'n';
  readonly v: number;
  /** Its number format, if it is not the general one. */
  readonly z: string | undefined;
  /** True: it is the stored value 0 of a formula. */
  readonly isFormula?: boolean;
  /** The text of an integer of 64 bits that no float has for certain. */
  readonly integer?: string;
  /** Its text, if it has digits that a float does not keep. */
  readonly rounded?: string;
  readonly isMisread?: Misread;
}

interface TextCell {
  readonly t: 's';
  readonly v: string;
  /** True: it has half of a character in the file, in the place of which U+FFFD stands. */
  readonly hasHalf?: boolean;
  readonly isMisread?: Misread;
}

interface BooleanCell {
  readonly t: 'b';
  readonly v: boolean;
  readonly isMisread?: Misread;
}

/** An error, such as `#REF!`, or a text that the type of its cell does not allow. */
interface ErrorCell {
  readonly t: 'e';
  readonly v: string;
  readonly isMisread?: Misread;
}

/** A formula without a stored value. */
interface FormulaCell {
  readonly t: 'f';
}

/** Returns the cell of a text; undefined: it is empty. */
export function textCell(text: string): SheetCell | undefined {
  // pandas with openpyxl writes an empty text for a missing value, and pandas.read_excel reads it as missing.
  if (text === '') return undefined;
  if (text.isWellFormed()) return { t: 's', v: text };
  return { t: 's', v: text.toWellFormed(), hasHalf: true, isMisread: true };
}

/** A cell's value for the staged table. */
export interface CellValue {
  readonly text: string;
  readonly evidence: number;
}

/** What a number with a format of dates or times is. */
export type TimeValue =
  | { readonly kind: 'moment'; readonly micros: number }
  | { readonly kind: 'time'; readonly ms: number }
  | {
      readonly kind: 'duration';
      readonly ms: number;
      /** True: its format is that of a time of day, but it is of 24 hours or more. */
      readonly isGuess: boolean;
    }
  /** No date of the years 1 to 9999. */
  | { readonly kind: 'outside' };

const MS_PER_DAY = 86_400_000;
/** Days from Excel's day 0 to the Unix epoch in the 1900 date system. */
const EPOCH_SERIAL = 25_569;
const DAYS_BETWEEN_CALENDARS = 1_462;
/** Serial of 29 February 1900, which Excel counts though it never existed. */
const PHANTOM_LEAP_DAY = 60;
/** A number of days below which a time of day beyond 24 hours is a duration, and no moment of 1900. */
const MAX_DURATION_DAYS = 366;
const MIN_MS = Date.parse('0001-01-01T00:00:00Z');
const MAX_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Returns the date, time or duration of a cell; undefined: it is none. The value is rounded to milliseconds,
 * because a serial is a float of days whose further digits are inexact.
 * @param date1904 true when the workbook uses the 1904 date system
 */
export function timeValue(cell: SheetCell, date1904: boolean): TimeValue | undefined {
  if (cell.t !== 'n' || cell.z === undefined) return undefined;
  const { v: days } = cell;
  switch (formatKind(cell.z, days)) {
    case 'number':
      return undefined;
    case 'elapsed':
      return duration(days, false);
    case 'time':
      return timeOfDay(days) ?? durationOrMoment(days, date1904);
    case 'date':
      return (date1904 ? undefined : timeOfDay(days)) ?? moment(days, date1904);
  }
}

function timeOfDay(days: number): TimeValue | undefined {
  if (days < 0 || days >= 1) return undefined;
  return { kind: 'time', ms: Math.round(days * MS_PER_DAY) % MS_PER_DAY };
}

/** Returns what a number is that has the format of a time of day, but is none. */
function durationOrMoment(days: number, date1904: boolean): TimeValue {
  if (days < 0) return duration(days, false);
  return days < MAX_DURATION_DAYS ? duration(days, true) : moment(days, date1904);
}

function duration(days: number, isGuess: boolean): TimeValue {
  return { kind: 'duration', ms: Math.round(days * MS_PER_DAY), isGuess };
}

function moment(days: number, date1904: boolean): TimeValue {
  const serial = days + (date1904 ? DAYS_BETWEEN_CALENDARS : 0);
  const day = Math.floor(serial);
  const shift = day >= 1 && day < PHANTOM_LEAP_DAY ? 1 : 0;
  const ms = (day - EPOCH_SERIAL + shift) * MS_PER_DAY + Math.round((serial - day) * MS_PER_DAY);
  return ms >= MIN_MS && ms <= MAX_MS ? { kind: 'moment', micros: ms * 1000 } : { kind: 'outside' };
}

/** How a column shows its dates or durations, if it has nothing else: as datetimes or seconds, else as text. */
export type ColumnForm = 'datetime' | 'seconds' | 'text';

/**
 * Converts a cell to text and evidence.
 * @param date1904 true when the workbook uses the 1904 date system
 * @returns undefined for a cell that is null
 */
export function cellValue(
  cell: SheetCell,
  form: ColumnForm,
  date1904: boolean,
): CellValue | undefined {
  const time = timeValue(cell, date1904);
  if (time !== undefined) return timeCell(time, form);
  switch (cell.t) {
    case 'n': {
      if (cell.integer !== undefined) {
        return { text: cell.integer, evidence: integerEvidence(cell.integer) };
      }
      const isInteger = Number.isSafeInteger(cell.v);
      return { text: String(cell.v), evidence: isInteger ? EVIDENCE.integer : EVIDENCE.float };
    }
    case 'b':
      return { text: String(cell.v), evidence: EVIDENCE.boolean };
    case 's':
      return { text: cell.v, evidence: EVIDENCE.text };
    case 'e':
    case 'f':
      return undefined;
  }
}

const INTEGER = /^-?\d+$/;

/** What of the text of a number a float does not keep. */
export function digitsOfNumber(text: string): Pick<NumberCell, 'integer' | 'rounded'> {
  if (!mayBeRounded(text)) return {};
  const isInteger = INTEGER.test(text) && (integerEvidence(text) & EVIDENCE.integer) !== 0;
  if (isInteger) return { integer: text };
  return isRounded(text) ? { rounded: text } : {};
}

function timeCell(time: TimeValue, form: ColumnForm): CellValue | undefined {
  switch (time.kind) {
    case 'moment':
      return form === 'datetime'
        ? { text: String(time.micros), evidence: DATETIME_EVIDENCE }
        : { text: momentText(time.micros), evidence: EVIDENCE.text };
    case 'duration':
      return form === 'seconds'
        ? { text: String(time.ms / 1000), evidence: EVIDENCE.float }
        : { text: durationText(time.ms), evidence: EVIDENCE.text };
    case 'time':
      return { text: durationText(time.ms), evidence: EVIDENCE.text };
    case 'outside':
      return undefined;
  }
}

function momentText(micros: number): string {
  return new Date(micros / 1000).toISOString().replace('T', ' ').replace(NO_FRACTION, '');
}

const NO_FRACTION = /(?:\.000)?Z$/;

/** Formats a time of day or a duration, which may have more than 24 hours or be negative. */
export function durationText(ms: number): string {
  const sign = ms < 0 ? '-' : '';
  const rest = Math.abs(ms);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const fraction = rest % 1000 === 0 ? '' : `.${String(rest % 1000).padStart(3, '0')}`;
  return `${sign}${two(rest / 3_600_000)}:${two((rest / 60_000) % 60)}:${two((rest / 1000) % 60)}${fraction}`;
}
