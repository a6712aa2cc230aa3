import type pl from 'nodejs-polars';
import type { ColumnType } from '../domain/column.ts';
import type { Column } from '../engines/pandas/frame.ts';
import type { Operand } from '../engines/pandas/kernels/cells/operand.ts';
import type { PolarsBuilder } from './polars-builder.ts';
import type { CallEmitter, PythonCode } from './python-code.ts';

/**
 * One computation over typed arguments, in four forms that must return the same values. Each type
 * overload is a separate operation. The checker inserts the conversions, so the arguments always
 * have the types that the operation expects.
 */
export interface Operation {
  /** Identifies the operation in tests. */
  readonly name: string;
  readonly type: ColumnType;
  /**
   * True when the operation treats NaN as null in its arguments and its result. The checker converts
   * NaN to null before the result reaches another kind of operation or leaves the expression.
   */
  readonly nan?: true;
  /**
   * Arguments that the exported Python needs as a column rather than a scalar. Default: `first`.
   * `none` marks conversions that the exported Python leaves out.
   */
  readonly series?: 'first' | 'any' | 'all' | 'none';
  /**
   * Set when some values make the operation fail: a strict cast, or a result beyond 64-bit integers. The
   * exported Python fails for casts only, since pandas and polars wrap integers around.
   */
  readonly fails?: 'cast' | 'overflow';
  /** True when the arguments of the operation's type are its possible results. */
  readonly chooses?: true;
  /** True when the result is an empty text only where an argument is one. */
  readonly keepsEmpty?: true;
  /** True when Python polars evaluates an argument only for the rows in which another one chooses it. */
  readonly masks?: true;
  /** True when the operation divides floats by its second argument. */
  readonly divides?: true;
  polars(build: PolarsBuilder, ...args: readonly pl.Expr[]): pl.Expr;
  /** @param rows length of the result; 1 when all arguments are constant */
  column(args: readonly Operand[], rows: number): Column;
  pandas(args: readonly PythonCode[], emit: CallEmitter): PythonCode;
  pythonPolars(args: readonly PythonCode[], emit: CallEmitter): PythonCode;
}
