import { aliased } from './aliased.ts';

it.each([
  'pl.col("a").fill_null(pl.col("b"))',
  'pl.col("a").str.to_lowercase()',
  'pl.col("a").cast(pl.String).str.split(",").list.get(0, null_on_oob=True)',
])('leaves out the alias of %s, which keeps the name of its column', (code) => {
  expect(aliased(code, '"a"')).toBe(code);
});

it('leaves out the alias of a column that a parameter names', () => {
  expect(aliased('pl.col(column).abs()', 'column')).toBe('pl.col(column).abs()');
});

it.each([
  'pl.col("b").fill_null(pl.col("a"))',
  'pl.col("a", "b").abs()',
  'pl.col(["a"]).abs()',
  'pl.col("a") + 1',
  '-pl.col("a")',
  'pl.when(pl.col("a") > 1).then(pl.col("a"))',
  'pl.coalesce(pl.col("a"), pl.lit(1))',
  'cs.by_name("a").abs()',
  'pl.col("a").map_batches(lambda cells: cells)',
  'pl.col("a").name.suffix("_2")',
  'pl.col("a").struct.field("b")',
  'date_add(pl.col("a"), months=1)',
])('writes the alias of %s', (code) => {
  expect(aliased(code, '"a"')).toBe(`(${code}).alias("a")`);
});
