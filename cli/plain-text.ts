/** A text for a terminal: control characters, which could move its cursor or forge a line, become blanks. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
