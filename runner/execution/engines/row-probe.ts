import type { UserError } from '../../domain/errors.ts';
import type { CompiledExpression } from '../../expressions/index.ts';

/** The input of a node that failed, to find out which of its rows is at fault. */
export interface RowProbe {
  readonly rows: number;
  /**
   * Evaluates expressions on the rows from `from` to `to`, exclusive.
   * @returns the error of a value that cannot be computed; null when all can
   * @throws when the expressions cannot be evaluated for another reason
   */
  failure(expressions: readonly CompiledExpression[], from: number, to: number): UserError | null;
}
