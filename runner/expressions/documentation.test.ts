import { comparable, onBothEngines, type Cell } from '../../test/support/expression-engines.ts';
import { EXAMPLE_ROW } from './functions/example-row.ts';
import { FUNCTIONS } from './functions/index.ts';
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

describe('the documentation of the expression language', () => {
  it.each(examples)('of %s shows the value of %s on both engines', (_subject, text, value) => {
    const { pandas, polars } = onBothEngines(text, { columns, rows: [row] });
    expect([pandas, polars].map(([cell]) => comparable(cell))).toEqual([
      comparable(value),
      comparable(value),
    ]);
  });
});
