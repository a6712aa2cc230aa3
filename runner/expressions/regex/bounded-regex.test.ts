import { boundedRegex } from './bounded-regex.ts';
import { withoutCaptures } from './parse-regex.ts';

describe('a regular expression of a config', () => {
  it.each([
    '(a+)+',
    '(a|a)*b',
    '(a|b|ab)*c',
    '(\\w+\\s?)*$',
    '(x+x+)+y',
    '(?:(?:[a-z]|\\d)+-?)+!',
    '((a{1,9}){1,9}){1,9}b',
    '(?i)(é|É)+x',
    '.*,.*,.*,.*',
  ])('is refused when it could take for ever, as %s could', (pattern) => {
    expect(() => boundedRegex(pattern)).toThrow(/could take for ever/);
  });

  it.each([
    ['^[\\w.+-]+@(\\w+\\.)+\\w+$', 'ada@mail.example.org'],
    ['(\\d{1,3}\\.){3}\\d{1,3}', '10.0.0.1'],
    ['([0-9A-F]{2}:?){6}', '00:1B:44:11:3A:B7'],
    ['\\d+(?:[.,]\\d+)*', '1.000,50'],
    ['^\\s*(.*?)\\s*$', ' a b '],
    ['("[^"]*"|[^,]*)(,|$)', '"a,b",c'],
    ['\\[[^\\]]*\\]', '[x]'],
    ['[(?<]x>', '<x>'],
    ['(a|ab)*c', 'ababc'],
  ])('is accepted when it reads each text in one way, as %s does', (pattern, text) => {
    expect(boundedRegex(pattern).javascript.test(text)).toBe(true);
  });

  it.each([
    ['\\p{L}+', /Unicode property/],
    ['[a&&b]', /in brackets; escape it/],
    ['\\w{500}', /is too large/],
    ['(a*)?', /repeats a part that can be empty/],
    ['($)*', /repeats a part that can be empty/],
    ['(a*)*b', /repeats a part that can be empty/],
    ['(?=a)', /looks around/],
    ['a(', /cannot be read/],
  ])('is refused when an engine cannot run it, as %s', (pattern, message) => {
    expect(() => boundedRegex(pattern)).toThrow(message);
  });

  it.each([
    ['(a)(?:b)(?<year>\\d)', 2, false],
    ['^0*', 0, true],
    ['\\bx?', 0, true],
    ['[()]\\(', 0, false],
  ])(
    '%s has its number of groups and says whether it matches an empty text',
    (pattern, groups, matchesEmpty) => {
      expect(boundedRegex(pattern)).toMatchObject({ groups, matchesEmpty });
    },
  );

  it('can be written without captures', () => {
    expect(withoutCaptures('(?i)(a)(?:b)(?<c>[(])\\(')).toBe('(?i)(?:a)(?:b)(?:[(])\\(');
  });

  it('writes a named group as Python does', () => {
    expect(boundedRegex('(?<year>\\d)$').python).toBe('(?P<year>\\d)\\Z');
  });
});
