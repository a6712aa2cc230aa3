import {
  EXPRESSION_CASES,
  EXPRESSION_COLUMNS,
  EXPRESSION_PARAMETERS as PARAMETERS,
  EXPRESSION_ROWS,
} from '../../test/fixtures/expression-cases.ts';
import { comparable, onBothEngines } from '../../test/support/expression-engines.ts';

const TABLE = { columns: EXPRESSION_COLUMNS, rows: EXPRESSION_ROWS };

describe('an expression', () => {
  it.each(EXPRESSION_CASES)('%s', (text, expected) => {
    const { pandas, polars } = onBothEngines(text, TABLE, { parameters: PARAMETERS });
    expect(polars.map(comparable)).toEqual(expected.map(comparable));
    expect(pandas.map(comparable)).toEqual(expected.map(comparable));
  });

  it.each([
    ['big - 1', /-9223372036854775809 is beyond the range of 64-bit/],
    ['big * 2', /beyond the range of 64-bit/],
    ['-big', /9223372036854775808 is beyond/],
    ['abs(big)', /9223372036854775808 is beyond/],
    ['a ** 40', /beyond the range of 64-bit/],
    [
      'cast(t as integer)',
      /The text "2024-01-02" cannot be read as a 64-bit integer\. Correct it, or use try_cast, which makes such values null\.$/,
    ],
    ['cast(b as integer)', /1\.5 is not a whole/],
    ['cast(t as datetime)', /The text " 10.0 " cannot be read as an ISO 8601/],
  ])('%s fails on both engines, with a message that names the value', (text, message) => {
    const { pandas, polars } = onBothEngines(text, TABLE);
    expect(String(pandas[0])).toMatch(message);
    expect(String(polars[0])).toMatch(/^fails: /);
  });
});
