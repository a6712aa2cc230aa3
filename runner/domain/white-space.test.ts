import { trimWhiteSpace, WHITE_SPACE } from './white-space.ts';

describe('trimWhiteSpace', () => {
  it('removes exactly the characters that are white space in Unicode', () => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    const trimmed = characters.filter((character) => trimWhiteSpace(character) === '');
    expect(trimmed.join('')).toBe(WHITE_SPACE);
    expect(trimmed).toEqual(characters.filter((each) => /^\p{White_Space}$/u.test(each)));
  });

  it('keeps white space within a text', () => {
    expect(trimWhiteSpace('\u3000a \u0085 b\u00a0')).toBe('a \u0085 b');
  });
});
