import { UserError } from '../domain/errors.ts';
import type { Column } from '../engines/pandas/frame.ts';
import { isPresent } from '../engines/pandas/kernels/columns/null-mask.ts';
import { evaluate } from './evaluate.ts';
import type { TypedExpression } from './typed-expression.ts';
import type { LiteralValue } from './literal.ts';

/**
 * Returns the value of an expression that reads no column.
 * @param fail called with the reason when the value cannot be computed
 */
export function evaluateConstant(
  node: TypedExpression,
  fail: (reason: string) => never,
): LiteralValue {
  try {
    return firstCell(evaluate(node, { length: 1, names: [], columns: [] }).column);
  } catch (error) {
    if (error instanceof UserError) fail(error.message);
    throw error;
  }
}

function firstCell(column: Column): LiteralValue {
  if (!isPresent(column, 0) || column.type === 'null') return null;
  if (column.type === 'string') return column.dictionary[column.codes[0] ?? -1] ?? null;
  const value = column.values[0] ?? 0;
  if (column.type === 'boolean') return value === 1;
  return column.type === 'float' ? Number(value) : BigInt(value);
}
