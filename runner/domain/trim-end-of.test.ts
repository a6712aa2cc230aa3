import { trimEndOf } from './trim-end-of.ts';

describe('trimEndOf', () => {
  it.each([
    ['a/b//', '/', 'a/b'],
    ['a \n\t', ' \t\n', 'a'],
    ['///', '/', ''],
    ['', '/', ''],
    ['/a', '/', '/a'],
  ])('removes from the end of %j the characters %j', (text, characters, expected) => {
    expect(trimEndOf(text, characters)).toBe(expected);
  });
});
