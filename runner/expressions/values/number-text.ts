import { trimEndCharacters } from '../../domain/trim-end-characters.ts';

/** Formats a float as the shortest text that parses to it, always with a point or an exponent. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-5 || size >= 1e16)) return value.toExponential();
  const plain = (value + 0).toString();
  return Number.isInteger(value) ? `${plain}.0` : plain;
}

const FLOAT = /^[+-]?(?:[0-9]+(?:[.][0-9]*)?|[.][0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const INFINITY = /^[+-]?inf(?:inity)?$/i;
const NAN = /^[+-]?nan$/i;
const INTEGER = /^[+-]?[0-9]+$/;

/** Parses a float, ignoring surrounding blanks; NaN for `nan`, null for other text. */
export function readFloat(text: string): number | null {
  const body = trimBlanks(text);
  if (FLOAT.test(body)) return Number(body);
  if (INFINITY.test(body)) return body.startsWith('-') ? -Infinity : Infinity;
  return NAN.test(body) ? NaN : null;
}

/** Parses a 64-bit integer, also `10.0` or `1e3`; null for other text. */
export function readInteger(text: string): bigint | null {
  const body = trimBlanks(text);
  if (INTEGER.test(body)) {
    const value = BigInt(body.replace('+', ''));
    if (BigInt.asIntN(64, value) === value) return value;
  }
  const float = readFloat(body);
  return float !== null && Number.isSafeInteger(float) ? BigInt(float) : null;
}

/** Parses `true`, `false`, `1` or `0` in any case; null for other text. */
export function readBoolean(text: string): boolean | null {
  const body = trimBlanks(text).toLowerCase();
  if (body === 'true' || body === '1') return true;
  return body === 'false' || body === '0' ? false : null;
}

/** Blanks that parsing ignores around a value; the same set in every engine. */
export const BLANKS = ' \t\r\n';

/** Removes `BLANKS` at both ends. */
export function trimBlanks(text: string): string {
  return trimEndCharacters(text.replace(/^[ \t\r\n]+/, ''), BLANKS);
}
