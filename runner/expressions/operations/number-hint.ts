/** A number, and the few signs before and after it. */
const SIGNED = /^([^\d.,()]{0,4})(\d(?:[\d.,' ]*\d)?)([^\d()]{0,4})$/u;
const WITH_THOUSANDS = /^\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?$/;
const WITH_DECIMAL_COMMA = /^(?:\d+|\d{1,3}(?:[.' ]\d{3})+),\d+$/;
const PLAIN = /^\d+(?:\.\d+)?$/;

/**
 * Returns a sentence on how to make a number of a text such as `$1,234.50`, `50%` or `1.234,50`, by the means
 * of this service; null for any other text.
 */
export function numberHint(text: string): string | null {
  const [, before = '', digits = '', after = ''] = SIGNED.exec(text.trim()) ?? [];
  const signs = distinct((before + after).match(/[^\s+-]/gu));
  if (WITH_THOUSANDS.test(digits) || PLAIN.test(digits)) {
    const percent = signs.includes('%') ? ' Divide by 100 where the share is meant.' : '';
    const others = [...signs, ...distinct(digits.match(/[,' ]/g))];
    return others.length === 0 ? null : `Remove such signs first: ${removal(others)}.${percent}`;
  }
  if (!WITH_DECIMAL_COMMA.test(digits)) return null;
  return decimalCommaHint(text, [...signs, ...distinct(digits.match(/[.' ]/g))]);
}

/** @param others the characters beside digits and the comma */
function decimalCommaHint(text: string, others: readonly string[]): string {
  const or =
    others.length === 0
      ? 'replace "," by "." by replaceValues with regex true.'
      : `remove the other signs by ${removal(others)}, then replace "," by "." likewise.`;
  return `The comma of ${JSON.stringify(text)} is a decimal mark: upload the file with decimal=",", or ${or}`;
}

function distinct(characters: readonly string[] | null): readonly string[] {
  return [...new Set(characters)];
}

/** The node that removes characters, with its config. */
function removal(characters: readonly string[]): string {
  const pattern = `[${characters.map((one) => one.replace(/[\\\]^-]/, '\\$&')).join('')}]`;
  return `replaceValues with to_replace ${JSON.stringify(pattern)}, value "" and regex true`;
}
