import expressions from 'nodejs-polars/bin/lazy/expr/index.js';

// Before library.ts replaces it.
const original = expressions._Expr;
const { default: polars } = await import('./library.ts');

it('a shared expression has every member of an expression of the library', () => {
  const native = polars.col('a').inner() as object;
  const shared = expressions._Expr(native);
  expect(expressions._Expr).not.toBe(original);
  const members = Reflect.ownKeys(original(native));
  expect(members.filter((member) => !(member in shared))).toEqual([]);
  expect(polars.Expr.isExpr(shared)).toBe(true);
});

it('shared expressions that are built from each other stay independent', () => {
  const a = polars.col('a');
  const b = polars.col('b');
  const chosen = polars.when(a.gt(b)).then(a.minus(b)).otherwise(b.minus(a).alias('c'));
  const frame = polars.DataFrame({ a: [1, 5, 9], b: [4, 5, 6], text: ['xyz', 'uvw', ''] });
  const result = frame.select(
    chosen.alias('distance'),
    a.add(b).sum().alias('all'),
    polars.col('text').str.slice(1, 1).alias('second'),
  );
  expect(result.toRecords()).toEqual([
    { distance: 3, all: 30, second: 'y' },
    { distance: 0, all: 30, second: 'v' },
    { distance: 3, all: 30, second: '' },
  ]);
});

it('each way to an expression leads to a shared one', () => {
  const a = polars.col('a');
  const ways = [a.add(1), polars.when(a.gt(1)).then(a).otherwise(a), polars.lit(1), a.str.slice(0)];
  expect(ways.map((way) => Object.keys(way))).toEqual(ways.map(() => ['_expr']));
});
