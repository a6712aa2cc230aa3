/** The columns of a text on a terminal, as formatters count them. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (WIDE.test(character)) columns += 2;
    else if (!/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) columns += 1;
  }
  return columns;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60]/u;
