import { formatCode, LINE_WIDTH } from './format-code.ts';

const LONG = 'a_name_that_is_rather_long';

/** The two parts of the name of a column, which break between them in all the tests. */
const PARTS = [
  'Which of our services have you used in the last month, all in all, as ',
  'for-example-the-hotline-or-the-repair-service?',
];
const QUESTION = PARTS.join('');
const QUESTION_LINES = PARTS.map((part) => `"${part}"`);

function inParentheses(lines: readonly string[], columns: number, end: string): readonly string[] {
  const margin = ' '.repeat(columns);
  return [`${margin}(`, ...lines.map((line) => `${margin}    ${line}`), `${margin})${end}`];
}

/** Input of one line, and its form in lines of at most 100 columns as `ruff format` gives it. */
const FORMATTED: readonly (readonly [title: string, code: string, lines: readonly string[]])[] = [
  [
    'keeps arguments together if they fit on a line of their own',
    `paid = orders.filter(pl.col("${LONG}") > 1, pl.col("${LONG}") < 2).head(3000000)`,
    [
      'paid = orders.filter(',
      `    pl.col("${LONG}") > 1, pl.col("${LONG}") < 2`,
      ').head(3000000)',
    ],
  ],
  [
    'gives each of many arguments a line, with a comma at the end',
    `paid = orders.merge(customers.dropna(subset=["${LONG}"]), on=["${LONG}"], how="left", copy=False)`,
    [
      'paid = orders.merge(',
      `    customers.dropna(subset=["${LONG}"]),`,
      `    on=["${LONG}"],`,
      '    how="left",',
      '    copy=False,',
      ')',
    ],
  ],
  [
    'gives each call of a chain a line, in parentheses',
    `paid = orders.filter(pl.col("${LONG}") > 1).select("${LONG}").sort("${LONG}", descending=True)`,
    [
      'paid = (',
      `    orders.filter(pl.col("${LONG}") > 1)`,
      `    .select("${LONG}")`,
      `    .sort("${LONG}", descending=True)`,
      ')',
    ],
  ],
  [
    'breaks before operators within brackets',
    `paid = orders[(orders["${LONG}"] > 3) & (orders["${LONG}"] < 5)].reset_index(drop=True)`,
    [
      'paid = orders[',
      `    (orders["${LONG}"] > 3) & (orders["${LONG}"] < 5)`,
      '].reset_index(drop=True)',
    ],
  ],
  [
    'breaks a condition that is too long in parentheses',
    `mask = orders["${LONG}"].isna() | (orders["${LONG}"] < 5) | (orders["${LONG}"] > 7)`,
    [
      'mask = (',
      `    orders["${LONG}"].isna()`,
      `    | (orders["${LONG}"] < 5)`,
      `    | (orders["${LONG}"] > 7)`,
      ')',
    ],
  ],
  [
    'gives each item of a list a line',
    `paid = orders[["${LONG}", "${LONG}_2", "${LONG}_of_the_year"]]`,
    [
      'paid = orders[',
      '    [',
      ...['', '_2', '_of_the_year'].map((end) => `        "${LONG}${end}",`),
      '    ]',
      ']',
    ],
  ],
];

