import { trimEndCharacters } from './trim-end-characters.ts';

describe('trimEndCharacters', () => {
  it.each([
    ['a/b//', '/', 'a/b'],
    ['a \n\t', ' \t\n', 'a'],
    ['///', '/', ''],
    ['', '/', ''],
    ['/a', '/', '/a'],
  ])('trims the end of %j by the characters %j', (text, characters, expected) => {
    expect(trimEndCharacters(text, characters)).toBe(expected);
  });
});
