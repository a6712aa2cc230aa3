import { boundedRegex } from './bounded-regex.ts';

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
    '.*,.*,.*,.*,.*,.*x',
    '^.*,.*,.*,.*,.*,.*x',
    'a*a*a*a*a*b',
    'a*a*a{0,100}b',
    '^.*.*.*.*.*[a-z]{900}',
    'a+a+a+a+a{900,}',
    'a+a+a+a+a{9,}',
    `${'(a?)'.repeat(24)}c`,
    `${'(a|aa)'.repeat(23)}c`,
    `${'(a|ab|[abc]c?)'.repeat(12)}!`,
    `${'a{0,9}'.repeat(8)}c`,
    `^${'a?'.repeat(490)}$`,
    `${'(?:|)'.repeat(30)}c`,
    `x${'(?:^|\\b)'.repeat(30)}$`,
    '(?:(?:|)a)*b',
    `${'(?:ab)*'.repeat(5)}c`,
    `${'(?:[ab]*a[ab]{0,6}c)'.repeat(10)}d`,
    '(?:[\\u0400-\\u04ff]|[\\u0430-\\u0440])*x',
    `${'[\\u0400-\\u04ff]?'.repeat(24)}x`,
    '(.*.*.*x)',
    '^.*.*.*.*x',
    '\\w+\\w+.*!',
    '\\b\\w+\\w*.*\\w*\\b.',
    '(?:\\b|\\w+)\\w*\\w*\\w*\\b!',
    '[а-я]*[а-я]*[а-я]*!',
    '[a-z]*[a-z0-9]*[a-z0-9-]*@',
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
    ['^\\d{4}-\\d{2}-\\d{2}$', '2024-02-29'],
    ['(Mr|Mrs|Ms)\\.? (\\w+)', 'Mrs. Lovelace'],
    ['https?://([^/]+)/?', 'https://example.org/'],
    ['[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?', '-1.5e10'],
    ['[\\w.+-]+@[\\w-]+\\.[\\w.-]+', 'ada@example.org'],
    ['(\\w+\\.)*\\w+@(\\w+\\.)*\\w+', 'ada.l@mail.example.org'],
    ['(25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}', '192.168.0.255'],
    ['([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}', '2001:db8:0:0:0:0:0:1'],
    ['[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '01234567-89ab-cdef-0123-456789abcdef'],
    ['\\s*,\\s*', ' , '],
    ['^(.*),(.*),(.*)$', 'a,b,c'],
    ['(.+), (.+), (.+)', 'a, b, c'],
    ['(.+), (.+), (.+)$', 'a, b, c'],
    ['(.*)-(.*)-(\\d{4,})$', 'a-b-2024'],
    ['^.*?[a-z]{900}', 'a'.repeat(900)],
    ['(\\w+)\\s*=\\s*(.*?)\\s*$', 'key = value '],
    ['^\\s*(.*)\\s*-\\s*(.*)\\s*$', ' a - b '],
    ['^(.*)\\s+(.*)\\s+(\\d+)$', 'a b 1'],
    ['(.*)\\s*\\((.*)\\)\\s*$', 'a (b)'],
    ['^(.*),(.*),(.*),(.*),(.*)$', 'a,b,c,d,e'],
    ['.*,.*,.*,.*', 'a,b,c,d'],
    ['^(\\S+)\\s+(\\S+)\\s+(\\S+)\\s+(.*)$', 'a b c d'],
    ['(0?[1-9]|[12]\\d|3[01])[./-](0?[1-9]|1[0-2])[./-](\\d{4}|\\d{2})', '29.02.2024'],
    ['<([a-z]+)[^>]*>(.*?)</[a-z]+>', '<a href="x">b</a>'],
    ['^(?:\\(\\d{1,4}\\)[ -]?)?\\d{1,4}(?:[ -]?\\d{1,4}){1,4}$', '(030) 1234-5678'],
    [`^${'(?:[ab]|[cd])'.repeat(20)}$`, 'abcd'.repeat(5)],
    ['^(.*?)(\\d+)(.*)$', 'a1b'],
    ['.*foo.*bar.*baz', 'foo bar baz'],
    ['\\b(\\w+)\\b.*\\b(\\w+)\\b', 'first of all words'],
    ['a?b?c?d?e?f?g?h?i?j?k?l?m?n?o?p?q?r?s?t?u?v?w?x?y?z?!', 'adz!'],
  ])('is accepted when it reads each text in one way, as %s does', (pattern, text) => {
    expect(boundedRegex(pattern).javascript.test(text)).toBe(true);
  });

  it.each([
    ['.*,.*,.*,.*,.*,.*x', /instead of \.\*, or begin the expression with \^/],
    ['^.*,.*,.*,.*,.*,.*x', /instead of \.\*\.$/],
  ])('that is refused names what %s can have instead', (pattern, advice) => {
    expect(() => boundedRegex(pattern)).toThrow(advice);
  });

  it.each([
    ['optional parts', `${'a?'.repeat(12)}c`, 'a'.repeat(5_000)],
    ['alternatives', `${'(a|aa)'.repeat(10)}c`, 'a'.repeat(5_000)],
    ['bounded repetitions', 'a{1,16}a{1,16}a{1,16}c', 'a'.repeat(5_000)],
    ['a repetition', '\\d+x', '1'.repeat(10_000)],
    ['repetitions one after the other', '^a*a*a*b', 'a'.repeat(500)],
    ['five repetitions', '^-*-*-*-*-*b', '-'.repeat(50)],
    ['separators', '^(.*)\\s+(.*)\\s+(\\d+)$', ' '.repeat(100)],
  ])('ends soon on a text that does not match, with %s', (_parts, pattern, text) => {
    // Each takes less than a second of the processor.
    expect(boundedRegex(pattern).javascript.test(text)).toBe(false);
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
    [
      'b++c',
      /possessive repetition, \+\+, which engines read differently\. Write \+ instead of \+\+\./,
    ],
    ['[ab]{2,3}+c', /Write \{2,3\} instead of \{2,3\}\+\./],
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

  it('writes a named group as Python does', () => {
    expect(boundedRegex('(?<year>\\d)$').python).toBe('(?P<year>\\d)\\Z');
  });
});

