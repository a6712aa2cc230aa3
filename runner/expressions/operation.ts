import type pl from 'nodejs-polars';
import type { ColumnType } from '../domain/column.ts';
import type { Column } from '../engines/pandas/frame.ts';
import type { Operand } from './kernels/operand.ts';
import type { PolarsBuilder } from './polars-builder.ts';
import type { PythonCode, PythonEmitter } from './python-code.ts';

/**
 * One computation over typed arguments, in four forms that must agree. Overloads by type are
 * operations of their own; the checker inserts conversions, so that arguments have exactly the
 * types an operation is made for.
 */
export interface Operation {
  /** For error messages and tests. */
  readonly name: string;
  readonly type: ColumnType;
  /**
   * True when NaN stands for null in what it returns and takes: before such a value meets an
   * operation that is not so, or leaves the expression, NaN is made null.
   */
  readonly nan?: true;
  /**
   * Which arguments the exported Python needs as a column rather than a scalar. Default: `first`.
   * `none` is for operations that Python does by itself.
   */
  readonly series?: 'first' | 'any' | 'all' | 'none';
  /** True when it divides floats by its second argument. */
  readonly divides?: true;
  polars(build: PolarsBuilder, ...args: readonly pl.Expr[]): pl.Expr;
  /** @param rows length of the result: 1 when all arguments are constant */
  column(args: readonly Operand[], rows: number): Column;
  pandas(args: readonly PythonCode[], emit: PythonEmitter): PythonCode;
  pythonPolars(args: readonly PythonCode[], emit: PythonEmitter): PythonCode;
}
