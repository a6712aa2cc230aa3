import type { UserError } from '../../domain/errors.ts';
import type { CompiledExpression } from '../../expressions/index.ts';

/** Evaluates expressions on row ranges of a failed node's input, to locate the failing row. */
export interface RowProbe {
  readonly rows: number;
  /**
   * Evaluates expressions on the rows from `from` to `to` (exclusive).
   * @returns the error of a failing value, null when there is none
   * @throws when evaluation fails for another reason
   */
  failure(expressions: readonly CompiledExpression[], from: number, to: number): UserError | null;
}
