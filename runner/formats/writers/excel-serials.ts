/** Milliseconds of a day. */
const MS_PER_DAY = 86_400_000;
/** Day 0 of Excel's serials from March 1900 on. */
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30);
/** March 1900: Excel counts a day before it that did not exist. */
const FIRST_SAFE_SERIAL = 61;
/** The serial of the year 10000, which Excel does not know. It has milliseconds, to which a cell is rounded. */
const END_OF_SERIALS = 2_958_466 - 0.5 / MS_PER_DAY;

/** The first microsecond since 1970 that a sheet holds as a date. */
export const FIRST_SERIAL_MICROSECOND = microsecondOf(FIRST_SAFE_SERIAL);
/** The last one. */
export const LAST_SERIAL_MICROSECOND = microsecondOf(2_958_466) - 501n;

/** The serial of a datetime without a zone in ISO 8601; null: a sheet does not have it as a date. */
export function serialOf(iso: string): number | null {
  const fraction = Number(/\.\d+$/.exec(iso)?.[0] ?? 0);
  const days = (Date.parse(`${iso.slice(0, 19)}Z`) - EXCEL_EPOCH_MS) / MS_PER_DAY;
  const serial = days + (fraction * 1000) / MS_PER_DAY;
  return serial >= FIRST_SAFE_SERIAL && serial < END_OF_SERIALS ? serial : null;
}

function microsecondOf(serial: number): bigint {
  return BigInt(EXCEL_EPOCH_MS + serial * MS_PER_DAY) * 1000n;
}
