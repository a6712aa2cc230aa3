import type { Sample } from '../../plan/relation.ts';
import { call, chain, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { samplePositions } from '../sample-code.ts';
import { unusedName } from '../../domain/unused-name.ts';

const POLARS = {
  range: 'pl.int_range(rows, dtype=pl.UInt64, eager=True)',
  smallest: 'keys.arg_sort().head(n).sort()',
};

const COUNTED_HERE = '# The rows are counted here: a sample depends on their number.';

/** Returns polars code, eager or lazy, that keeps the rows of a sample, or all others. */
export function sampleCode(python: PythonContext, relation: Sample, frame: string): string {
  const { lazy } = python;
  const positions = samplePositions(python, relation, {
    library: POLARS,
    ...(lazy
      ? { rows: `${frame}.select(pl.len()).collect().item()`, comment: COUNTED_HERE }
      : { rows: `${frame}.height` }),
  });
  if (!lazy && relation.part === 'sample') return subscript(frame, positions);
  const names = relation.input.columns.map(({ name }) => name);
  const row = python.literal(unusedName('row', names));
  const test = `pl.col(${row}).is_in(${positions}.implode())`;
  return chain(frame, [
    call('with_row_index', [row]),
    call('filter', [relation.part === 'sample' ? test : `~${test}`]),
    call('drop', [row]),
  ]);
}
