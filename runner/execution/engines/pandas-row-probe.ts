import { UserError } from '../../domain/errors.ts';
import type { Frame } from '../../engines/pandas/frame.ts';
import { columnByName } from '../../engines/pandas/kernels/column-access.ts';
import { limitFrame } from '../../engines/pandas/kernels/limit-frame.ts';
import { toColumn, type CompiledExpression } from '../../expressions/index.ts';
import type { RowProbe } from './row-probe.ts';

/** A probe of an in-memory frame. @param columns the input columns that the expressions read */
export function pandasRowProbe(input: Frame, columns: readonly string[]): RowProbe {
  const frame: Frame = {
    length: input.length,
    names: columns,
    columns: columns.map((name) => columnByName(input, name)),
  };
  return {
    rows: frame.length,
    failure: (expressions, from, to) => failureIn(limitFrame(frame, from, to - from), expressions),
  };
}

function failureIn(frame: Frame, expressions: readonly CompiledExpression[]): UserError | null {
  try {
    for (const expression of expressions) toColumn(expression, frame);
    return null;
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}
