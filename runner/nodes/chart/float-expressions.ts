import type { ColumnType } from '../../domain/column.ts';
import { coerce } from '../../expressions/coerce.ts';
import { ifThenElse } from '../../expressions/operations/conditional.ts';
import { comparison, logicalAnd } from '../../expressions/operations/logic.ts';
import { absoluteFloat } from '../../expressions/operations/unary-math.ts';
import { textToFloat } from '../../expressions/operations/text-casts.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { ColumnReference } from '../../expressions/column-reference.ts';

/** A column as floats: texts are read, and null where they are no numbers. @throws TypeError for a column of dates */
export function asFloat(column: {
  readonly name: string;
  readonly type: ColumnType;
}): TypedExpression {
  if (column.type === 'string') return call(textToFloat(null), columnReference(column));
  const floats = coerce(columnReference(column), 'float');
  if (floats === null) throw new TypeError(`The column is of type ${column.type}.`);
  return floats;
}

/** A column of floats that a plan computed. */
export function floatColumn(name: string): ColumnReference {
  return columnReference({ name, type: 'float' });
}

export function float(value: number): TypedExpression {
  return literal('float', value);
}

/** Compares two floats. */
export function compareFloats(
  left: TypedExpression,
  relation: '==' | '<' | '<=' | '>' | '>=',
  right: TypedExpression,
): TypedExpression {
  return call(comparison(relation, 'float'), left, right);
}

/** Whether a float is neither infinite nor null; null for null. */
export function isFinite(value: TypedExpression): TypedExpression {
  return compareFloats(call(absoluteFloat, value), '<=', float(Number.MAX_VALUE));
}

/** One of two floats; the second one where the condition is null. */
export function chooseFloat(
  condition: TypedExpression,
  then: TypedExpression,
  otherwise: TypedExpression,
): TypedExpression {
  return call(ifThenElse('float'), condition, then, otherwise);
}

export function both(left: TypedExpression, right: TypedExpression): TypedExpression {
  return call(logicalAnd, left, right);
}
