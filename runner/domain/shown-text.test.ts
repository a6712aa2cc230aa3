import { LONGEST_SHOWN_TEXT, shownRow, shownText } from './shown-text.ts';

describe('shownText', () => {
  it('leaves texts of up to 10,000 characters as they are', () => {
    const text = '😀'.repeat(LONGEST_SHOWN_TEXT);
    expect(shownText(text)).toBe(text);
  });

  it('cuts longer ones with a mark, between whole characters', () => {
    const text = '😀'.repeat(LONGEST_SHOWN_TEXT);
    expect(shownText(`${text}x`)).toBe(`${text}…`);
    expect(shownText(`x${text}`)).toBe(`x${text.slice(2)}…`);
  });
});

describe('shownRow', () => {
  it('keeps names of any kind and cells that are no text', () => {
    const row = Object.fromEntries([
      ['__proto__', 'x'.repeat(10_001)],
      ['n', 5n],
    ]);
    expect(Object.entries(shownRow(row))).toEqual([
      ['__proto__', `${'x'.repeat(10_000)}…`],
      ['n', 5n],
    ]);
  });
});
