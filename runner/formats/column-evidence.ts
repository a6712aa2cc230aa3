import type { ColumnType } from '../domain/column.ts';

/** Bits that describe the form of a cell. The evidence of a column is the union over its cells. */
export const EVIDENCE = {
  integer: 1,
  /** A 64-bit integer that a float cannot hold exactly. */
  inexactAsFloat: 2,
  /** An integer of more than 64 bits that a float holds exactly. */
  beyondInt64: 4,
  float: 8,
  /** NaN or an infinity. */
  special: 16,
  boolean: 32,
  text: 64,
  /** White space around a number or a boolean. */
  padded: 128,
  /** Only white space. */
  blank: 256,
  quotedEmpty: 512,
  /** A boolean such as `tRUE`, neither lower case, upper case nor capitalised. */
  booleanCase: 1024,
  /** Digits, e and digits, such as `12e3`: a number among decimals, else an identifier. */
  code: 2048,
  /** A plus sign and as many digits as a telephone number has. */
  telephone: 4096,
  /** An integer below 0. */
  negative: 8192,
} as const;

const NUMBERS = EVIDENCE.integer | EVIDENCE.beyondInt64 | EVIDENCE.float | EVIDENCE.code;
/** With these a number after a plus sign is one that may be negative. */
const SIGNED = EVIDENCE.negative | EVIDENCE.float | EVIDENCE.special;

/** Returns the narrowest type that represents every cell without loss; `null` without any value. */
export function typeOfEvidence(evidence: number): ColumnType {
  const has = (bits: number): boolean => (evidence & bits) !== 0;
  if ((evidence & ~EVIDENCE.quotedEmpty) === 0) return 'null';
  if (has(EVIDENCE.text)) return 'string';
  if (has(EVIDENCE.boolean)) return has(NUMBERS | EVIDENCE.special) ? 'string' : 'boolean';
  if (!has(NUMBERS) || isOfIdentifiers(evidence)) return 'string';
  if (has(EVIDENCE.float | EVIDENCE.special)) {
    return has(EVIDENCE.inexactAsFloat) ? 'string' : 'float';
  }
  return has(EVIDENCE.beyondInt64) ? 'string' : 'integer';
}

/** Whether a column of numbers has some that lose characters as a number, and nothing that shows that they are one. */
function isOfIdentifiers(evidence: number): boolean {
  const has = (bits: number): boolean => (evidence & bits) !== 0;
  const isOfCodes = has(EVIDENCE.code) && !has(EVIDENCE.float | EVIDENCE.special);
  return isOfCodes || (has(EVIDENCE.telephone) && !has(SIGNED));
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Returns the evidence of a cell with an optional sign and digits. */
export function integerEvidence(digits: string): number {
  const float = Number(digits);
  if (Number.isSafeInteger(float)) return EVIDENCE.integer;
  const exact = BigInt(digits.startsWith('+') ? digits.slice(1) : digits);
  const exactAsFloat = Number.isFinite(float) && BigInt(float) === exact;
  if (exact >= INT64_MIN && exact <= INT64_MAX) {
    return exactAsFloat ? EVIDENCE.integer : EVIDENCE.integer | EVIDENCE.inexactAsFloat;
  }
  return exactAsFloat ? EVIDENCE.beyondInt64 : EVIDENCE.text;
}

/** Returns the evidence of the case of a boolean, from its bytes in ASCII. */
export function booleanCaseEvidence(bytes: Uint8Array, start: number, end: number): number {
  let uppers = 0;
  for (let index = start; index < end; index++) uppers += Number(isUpperCase(bytes[index]));
  const isUsual = uppers === 0 || (isUpperCase(bytes[start]) && uppers === 1);
  return isUsual || uppers === end - start ? 0 : EVIDENCE.booleanCase;
}

/** Like booleanCaseEvidence, for a boolean with quotes or white space around it. */
export function wordCaseEvidence(text: string): number {
  const word = Buffer.from(text.replaceAll('"', '').trim(), 'latin1');
  return booleanCaseEvidence(word, 0, word.length);
}

function isUpperCase(byte = 0): boolean {
  return byte >= 65 && byte <= 90;
}

/** The digits of the shortest telephone number with the code of its country. */
const TELEPHONE_DIGITS = 7;

/** Returns the evidence of a cell with a plus sign and digits, of which the first is not 0. */
export function plusEvidence(text: string): number {
  const evidence = integerEvidence(text);
  return text.length > TELEPHONE_DIGITS ? evidence | EVIDENCE.telephone : evidence;
}

/**
 * An integer with an exponent as no program writes a float: these have a point, or one digit and the sign of the
 * exponent, as 1e+05.
 */
export const CODE = /^(?:[0-9]+[eE][0-9]+|[0-9]{2,}[eE][-+][0-9]+)$/;

/** Returns the evidence of a cell with an exponent; text if a float overflows. */
export function exponentEvidence(text: string): number {
  const evidence = floatEvidence(text);
  return evidence === EVIDENCE.float && CODE.test(text) ? EVIDENCE.code : evidence;
}

/** Returns the evidence of a number with a decimal point or an exponent; text if a float overflows. */
export function floatEvidence(text: string): number {
  return Number.isFinite(Number(text)) ? EVIDENCE.float : EVIDENCE.text;
}
