import type { ExampleTable, NodeExample } from '../../definition.ts';

const textTable = (texts: readonly (string | null)[]): ExampleTable => ({
  columns: [{ name: 't', type: 'string' }],
  rows: texts.map((text) => [text]),
});

/** An example of `replaceValues` that writes a bar for each match. */
function marking(
  title: string,
  pattern: string,
  texts: readonly (readonly [text: string | null, marked: string | null])[],
): NodeExample {
  return {
    title,
    config: { column: 't', to_replace: pattern, value: '|', regex: true },
    inputs: { in: textTable(texts.map(([text]) => text)) },
    expected: textTable(texts.map(([, marked]) => marked)),
  };
}

const HINDI = 'हिन्दी भाषा';
const TAMIL = 'தமிழ்';
/** The accent is a mark of its own. */
const ECLAIR = 'e\u0301clair';

/** Worked examples of `replaceValues` with classes of characters, flags and boundaries. */
export const regexClassExamples: readonly NodeExample[] = [
  marking('Marks belong to words: \\W', '\\W+', [
    [HINDI, 'हिन्दी|भाषा'],
    [`${ECLAIR}!`, `${ECLAIR}|`],
    [TAMIL, TAMIL],
    ['½²x', '|x'],
    ['क्\u200dष\u200c!', 'क्\u200dष\u200c|'],
    ['Ⅷ-Ⓐ‿🅰', 'Ⅷ|Ⓐ‿🅰'],
    [null, null],
  ]),
  marking('Marks belong to words: \\w', '^\\w+$', [
    [HINDI, HINDI],
    [ECLAIR, '|'],
    [TAMIL, '|'],
    ['½', '½'],
  ]),
  marking('Words begin and end beside other characters: \\b', '\\b', [
    [HINDI, '|हिन्दी| |भाषा|'],
    [ECLAIR, `|${ECLAIR}|`],
    ['½', '½'],
    ['', ''],
  ]),
  marking('Within a word and outside of words there is no boundary: \\B', '\\B', [
    ['e\u0301-', 'e|\u0301-|'],
    ['', '|'],
    ['½', '|½|'],
  ]),
  marking('A set can have the characters of words', '[\\w.]+', [
    [`${ECLAIR}.${TAMIL} ½`, '| ½'],
    ['\\w', '\\|'],
  ]),
  marking('A set can have all but the characters of words', '[\\W_]+', [
    [`é_ ${TAMIL}`, `é|${TAMIL}`],
    ['½^x', '|x'],
  ]),
  marking('A set can exclude all but the characters of words', '[^\\W_^-]+', [
    [`é_${ECLAIR} x-y`, '|_| |-|'],
    ['^½', '^½'],
  ]),
  marking('A set can be the characters of words or all others', '[^\\W][\\W]', [
    ['é!é', '|é'],
    [TAMIL, TAMIL],
  ]),
  marking('A backslash before a letter is no class', '\\\\w|\\\\\\w', [['\\w\\é\\!', '||\\!']]),
  marking('(?i) takes i for I alone', '(?i)i', [['iIıİ', '||ıİ']]),
  marking('(?i) takes ı and İ for no other letters', '(?i)\\u0131|İ+', [['iIıİ', 'iI||']]),
  marking('(?i) before a set', '(?i)[a-z]+', [
    ['XıİiZk', '|ıİ|'],
    ['\u212aſ', '|'],
  ]),
  marking('(?i) before a negated set', '(?i)(?<id>[^i])', [['iIıİ', 'iI||']]),
  marking('(?i:…) of a group takes i for I alone', '(?i:ıi)', [['ıI Ii ıi', '| Ii |']]),
  marking('(?m) has the ends of lines', '(?m)^a?$', [
    ['a\nb\na', '|\nb\n|'],
    ['a\r\na\n', 'a\r\n|\n|'],
    ['', '|'],
  ]),
  marking(
    '(?m:…) has the ends of lines in a group, and \\A the start of the text',
    '(?m:^|\\A-)-',
    [
      ['-a\n-b\n--', '|a\n|b\n|-'],
      ['--', '|-'],
    ],
  ),
  marking('$ without (?m) is the end of the text', '(?i)A$', [
    ['a\na', 'a\n|'],
    ['a\n', 'a\n'],
  ]),
  marking('The separators of files are no white space', '\\s|[\\s,]', [
    ['a\u001cb c,\u0085', 'a\u001cb|c||'],
  ]),
  marking('The separators of files are other characters', '\\S[\\S]', [
    ['a\u001c \u2003b', '| \u2003b'],
  ]),
];

/** An example of `regexExtract` with a class of words. */
export const extractedWord: NodeExample = {
  title: 'Marks belong to words',
  config: { column: 't', pattern: '(?i)^\\w+', group: 0, new_column: 't' },
  inputs: { in: textTable([HINDI, ECLAIR, TAMIL, '!']) },
  expected: textTable(['हिन्दी', ECLAIR, TAMIL, null]),
};

/** An example of `splitColumn` with a class of words. */
export const splitAtWords: NodeExample = {
  title: 'Marks belong to words, at which no text is split',
  config: { column: 't', mode: 'regex', pattern: '\\W', into: ['t', 'rest'] },
  inputs: { in: textTable([HINDI, ECLAIR]) },
  expected: {
    columns: [
      { name: 't', type: 'string' },
      { name: 'rest', type: 'string' },
    ],
    rows: [
      ['हिन्दी', 'भाषा'],
      [ECLAIR, null],
    ],
  },
};

/** An example of `filterExpression` with a class of words. */
export const matchedWords: NodeExample = {
  title: 'Marks belong to the words of a pattern',
  config: { expression: "matches(t, '^\\\\w+$')" },
  inputs: { in: textTable([HINDI, ECLAIR, TAMIL, '½']) },
  expected: textTable([ECLAIR, TAMIL]),
};
