/** A number, and the few signs before and after it. */
const SIGNED = /^([^\d.,()]{0,4})(\d(?:[\d.,' ]*\d)?)([^\d()]{0,4})$/u;
const WITH_THOUSANDS = /^[1-9]\d{0,2}(?:[,' ]\d{3})+(?:\.\d+)?$/;
/** Whether its comma is a mark of thousands or of decimals, the text does not say. */
const WITH_ONE_COMMA = /^\d{1,3},\d{3}$/;
const WITH_DECIMAL_COMMA = /^(?:\d+|\d{1,3}(?:[.' ]\d{3})+),\d+$/;
const PLAIN = /^\d+(?:\.\d+)?$/;

/**
 * Returns a sentence on how to make a number of a text such as `$1,234.50`, `50%` or `1.234,50`, by the means
 * of this service; null for any other text.
 */
export function numberHint(text: string): string | null {
  const [, before = '', digits = '', after = ''] = SIGNED.exec(text.trim()) ?? [];
  const signs = signsOf(before, after);
  if (WITH_THOUSANDS.test(digits) || PLAIN.test(digits)) {
    const others = distinct([...signs, ...(digits.match(/[,' ]/g) ?? [])]);
    return others.length === 0 ? null : removalHint(others, digits);
  }
  if (!WITH_DECIMAL_COMMA.test(digits)) return null;
  return decimalCommaHint(text, [...signs, ...distinct(digits.match(/[.' ]/g))]);
}

/** The signs around the digits that are none of a number, with a space between + or - and the digits. */
function signsOf(before: string, after: string): readonly string[] {
  const signs = distinct((before + after).match(/[^\s+-]/gu));
  return /[+-]/.test(before) && /\s/u.test(before) ? [...signs, ' '] : signs;
}

function removalHint(signs: readonly string[], digits: string): string {
  const comma = WITH_ONE_COMMA.test(digits)
    ? ' If its comma is a decimal mark, replace it by ".".'
    : '';
  const percent = signs.includes('%') ? ' Divide by 100 where the share is meant.' : '';
  return `Remove such signs first: ${removal(signs)}.${comma}${percent}`;
}

/** @param others the characters beside digits and the comma */
function decimalCommaHint(text: string, others: readonly string[]): string {
  const how =
    others.length === 0
      ? 'upload the file with decimal=",", or replace "," by "." by replaceValues with regex true.'
      : `remove the other signs by ${removal(others)}, then replace "," by "." likewise.`;
  return `The comma of ${JSON.stringify(text)} is a decimal mark: ${how}`;
}

function distinct(characters: readonly string[] | null): readonly string[] {
  return [...new Set(characters)];
}

/** The node that removes characters, with its config. */
function removal(characters: readonly string[]): string {
  const pattern = `[${characters.map((one) => one.replace(/[\\\]^-]/, '\\$&')).join('')}]`;
  return `replaceValues with to_replace ${JSON.stringify(pattern)}, value "" and regex true`;
}
