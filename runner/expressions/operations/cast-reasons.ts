/**
 * Why a strict cast rejects a value, and what to do about it, with `{}` in the place of the value. Engines and
 * exported scripts raise the same sentence, to which a run adds how to make a number of a text such as `50%`.
 */
export type CastReason = string;

/** What a text should be. */
export const KINDS = {
  integer: 'a 64-bit integer',
  float: 'a number',
  boolean: 'a boolean (true, false, 1, 0)',
  datetime: 'an ISO 8601 date or time',
} as const;

/** What a text should be that is read by a strftime format. */
export function dateOfFormat(format: string): string {
  return `a date of the format ${format}`;
}

/** @param kind what the text should be */
export function unreadable(kind: string): CastReason {
  return `The text "{}" cannot be read as ${kind}. Correct it`;
}

export const NOT_WHOLE: CastReason = '{} is not a whole 64-bit integer. Round it first';

export const NO_DATE: CastReason =
  '{} is no date of the years 1 to 9999 in milliseconds since 1970. Correct it first';

/** The sentence of a rejected value. @param remedy how the author of the cast can allow the value */
export function castMessage(reason: CastReason, value: string, remedy: string): string {
  return `${reason.replace('{}', () => value)}, or ${remedy}`;
}
