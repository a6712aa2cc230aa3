import type { CompiledExpression } from '../../expressions/index.ts';
import type { Offender } from '../../nodes/definition.ts';
import type { CellFailure } from './engine-adapter.ts';

/** The first offender whose value fails in a row; null when none does. @param row from 0 */
export function firstFailure(
  row: number,
  offenders: readonly Offender[],
  evaluate: (value: CompiledExpression) => unknown,
): CellFailure | null {
  for (const { column, value } of offenders) {
    try {
      evaluate(value);
    } catch (error) {
      return { column, row, error };
    }
  }
  return null;
}
