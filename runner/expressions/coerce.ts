import type { ColumnType } from '../domain/column.ts';
import { nanToNull } from './operations/unary-math.ts';
import { booleanToInteger, implicitFloat, integerToFloat } from './operations/numeric-casts.ts';
import { nullAs } from './operations/null-as.ts';
import { toText } from './operations/to-text.ts';
import { readIsoDatetime } from './values/iso-datetime.ts';
import { call, literal, type TypedExpression } from './typed-expression.ts';
import type { Literal } from './literal.ts';

/** Converts NaN to null if the node can return NaN. */
export function withNaNAsNull(node: TypedExpression): TypedExpression {
  return node.kind === 'call' && node.operation.nan === true ? call(nanToNull, node) : node;
}

/**
 * Returns the node converted to the type, or null when no implicit conversion exists. Null converts
 * to every type, a boolean to 0 or 1, an integer to a float, an ISO 8601 text literal to a datetime.
 */
export function coerce(node: TypedExpression, type: ColumnType): TypedExpression | null {
  if (node.type === type) return node;
  if (node.type === 'null') return coerceNull(node, type);
  if (type === 'datetime') return datetimeLiteral(node);
  if (type === 'integer' && node.type === 'boolean') return call(booleanToInteger, node);
  if (type !== 'float') return null;
  if (node.type === 'boolean') return call(integerToFloat, call(booleanToInteger, node));
  if (node.type !== 'integer') return null;
  return node.kind === 'literal' ? floatLiteral(node) : call(integerToFloat, node);
}

/** Returns a node of the null type with another type. */
export function coerceNull(node: TypedExpression, type: ColumnType): TypedExpression {
  return node.kind === 'literal' ? literal(type, null) : call(nullAs(type), node);
}

/** Coerces to float. Exported Python leaves the conversion to pandas or polars. */
export function coerceImplicitly(node: TypedExpression): TypedExpression | null {
  if (node.type === 'integer') return call(implicitFloat, node);
  if (node.type === 'boolean') return call(implicitFloat, call(booleanToInteger, node));
  return coerce(node, 'float');
}

/** Returns any value converted to text. */
export function asText(node: TypedExpression): TypedExpression {
  if (node.type === 'string') return node;
  if (node.type === 'null') return coerceNull(node, 'string');
  return call(toText(node.type), withNaNAsNull(node));
}

function floatLiteral(node: Literal): Literal {
  return { ...node, type: 'float', value: node.value === null ? null : Number(node.value) };
}

function datetimeLiteral(node: TypedExpression): Literal | null {
  if (node.kind !== 'literal' || typeof node.value !== 'string') return null;
  const value = readIsoDatetime(node.value);
  return value === null ? null : { ...node, type: 'datetime', value };
}

/** Returns the type to which both values can be coerced; null when there is none. */
export function commonType(left: TypedExpression, right: TypedExpression): ColumnType | null {
  if (left.type === 'null') return right.type;
  if (right.type === 'null' || left.type === right.type) return left.type;
  const both = [left.type, right.type];
  if (both.includes('string')) return both.includes('datetime') ? 'datetime' : null;
  if (both.includes('datetime')) return null;
  return both.includes('float') ? 'float' : 'integer';
}
