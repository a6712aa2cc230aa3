import type { Frame } from '../engines/pandas/frame.ts';
import type { CompiledExpression } from '../expressions/index.ts';

/** Evaluates expressions on rows of a failed node's input, to locate the failing row. */
export interface RowProbe {
  readonly rows: number;
  /**
   * Whether a value of the rows from `from` to `to` (exclusive) fails on the engine.
   * @throws when evaluation fails for another reason
   */
  fails(expressions: readonly CompiledExpression[], from: number, to: number): boolean;
  /** One row, to evaluate it with the kernels: their errors name the value. */
  readRow(row: number): Frame;
}
