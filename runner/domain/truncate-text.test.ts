import { MAX_SHOWN_CHARACTERS, truncateRow, truncateText } from './truncate-text.ts';

describe('truncateText', () => {
  it('keeps texts of up to 10,000 characters', () => {
    const text = '😀'.repeat(MAX_SHOWN_CHARACTERS);
    expect(truncateText(text)).toBe(text);
  });

  it('truncates longer texts between whole characters and appends an ellipsis', () => {
    const text = '😀'.repeat(MAX_SHOWN_CHARACTERS);
    expect(truncateText(`${text}x`)).toBe(`${text}…`);
    expect(truncateText(`x${text}`)).toBe(`x${text.slice(2)}…`);
  });
});

describe('truncateRow', () => {
  it('keeps all column names and cells of other types', () => {
    const row = Object.fromEntries([
      ['__proto__', 'x'.repeat(10_001)],
      ['n', 5n],
    ]);
    expect(Object.entries(truncateRow(row))).toEqual([
      ['__proto__', `${'x'.repeat(10_000)}…`],
      ['n', 5n],
    ]);
  });
});
