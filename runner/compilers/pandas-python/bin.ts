import type { Bin } from '../../plan/operators/bin.ts';
import { chain, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { binCall } from '../bin-code.ts';
import { parameterCode } from '../idioms.ts';
import { newColumns } from './new-columns.ts';

/** Returns pandas code that adds the labels of bins. */
export function binCode(python: PythonContext, relation: Bin, frame: string): string {
  const { column, name, input, at } = relation;
  python.import('import numpy as np');
  const cells = subscript(frame, parameterCode(python, at.column) ?? python.literal(column));
  const code = binCall(python, relation, cells, BIN_COLUMN);
  const added = { name, code, nameCode: parameterCode(python, at.name) };
  const existing = input.columns.map((each) => each.name);
  return chain(frame, newColumns('assign', [added], existing));
}

const BIN_COLUMN = `def bin_column(values, count, edges_of, labels):
    """Return the label of the bin (a, b] of each number; null for null and infinity."""
    numbers = values.astype("Float64").to_numpy(dtype="float64", na_value=np.nan)
    finite = np.isfinite(numbers)
    if not finite.any():
        return pd.Series(pd.NA, index=values.index, dtype="string")
    edges = edges_of(np.sort(numbers[finite]).tolist(), count)
    texts = labels(edges) if callable(labels) else labels
    places = np.searchsorted(edges[1:-1], numbers)
    cells = np.array(texts, dtype=object)[places]
    return pd.Series(cells, index=values.index, dtype="string").where(finite)`;
