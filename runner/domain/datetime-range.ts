/**
 * The bounds of the years 1 to 9999 in milliseconds since 1970. ISO 8601 has four digits for a year, and
 * polars cannot format later years.
 */
export const FIRST_DATETIME_MS = -62_135_596_800_000;
export const LAST_DATETIME_MS = 253_402_300_799_999;
