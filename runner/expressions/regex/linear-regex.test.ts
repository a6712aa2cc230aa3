import fc from 'fast-check';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { javascriptRegex } from '../portable-regex.ts';
import { LinearRegex } from './linear-regex.ts';
import { parseRegex } from './parse-regex.ts';

const characters = fc.constantFrom('a', 'b', '.', '[ab-]', '[^a]', '😀', '\\s', 'é');
/** V8 takes a while to compile those of words. */
const assertions = fc.oneof(
  { arbitrary: fc.constantFrom('^', '$'), weight: 20 },
  { arbitrary: fc.constantFrom('\\b', '\\B'), weight: 1 },
);
const quantifiers = fc.constantFrom(
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '??',
  '{2}',
  '{0,2}',
  '{1,3}?',
  '{2,}',
);

/** A pattern of which no repetition can be empty. */
const { pattern: patterns } = fc.letrec<{ pattern: string; full: string; part: string }>((tie) => ({
  pattern: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
  full: fc.oneof(
    { depthSize: 'small' },
    characters,
    fc.tuple(tie('pattern'), characters, tie('pattern')).map((parts) => `(${parts.join('')})`),
    fc.tuple(tie('full'), tie('full')).map(([one, other]) => `(?:${one}|${other})`),
  ),
  part: fc.oneof(
    tie('full'),
    assertions,
    fc.tuple(tie('full'), quantifiers).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(${one}|${other})`),
  ),
}));
const texts = fc
  .array(fc.constantFrom('a', 'b', ' ', '-', '\n', '😀', 'é', '\ud83d'), { maxLength: 9 })
  .map((pieces) => pieces.join(''));

function linear(pattern: string, ignoresCase = false): LinearRegex {
  const { root, groups } = parseRegex(pattern);
  return new LinearRegex(root, groups, ignoresCase);
}

describe('a regular expression in linear time', () => {
  it('finds the match and the groups that JavaScript finds', () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        const expected = javascriptRegex(pattern, false).exec(text);
        // V8 finds an empty match also between the two units of a character.
        fc.pre(!/^[\udc00-\udfff]/.test(text.slice(expected?.index ?? text.length)));
        const found = linear(pattern).find(text);
        expect(found).toEqual(expected && { index: expected.index, groups: [...expected] });
      }),
      propertyRuns(500),
    );
  });

  it('finds the next match from a position on', () => {
    expect(linear('\\ba(.)').find('ab ac', 1)).toEqual({ index: 3, groups: ['ac', 'c'] });
  });

  it('ignores the case of letters', () => {
    expect(linear('(É|B+)\\b', true).find('abéX b')).toEqual({ index: 5, groups: ['b', 'b'] });
  });

  it('takes no longer for a text that could be divided in many ways', () => {
    // JavaScript would take hours.
    expect(linear('(.*)\\s+(.*)\\s+(.*)\\s+(\\d+)$').find(' '.repeat(20_000))).toBeNull();
  });
});