describe('a pattern in the syntax of Python and Rust', () => {
  it.each([
    ['(?P<year>\\d{4})-(?P<month>\\d)', '(?<year>\\d{4})-(?<month>\\d)'],
    ['\\Aab', '^ab'],
    ['\\\\Aab', '\\\\Aab'],
    ['[(?P<]', '[(?P<]'],
    ['(?s)a.b[.]', 'a[^]b[.]'],
    ['(?i)a.b', 'a.b'],
    ['(?i)(?s)a\\.b', 'a\\.b'],
    ['(?x) a b # the end ( of it\n c', 'abc'],
    ['(?x)\\ a\\#[ #]', ' a#[ #]'],
    ['a#b.(?P<c>#)', 'a#b.(?<c>#)'],
    ['(?i:aÉ1)b', '(?:[aA][Éé]1)b'],
    ['(?i:[^a-f_X\\d])', '(?:[^a-fA-F_Xx\\d])'],
    ['(?s:.(.)).', '(?:[^]([^])).'],
    ['(?is:.(?-s:.a)).', '(?:[^](?:.[aA])).'],
    ['(?i)(?i:a)', '(?:a)'],
    ['(?m)^a$\\A', '(?m:^)a(?m:$)^'],
    ['(?m:^[$]\\$)^', '(?:(?m:^)[$]\\$)^'],
    ['(?m)(?-m:^)', '(?:^)'],
  ])('is read: %j', (pattern, body) => {
    expect(boundedRegex(pattern).body).toBe(body);
  });

  it.each(['a[b-\\W]', '(?i)a(?-i:b)', 'a(?i)b', '(?<=a)b', '(?P=a)', 'a\\Z', '\\p{L}'])(
    'is refused where the engines do not agree: %s',
    (pattern) => {
      expect(() => boundedRegex(pattern)).toThrow(/regular expression/);
    },
  );
});
