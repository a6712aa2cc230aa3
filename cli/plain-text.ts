/** Replaces control characters by blanks, so that a text cannot move the cursor or forge a line. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
