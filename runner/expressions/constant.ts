import { UserError } from '../domain/errors.ts';
import { evaluate } from './evaluate.ts';
import type { LiteralValue, Typed } from './typed.ts';

/**
 * The value of an expression that reads no column.
 * @param fail told when the value cannot be computed
 */
export function evaluateConstant(node: Typed, fail: (reason: string) => never): LiteralValue {
  try {
    const { column } = evaluate(node, { length: 1, names: [], columns: [] });
    if (column.type === 'string') return column.dictionary[column.codes[0] ?? -1] ?? null;
    if (column.validity !== null && column.validity[0] === 0) return null;
    const value = column.values[0] ?? 0;
    if (column.type === 'boolean') return value === 1;
    return column.type === 'float' ? Number(value) : BigInt(value);
  } catch (error) {
    if (error instanceof UserError) fail(error.message);
    throw error;
  }
}
