import type { Frame } from '../engines/pandas/frame.ts';
import { columnByName } from '../engines/pandas/kernels/columns/column-access.ts';
import { limitFrame } from '../engines/pandas/kernels/rows/limit-frame.ts';
import { evaluationError } from '../expressions/evaluation-error.ts';
import type { RowProbe } from './row-probe.ts';

/** A probe of an in-memory frame. @param columns the input columns that the expressions read */
export function pandasRowProbe(input: Frame, columns: readonly string[]): RowProbe {
  const frame: Frame = {
    length: input.length,
    names: columns,
    columns: columns.map((name) => columnByName(input, name)),
  };
  const slice = (from: number, to: number): Frame => limitFrame(frame, from, to - from);
  return {
    rows: frame.length,
    fails: (expressions, from, to) => {
      const rows = slice(from, to);
      return expressions.some(({ root }) => evaluationError(root, rows) !== null);
    },
    readRow: (row) => slice(row, row + 1),
  };
}
