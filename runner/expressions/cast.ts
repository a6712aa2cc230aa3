import { DTYPES, type Dtype } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';
import { TYPES_BY_NAME } from '../domain/types/type-names.ts';
import { asText, coerce, coerceNull, withNaNAsNull } from './coerce.ts';
import {
  booleanToInteger,
  datetimeToInteger,
  floatToInteger,
  integerToDatetime,
  integerToFloat,
  numberToBoolean,
} from './operations/numeric-casts.ts';
import {
  textToBoolean,
  textToDatetime,
  textToFloat,
  textToInteger,
} from './operations/text-casts.ts';
import { toText } from './operations/to-text.ts';
import { dateRemedy, TRY_CAST, type NullRemedy } from './operations/null-remedy.ts';
import { failAt, type Argument, type Scope } from './scope.ts';
import type { Syntax } from './syntax.ts';
import { call, type TypedExpression } from './typed-expression.ts';

export interface CastOptions {
  /** Null: a value that does not fit becomes null. Else it fails the run with this advice. */
  readonly remedy: NullRemedy;
  /** The strftime format of dates in text; empty for ISO 8601. */
  readonly format: string;
}

/**
 * Checks `cast(x as type)` and `try_cast(x as type)`.
 * @throws ExpressionError for an unknown type or an impossible cast
 */
export function checkCast(
  syntax: Extract<Syntax, { readonly kind: 'cast' }>,
  operand: Argument,
  scope: Scope,
): TypedExpression {
  const type = Object.hasOwn(TYPES_BY_NAME, syntax.type) ? TYPES_BY_NAME[syntax.type] : undefined;
  if (type === undefined) {
    failAt(scope, syntax.at, `There is no type ${syntax.type}. Types: ${DTYPES.join(', ')}.`);
  }
  try {
    return castExpression(operand.node, type, {
      remedy: syntax.lenient ? null : TRY_CAST,
      format: '',
    });
  } catch (error) {
    if (error instanceof UserError) failAt(scope, syntax.at, error.message);
    throw error;
  }
}

/**
 * Returns the value converted to the type.
 * @throws UserError when the two types have no conversion
 */
export function castExpression(
  value: TypedExpression,
  type: Dtype,
  options: CastOptions,
): TypedExpression {
  const node = withNaNAsNull(value);
  if (node.type === type) return node;
  switch (node.type) {
    case 'null':
      return coerceNull(node, type);
    case 'string':
      return call(fromText(type, options), node);
    case 'datetime':
      return fromDatetime(node, type);
    case 'integer':
    case 'float':
    case 'boolean':
      return fromNumber(node, type, options);
  }
}

function fromText(type: Dtype, { remedy, format }: CastOptions) {
  switch (type) {
    case 'integer':
      return textToInteger(remedy);
    case 'float':
      return textToFloat(remedy);
    case 'boolean':
      return textToBoolean(remedy);
    case 'datetime':
      return textToDatetime(dateRemedy(remedy, format), format);
    case 'string':
      throw new TypeError('Cannot build a cast from text to text: return the operand instead.');
  }
}

function fromDatetime(node: TypedExpression, type: Dtype): TypedExpression {
  if (type === 'string') return call(toText('datetime'), node);
  if (type === 'integer') return call(datetimeToInteger, node);
  throw new UserError(
    `A datetime cannot be cast to ${type}, only to integer (milliseconds) and string.`,
  );
}

function fromNumber(node: TypedExpression, type: Dtype, options: CastOptions): TypedExpression {
  const from = node.type;
  switch (type) {
    case 'string':
      return asText(node);
    case 'float':
      return coerce(node, 'float') ?? call(integerToFloat, node);
    case 'integer':
      return call(from === 'boolean' ? booleanToInteger : floatToInteger(options.remedy), node);
    case 'boolean':
      return call(numberToBoolean(from === 'float' ? 'float' : 'integer'), node);
    case 'datetime':
      return call(integerToDatetime(options.remedy), toMilliseconds(node, options));
  }
}

function toMilliseconds(node: TypedExpression, options: CastOptions): TypedExpression {
  if (node.type === 'boolean') throw new UserError('A boolean cannot be cast to datetime.');
  return node.type === 'integer' ? node : fromNumber(node, 'integer', options);
}
