/** Where the text of a float has an exponent: from this position of the point on, and up to the other. */
interface Layout {
  readonly above: number;
  readonly below: number;
}

const DOUBLE: Layout = { above: 16, below: -5 };
const SINGLE: Layout = { above: 13, below: -6 };
const MAX_SINGLE_DIGITS = 9;

/** A float as polars writes it in JSON: the shortest digits that give it back. @returns null: it is not finite */
export function floatText(value: number): string | null {
  return Number.isFinite(value) ? layOut(value, Math.abs(value).toExponential(), DOUBLE) : null;
}

/** A float of 32 bits, likewise. */
export function singleText(value: number): string | null {
  if (!Number.isFinite(value)) return null;
  const size = Math.abs(value);
  for (let digits = 0; digits < MAX_SINGLE_DIGITS - 1; digits += 1) {
    if (Math.fround(Number(size.toExponential(digits))) !== size) continue;
    return layOut(value, rounded(size, digits), SINGLE);
  }
  return layOut(value, size.toExponential(MAX_SINGLE_DIGITS - 1), SINGLE);
}

/** More digits than any float of 32 bits has. */
const ALL_DIGITS = 100;

/** Rounds to digits after the first one; between two that are as near, to the even one. */
function rounded(value: number, digits: number): string {
  const exact = value.toExponential(ALL_DIGITS);
  const [mantissa = '', power = ''] = exact.split('e');
  const end = digits === 0 ? 1 : digits + 2;
  const rest = mantissa.slice(end).replace('.', '');
  const isTie = rest.startsWith('5') && Number(rest.slice(1)) === 0;
  const isEven = Number(mantissa.charAt(end - 1)) % 2 === 0;
  return isTie && isEven ? `${mantissa.slice(0, end)}e${power}` : value.toExponential(digits);
}

/** @param text the digits with an exponent, as JavaScript writes them */
function layOut(value: number, text: string, { above, below }: Layout): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (value === 0) return `${sign}0.0`;
  const [mantissa = '', power = ''] = text.split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(power) + 1;
  if (point > above || point <= below) return sign + withExponent(digits, point - 1);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, '0');
  return `${sign}${padded.slice(0, point)}.${padded.slice(point) || '0'}`;
}

function withExponent(digits: string, exponent: number): string {
  const rest = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${digits.slice(0, 1)}${rest}e${exponent < 0 ? '' : '+'}${exponent}`;
}
