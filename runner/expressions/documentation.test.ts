import { comparable, onBothEngines, type Cell } from '../../test/support/expression-engines.ts';
import { EXAMPLE_ROW, EXAMPLE_TIME } from './functions/example-row.ts';
import { FUNCTIONS } from './functions/index.ts';
import { compileExpression } from './index.ts';
import { readIsoDatetime } from './values/iso-datetime.ts';
import { SYNTAX } from './syntax-documentation.ts';

const columns = EXAMPLE_ROW.map(({ name, type }) => ({ name, type }));
const row = EXAMPLE_ROW.map(({ type, value }): Cell => {
  if (type === 'datetime') return BigInt(Date.parse(`${value as string}Z`)) * 1000n;
  return value as Cell;
});

const examples = [
  ...Object.entries(FUNCTIONS).map(([name, { doc }]) => [name, doc.examples] as const),
  ...SYNTAX.map(({ syntax, examples }) => [syntax, examples] as const),
].flatMap(([subject, list]) => list.map(([text, value]) => [subject, text, value] as const));

describe('the expression reference', () => {
  it.each(examples)('%s: documents the value of %s on both engines', (_subject, text, value) => {
    const { pandas, polars } = onBothEngines(
      text,
      { columns, rows: [row] },
      { localTime: EXAMPLE_TIME },
    );
    const { type } = compileExpression(text, columns, { parameters: {}, localTime: EXAMPLE_TIME });
    const expected = type === 'datetime' ? readIsoDatetime(value as string) : value;
    expect([pandas, polars].map(([cell]) => comparable(cell))).toEqual([
      comparable(expected),
      comparable(expected),
    ]);
  });
});
