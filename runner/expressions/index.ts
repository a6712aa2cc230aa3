import type { ColumnSchema } from '../domain/column.ts';
import { check, checkResult } from './check.ts';
import { toCompiledExpression, type CompiledExpression } from './compiled-expression.ts';
import { ExpressionError } from './expression-error.ts';
import { parseExpression } from './parse.ts';
import type { ExpressionValues } from './scope.ts';

export type { CompiledExpression } from './compiled-expression.ts';
export { ExpressionError } from './expression-error.ts';
export { parseExpression } from './parse.ts';
export { toColumn } from './to-column.ts';
export { toPandasMask, toPandasPython } from './to-pandas-python.ts';
export { toPolars } from './to-polars.ts';
export { toPolarsPython } from './to-polars-python.ts';

/**
 * Parses an expression and checks it against columns and parameters. `{{ name }}` becomes a typed
 * literal of the parameter's value, `now()` a literal of the run's time.
 * @throws ExpressionError with the position of the mistake
 */
export function compileExpression(
  text: string,
  columns: readonly ColumnSchema[],
  { parameters, localTime }: ExpressionValues,
): CompiledExpression {
  return toCompiledExpression(
    checkResult(parseExpression(text), { text, columns, parameters, localTime }),
  );
}

/**
 * The first mistake that an expression has whatever its columns are: of its syntax, in the names of functions
 * and their numbers of arguments, or in constants. Null: it has none.
 */
export function mistakeWithoutColumns(
  text: string,
  { parameters, localTime }: ExpressionValues,
): ExpressionError | null {
  try {
    check(parseExpression(text), { text, columns: null, parameters, localTime });
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}
