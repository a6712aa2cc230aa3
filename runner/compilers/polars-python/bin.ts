import { polarsColumn } from '../../expressions/polars-column-code.ts';
import type { Bin } from '../../plan/operators/bin.ts';
import { call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { binCall } from '../bin-code.ts';
import { parameterCode } from '../idioms.ts';

/** Returns polars code, eager or lazy, that adds the labels of bins. */
export function binCode(python: PythonContext, relation: Bin, frame: string): string {
  const { column, name, at } = relation;
  python.import('import polars as pl');
  python.binds('cells');
  const labels = binCall(python, relation, 'cells', BIN_COLUMN);
  const code = chain(
    polarsColumn(python, column, parameterCode(python, at.column) ?? python.literal(column)),
    [
      call('map_batches', [`lambda cells: ${labels}`, keyword('return_dtype', 'pl.String')]),
      call('alias', [parameterCode(python, at.name) ?? python.literal(name)]),
    ],
  );
  return chain(frame, [call('with_columns', [code])]);
}

/** Methods of a series with a name such as `^n.*$` fail, since polars reads it as a pattern: it gets another. */
const BIN_COLUMN = `def bin_column(values, count, edges_of, labels):
    """Return the label of the bin (a, b] of each number; null for null and infinity."""
    numbers = values.cast(pl.Float64).alias("numbers")
    known = numbers.filter(numbers.is_finite())
    if known.is_empty():
        return pl.repeat(None, len(values), dtype=pl.String, eager=True)
    edges = edges_of(known.sort().to_list(), count)
    texts = labels(edges) if callable(labels) else labels
    inner = pl.Series(edges[1:-1], dtype=pl.Float64)
    places = inner.search_sorted(numbers, side="left")
    cells = pl.Series(texts, dtype=pl.String).gather(places)
    return pl.select(pl.when(numbers.is_finite()).then(cells)).to_series()`;
