import { FIRST_DATETIME_MS, LAST_DATETIME_MS } from '../../../domain/datetime-range.ts';
import type { ParquetField } from '../footer/parquet-footer.ts';
import type { Annotation, TimeUnit } from '../footer/annotation.ts';
import { floatText, singleText } from './float-text.ts';
import type { StoredValue } from './leaf-cursor.ts';

/** A value in words: the digits of a number, a moment in ISO 8601. Null: a float that is no number. */
export interface ValueText {
  readonly text: string | null;
  /** Whether JSON has it in quotes. */
  readonly isQuoted: boolean;
}

type Words = (value: StoredValue) => ValueText;

/** Julian day of 1970-01-01, from which the days of INT96 are counted. */
const JULIAN_EPOCH = 2_440_588n;
const DAY_MS = 86_400_000;
const NS_PER_DAY = 86_400_000_000_000n;
const NS_PER_SECOND = 1_000_000_000n;
const NS: Readonly<Record<TimeUnit, bigint>> = { ms: 1_000_000n, us: 1000n, ns: 1n };

/** Returns the function that writes the values of a leaf. @param isText whether its bytes are text */
export function wordsOf(field: ParquetField, isText: boolean): Words {
  return annotatedWords(field) ?? physicalWords(field.physical, isText);
}

/** Null: the annotation does not change how values are written. */
function annotatedWords({ annotation, physical }: ParquetField): Words | null {
  if (annotation.kind === 'decimal') {
    const { scale } = annotation;
    return (value) => quoted(decimalText(unscaled(value), scale));
  }
  if (annotation.kind === 'time') {
    const unit = NS[annotation.unit];
    return (value) => quoted(timeText(integer(value) * unit));
  }
  if (annotation.kind === 'timestamp') {
    const { isUtc } = annotation;
    const unit = NS[annotation.unit];
    return (value) => quoted(momentText(integer(value) * unit, isUtc));
  }
  if (annotation.kind === 'integer' && !annotation.isSigned) {
    const bits = physical === 'INT64' ? 64 : 32;
    return (value) => plain(String(BigInt.asUintN(bits, integer(value))));
  }
  return PLAIN_ANNOTATIONS.get(annotation.kind) ?? null;
}

const PLAIN_ANNOTATIONS: ReadonlyMap<Annotation['kind'], Words> = new Map<
  Annotation['kind'],
  Words
>([
  ['date', (value) => quoted(dateText(Number(value) * DAY_MS))],
  ['float16', (value) => plain(singleText(float16(value as Uint8Array)))],
  ['uuid', (value) => quoted(uuidText(value as Uint8Array))],
]);

function physicalWords(physical: ParquetField['physical'], isText: boolean): Words {
  if (physical === 'INT96') {
    return (value) => quoted(momentText(int96Nanoseconds(value as bigint), false));
  }
  if (physical === 'FLOAT') return (value) => plain(singleText(value as number));
  if (physical === 'DOUBLE') return (value) => plain(floatText(value as number));
  if (physical !== 'BYTE_ARRAY' && physical !== 'FIXED_LEN_BYTE_ARRAY') return plainWords;
  if (!isText) return (value) => quoted(hexadecimal(value as Uint8Array));
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (value) => quoted(decoder.decode(value as Uint8Array));
}

function integer(value: StoredValue): bigint {
  return BigInt(value as number | bigint);
}

function plainWords(value: StoredValue): ValueText {
  return plain(String(value));
}

function plain(text: string | null): ValueText {
  return { text, isQuoted: false };
}

function quoted(text: string): ValueText {
  return { text, isQuoted: true };
}

/** Nanoseconds since 1970 of a stored INT96: those of the day, and the Julian day. */
export function int96Nanoseconds(value: bigint): bigint {
  const days = (value >> 64n) - JULIAN_EPOCH;
  return days * NS_PER_DAY + BigInt.asUintN(64, value);
}

export function hexadecimal(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** Where the groups of the digits of a UUID end. */
const UUID_GROUPS = [8, 12, 16, 20, 32] as const;

function uuidText(bytes: Uint8Array): string {
  const digits = hexadecimal(bytes);
  return UUID_GROUPS.map((end, at) => digits.slice(UUID_GROUPS[at - 1] ?? 0, end)).join('-');
}

export function float16(bytes: Uint8Array): number {
  const bits = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8);
  const sign = bits >> 15 === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * 2 ** -24 * fraction;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * 2 ** (exponent - 25) * (1024 + fraction);
}

/** The integer of a decimal: its digits without the point. Bytes have it in big-endian order. */
function unscaled(value: StoredValue): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value);
  if (value.length === 0) return 0n;
  return BigInt.asIntN(value.length * 8, BigInt(`0x${hexadecimal(value)}`));
}

function decimalText(digits: bigint, scale: number): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const point = text.length - scale;
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? sign + text : `${sign}${text.slice(0, point)}.${text.slice(point)}`;
}

/** A date beyond the years 1 to 9999. */
export class DateOutOfRange extends RangeError {
  override readonly name = 'DateOutOfRange';
}

function dateText(ms: number): string {
  if (ms < FIRST_DATETIME_MS || ms > LAST_DATETIME_MS) throw new DateOutOfRange();
  return new Date(ms).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** A moment, with the digits of its fraction that are needed. @param ns nanoseconds since 1970 */
export function momentText(ns: bigint, isUtc: boolean): string {
  const inDay = ((ns % NS_PER_DAY) + NS_PER_DAY) % NS_PER_DAY;
  const day = dateText(Number((ns - inDay) / 1_000_000n));
  return isUtc ? `${day}T${timeText(inDay)}+00:00` : `${day} ${timeText(inDay)}`;
}

/** The fraction of a second has 3, 6 or 9 digits. */
function timeText(ns: bigint): string {
  const seconds = Number(ns / NS_PER_SECOND);
  const whole = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor).map(two);
  const fraction = String(ns % NS_PER_SECOND).padStart(9, '0');
  const digits = fraction.replace(/(?:000){1,3}$/, '');
  return `${whole.join(':')}${digits === '' ? '' : `.${digits}`}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
