import type pl from 'nodejs-polars';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { PolarsBuilder } from '../../expressions/polars-builder.ts';
import { literal } from '../../expressions/typed-expression.ts';
import type { Bin } from '../../plan/operators/bin.ts';
import { binsOf, type SortedNumbers } from '../bin-edges.ts';

/** Adds the labels of bins. The edges depend on all rows, so the column is evaluated for them first. */
export function binPlan(
  library: PolarsLibrary,
  { lazy }: PolarsFrame,
  relation: Bin,
): pl.LazyDataFrame {
  const build = new PolarsBuilder(library, relation.column);
  const number = build.cast(build.column(relation.column), 'float');
  const isFinite = number.abs().lt(build.literal('float', Infinity));
  const finite = lazy.filter(isFinite).select(number.alias(NUMBER));
  const numbers = relation.method === 'quantile' ? sorted(finite) : extremes(library, finite);
  const none = build.literal('string', null);
  if (numbers.length === 0) return lazy.withColumns(none.alias(relation.name));
  const { inner, labels } = binsOf(relation, numbers);
  // Integers choose the label: polars takes ten times as long to choose between texts, for each bin.
  const bin = inner.reduceRight(
    (above, edge, below) =>
      build.when(number.ltEq(build.literal('float', edge)), build.integer(below), above),
    build.integer(inner.length),
  );
  const label = build.replaceValues(
    build.when(isFinite, bin, build.literal('integer', null)),
    none,
    labels.map((_label, at) => literal('integer', BigInt(at))),
    labels.map((text) => literal('string', text)),
  );
  return lazy.withColumns(label.alias(relation.name));
}

const NUMBER = 'number';

function sorted(finite: pl.LazyDataFrame): SortedNumbers {
  const numbers = collect(finite.sort(NUMBER)).getColumn(NUMBER);
  return { length: numbers.length, at: (index) => Number(numbers.get(index)) };
}

/** The least and the greatest number, which are all that equal widths need. */
function extremes(library: PolarsLibrary, finite: pl.LazyDataFrame): SortedNumbers {
  const number = library.col(NUMBER);
  const found = collect(finite.select(number.min().alias('0'), number.max().alias('1')));
  const [low, high] = found.row(0) as readonly unknown[];
  return {
    length: low === null ? 0 : 2,
    at: (index) => Number(index === 0 ? low : high),
  };
}

function collect(lazy: pl.LazyDataFrame): pl.DataFrame {
  return lazy.collectSync({ engine: 'streaming' });
}
