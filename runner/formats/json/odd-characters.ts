/** White space that JSON has. */
const PLAIN = new Set([' ', '\t', '\n', '\r']);
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Z}]$/u;
const NAMES: Readonly<Record<string, string>> = {
  '\ufeff': 'a byte order mark',
  '\u00a0': 'a no-break space',
  '\u200b': 'a zero width space',
  '\u001e': 'a record separator',
  '\u2028': 'a line separator',
  '\0': 'a NUL character',
};

/**
 * Returns a description of an invisible character that JSON does not have between its values; null: the
 * character is none.
 */
export function oddCharacter(text: string, offset = 0): string | null {
  const code = text.codePointAt(offset);
  if (code === undefined) return null;
  const character = String.fromCodePoint(code);
  if (PLAIN.has(character) || !INVISIBLE.test(character)) return null;
  const name = NAMES[character];
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return `the invisible character ${number}${name === undefined ? '' : `, ${name},`} is here; remove it`;
}
