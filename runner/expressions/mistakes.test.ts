import { compileExpression, ExpressionError, parseExpression } from './index.ts';

const localTime = '2024-03-01T06:15:00';
const COLUMNS = [
  { name: 'amount', type: 'integer' },
  { name: 'city', type: 'string' },
  { name: 'sold', type: 'datetime' },
  { name: 'flag', type: 'boolean' },
] as const;

function mistake(text: string): { readonly message: string; readonly place: string } {
  try {
    compileExpression(text, COLUMNS, { parameters: { p: 1, list: [1] }, localTime });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { message: error.message, place: `${error.line}:${error.column}` };
  }
  throw new Error(`${text} was accepted`);
}

describe('an invalid expression', () => {
  it.each([
    ['', '1:1', /empty/],
    ['amount +', '1:9', /ends too early/],
    ['amount city', '1:8', /an operator is missing/],
    ['amount\n  + ctiy1 *', '2:12', /ends too early/],
    ['(amount', '1:8', /\) is missing/],
    ["city == 'x", '1:9', /no closing quote/],
    ['`amount', '1:1', /no closing backtick/],
    ['amount ^ 2', '1:8', /written \*\*/],
    ['@os.system', '1:1', /@/],
    ["city || 'x'", '1:6', /concat/],
    ['amount.mean()', '1:7', /\.mean is not part/],
    ['amount.__class__', '1:7', /not part of the language/],
    ['amount[0]', '1:7', /Subscripts/],
    ['amount::text', '1:7', /cast/],
    ['amount.1 + 1', '1:7', /in backticks: `name\.1`/],
    ['import os', '1:8', /cannot follow/],
    ['lambda: 1', '1:7', /no meaning/],
    ['amount = 1; 2', '1:11', /no meaning/],
    ['max(amount)', '1:1', /Group By/],
    ['lenght(city)', '1:1', /Did you mean length/],
    ['substr(city)', '1:1', /is written substr\(text, from\)/],
    ['amuont > 1', '1:1', /no column "amuont"/],
    ['amounts > 1', '1:1', /Did you mean "amount"/],
    ['Amount > 1', '1:1', /Did you mean "amount"/],
    ['city > 1', '1:6', /Cannot compare the column "city" \(text\) with an integer/],
    ['city > 2024-01-01', '1:6', /a date in quotes/],
    ['sold > 2024-01-01', '1:6', /a date in quotes/],
    ["sold > 'yesterday'", '1:6', /ISO text/],
    ['city * 2', '1:1', /\* needs a number/],
    ["city + 'x' + 1", '1:12', /concat/],
    ['amount and flag', '1:1', /and needs a condition/],
    ['not amount', '1:5', /not needs a condition/],
    ['if(amount, 1, 2)', '1:4', /if needs a condition/],
    ["if(flag, 1, 'x')", '1:13', /Cast one of them/],
    ['cast(amount as money)', '1:1', /no type money/],
    ['cast(city, "integer")', '1:10', /has the word as before the type: cast\(amount as integer\)/],
    ['try_cast(city, integer)', '1:14', /: try_cast\(amount as integer\)/],
    ['cast(sold as boolean)', '1:1', /cannot be cast/],
    ['99999999999999999999', '1:1', /64-bit/],
    ['1e999', '1:1', /too large/],
    ['{{ q }} > 1', '1:1', /no parameter "q"/],
    ['{{ list }} > 1', '1:1', /must be a number, a text or a boolean/],
    ["matches(city, '(')", '1:15', /cannot be read/],
    ["matches(city, '(?=a)')", '1:15', /looks around/],
    ["matches(city, '(a)\\\\1')", '1:15', /refers back/],
    ["date_diff(sold, sold, 'years')", '1:23', /no unit years/],
    ['left(city, amount)', '1:12', /same for all rows/],
    ["replace(city, '', 'x')", '1:15', /empty/],
    ['case else 1 end', '1:6', /when/],
    ['amount not 5', '1:12', /in, between or like/],
  ])('%s is rejected with the position %s', (text, place, message) => {
    const found = mistake(text);
    expect(found.message).toMatch(message);
    expect(found.place).toBe(place);
    expect(found.message).toContain(`line ${place.split(':')[0]!}`);
  });

  it('is rejected without columns when its syntax is invalid', () => {
    expect(() => parseExpression('a + (b')).toThrow(ExpressionError);
    expect(parseExpression('nowhere > 1').kind).toBe('binary');
  });

  it.each([
    ['parentheses', '('.repeat(5000) + '1' + ')'.repeat(5000)],
    ['signs', '-'.repeat(5000) + '1'],
    ['a sum', Array(5000).fill('1').join('+')],
    ['powers', Array(5000).fill('1').join('**')],
    ['length', ' '.repeat(30_000)],
  ])('is rejected before evaluation when it exceeds the limit of %s', (_what, text) => {
    expect(() => compileExpression(text, COLUMNS, { parameters: {}, localTime })).toThrow(
      ExpressionError,
    );
  });

  it.each([
    ["date_trunc('2024-01-31', 'decade')", /no unit decade\. Units: year, quarter, month, week/],
    ["date_add('2024-01-31', 1, 'fortnight')", /no unit fortnight\. Units: year/],
    ["date_add('2024-01-31', 20000, 'year')", /from -10000 to 10000/],
    ["format_date('2024-01-31', '%B')", /Known: %Y %m %d %H %M %S %j %%/],
    ["format_date('2024-01-31', '%')", /Known: %Y/],
    ["format_date('2024-01-31', '')", /The format "" names no part of the datetime\. Known: %Y/],
    ["format_date('2024-01-31', 'iso')", /The format "iso" names no part of the datetime/],
    ["format_date('2024-01-31', 'iso:strict')", /"iso:strict" names no part/],
    ["format_date('2024-01-31', 'polars')", /"polars" names no part/],
    ["format_date('2024-01-31', 'YYYY-MM-DD')", /"YYYY-MM-DD" names no part/],
    ["format_date('2024-01-31', '100%%')", /"100%%" names no part/],
  ])('%s is rejected with the allowed values', (text, message) => {
    expect(() => compileExpression(text, COLUMNS, { parameters: {}, localTime })).toThrow(message);
  });

  it('is rejected when now() has an argument or must be a constant', () => {
    const values = { parameters: {}, localTime };
    expect(() => compileExpression('now(1)', COLUMNS, values)).toThrow(/is written now\(\)/);
    // The exported script would keep the time of its export.
    expect(() =>
      compileExpression("contains('2024', cast(now() as string))", COLUMNS, values),
    ).toThrow(/a text that does not depend on the time of the run/);
  });

  it('treats parameter values as literals, never as syntax', () => {
    const columns = [{ name: 's', type: 'string' }] as const;
    const parameters = { nm: "zz' or 1 == 1 or s == 'q" };
    for (const text of ['s == {{ nm }}', "s == '{{ nm }}'"]) {
      const { root } = compileExpression(text, columns, { parameters, localTime });
      expect(root).toMatchObject({
        operation: { name: '==' },
        args: [{}, { value: parameters.nm }],
      });
    }
  });
});
