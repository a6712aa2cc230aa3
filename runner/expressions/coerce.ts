import type { ColumnType } from '../domain/column.ts';
import { nanToNull } from './operations/unary-math.ts';
import { booleanToInteger, implicitFloat, integerToFloat } from './operations/numeric-casts.ts';
import { toText } from './operations/to-text.ts';
import { readIsoDatetime } from './kernels/iso-datetime.ts';
import { call, type Literal, type TypedExpression } from './typed-expression.ts';

/** Makes NaN null, where the node can yield any. */
export function withNaNAsNull(node: TypedExpression): TypedExpression {
  return node.kind === 'call' && node.operation.nan === true ? call(nanToNull, node) : node;
}

/**
 * The node as a value of the type, where that loses nothing: null as anything, booleans as 0 and 1,
 * integers as floats, ISO text literals as datetimes. Null when it is not of that kind.
 */
export function coerce(node: TypedExpression, type: ColumnType): TypedExpression | null {
  if (node.type === type) return node;
  if (node.type === null) return { kind: 'literal', type, value: null };
  if (type === 'datetime') return datetimeLiteral(node);
  if (type === 'integer' && node.type === 'boolean') return call(booleanToInteger, node);
  if (type !== 'float') return null;
  if (node.type === 'boolean') return call(integerToFloat, call(booleanToInteger, node));
  if (node.type !== 'integer') return null;
  return node.kind === 'literal' ? floatLiteral(node) : call(integerToFloat, node);
}

/** As `coerce` to float, for arguments that Python converts by itself. */
export function coerceImplicitly(node: TypedExpression): TypedExpression | null {
  if (node.type === 'integer') return call(implicitFloat, node);
  if (node.type === 'boolean') return call(implicitFloat, call(booleanToInteger, node));
  return coerce(node, 'float');
}

/** Any value as text. */
export function asText(node: TypedExpression): TypedExpression {
  if (node.type === 'string') return node;
  if (node.type === null) return { kind: 'literal', type: 'string', value: null };
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

/** The one type that both values can take, or null when there is none. */
export function commonType(
  left: TypedExpression,
  right: TypedExpression,
): ColumnType | 'nulls' | null {
  if (left.type === null) return right.type ?? 'nulls';
  if (right.type === null || left.type === right.type) return left.type;
  const both = [left.type, right.type];
  if (both.includes('string')) return both.includes('datetime') ? 'datetime' : null;
  if (both.includes('datetime')) return null;
  return both.includes('float') ? 'float' : 'integer';
}