/** Texts that are too long for a line, which become several texts. */
const BROKEN_TEXTS: typeof FORMATTED = [
  [
    'breaks an f-string between words and after its line breaks',
    `raise ValueError(f'"${LONG}" must not be null: {len(violations)} rows violate this {{so far}}, see.\\n{violations.head()}')`,
    [
      'raise ValueError(',
      `    f'"${LONG}" must not be null: {len(violations)} rows violate this {{so '`,
      String.raw`    f"far}}, see.\n"`,
      '    f"{violations.head()}"',
      ')',
    ],
  ],
  [
    'breaks the text of an assignment in parentheses, with the quotes that each part needs',
    `message = "It isn't known yet whether ${LONG} and ${LONG} have what they need \\"now\\" or 'later'."`,
    [
      'message = (',
      `    "It isn't known yet whether ${LONG} and ${LONG} have "`,
      `    "what they need \\"now\\" or 'later'."`,
      ')',
    ],
  ],
  [
    'breaks the only text of a subscript without parentheses',
    `answers = table["${QUESTION}"].fillna(3)`,
    ['answers = table[', ...QUESTION_LINES.map((line) => `    ${line}`), '].fillna(3)'],
  ],
  [
    'breaks items of a list in parentheses',
    `answers = table[["id", "${QUESTION}"]]`,
    [
      'answers = table[',
      '    [',
      '        "id",',
      ...inParentheses(QUESTION_LINES, 8, ','),
      '    ]',
      ']',
    ],
  ],
  [
    'breaks keys and values of a dict in parentheses',
    `answers = table.rename(columns={"${QUESTION}": "a", "b": "${QUESTION}"})`,
    [
      'answers = table.rename(',
      '    columns={',
      ...inParentheses(QUESTION_LINES, 8, ': "a",'),
      '        "b": (',
      ...QUESTION_LINES.map((line) => `            ${line}`),
      '        ),',
      '    }',
      ')',
    ],
  ],
  [
    'breaks the value of a named argument in parentheses',
    `answers = table.replace(to="${QUESTION}")`,
    [
      'answers = table.replace(',
      '    to=(',
      ...QUESTION_LINES.map((line) => `        ${line}`),
      '    )',
      ')',
    ],
  ],
  [
    'breaks a compared text in parentheses',
    `answers = table.filter(pl.col("${LONG}") == "${QUESTION}")`,
    [
      'answers = table.filter(',
      `    pl.col("${LONG}")`,
      '    == (',
      ...QUESTION_LINES.map((line) => `        ${line}`),
      '    )',
      ')',
    ],
  ],
  [
    'leaves keys and items without a place for a break on their lines',
    `names = {"${LONG.repeat(4)}": ["${LONG.repeat(4)}"]}`,
    ['names = {', `    "${LONG.repeat(4)}": [`, `        "${LONG.repeat(4)}"`, '    ]', '}'],
  ],
  [
    'gives a value without a place for a break a line that it fits on',
    `names = {"${LONG.repeat(2)}": "${LONG.repeat(3)}"}`,
    ['names = {', `    "${LONG.repeat(2)}": (`, `        "${LONG.repeat(3)}"`, '    )', '}'],
  ],
  [
    'breaks a pattern between its alternatives, each part with the prefix that it needs',
    String.raw`codes = table["code"].str.extract(re.compile(r"${LONG}\d+ ${LONG}|${LONG}\||${LONG}"))`,
    [
      'codes = table["code"].str.extract(',
      '    re.compile(',
      String.raw`        r"${LONG}\d+ ${LONG}|${LONG}\||"`,
      `        "${LONG}"`,
      '    )',
      ')',
    ],
  ],
  [
    'leaves a text without a place for a break on its line',
    `print("${LONG.repeat(4)}", file=sys.stderr)`,
    ['print(', `    "${LONG.repeat(4)}",`, '    file=sys.stderr,', ')'],
  ],
];

describe('formatting of Python code', () => {
  it.each(FORMATTED)('%s', (_title, code, lines) => {
    expect(formatCode(code)).toBe(lines.join('\n'));
  });

  it.each(FORMATTED.map(([, , lines]) => [lines.join('\n')]))(
    'keeps formatted code: %s',
    (code) => {
      expect(formatCode(code)).toBe(code);
    },
  );

  it.each(BROKEN_TEXTS)('%s', (_title, code, lines) => {
    expect(formatCode(code)).toBe(lines.join('\n'));
  });

  it('joins what fits on one line, whatever its breaks were', () => {
    expect(formatCode('paid = orders.sort(\n    ["a"],\n    descending=[True],\n)')).toBe(
      'paid = orders.sort(["a"], descending=[True])',
    );
  });

  it('breaks lines earlier in an indented block', () => {
    const code = `paid = orders.filter(pl.col("${LONG}") > 1).sort(["a"]).head(3_000_000, True)`;
    expect(code.length).toBeLessThan(LINE_WIDTH);
    const lines = formatCode(code, 8).split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^ {8}/);
  });

  it.each([
    ['f((a > 1))', 'f(a > 1)'],
    ['(a.b()).alias(c)', 'a.b().alias(c)'],
    ['(a + b).alias(c)', '(a + b).alias(c)'],
    ['f(x=(a | b), y=(1,))', 'f(x=a | b, y=(1,))'],
    ['x = (-1).real', 'x = (-1).real'],
    ['x = (1).real', 'x = (1).real'],
  ])('writes %s with the parentheses that it needs', (code, formatted) => {
    expect(formatCode(code)).toBe(formatted);
  });

  it('keeps texts, also with brackets and line breaks in escapes', () => {
    const code = 'x = f("a (\\n \\" #", \'b "["\', f"{name} [")';
    expect(formatCode(code)).toBe(code);
  });

  it('wraps comments and keeps heads of blocks', () => {
    expect(formatCode(`# ${'word '.repeat(30).trim()}\nif x is None:\n    y = (1)`)).toBe(
      [
        `# ${'word '.repeat(19).trim()}`,
        `# ${'word '.repeat(11).trim()}`,
        'if x is None:',
        '    y = 1',
      ].join('\n'),
    );
  });

  it('counts wide characters as two columns', () => {
    const code = `x = f("${'表'.repeat(30)}", "${'b'.repeat(30)}")`;
    expect(code.length).toBeLessThan(LINE_WIDTH);
    expect(formatCode(code)).toContain('\n');
  });

  it('reports code that is not Python', () => {
    expect(() => formatCode('x = f(1')).toThrow(SyntaxError);
  });
});
