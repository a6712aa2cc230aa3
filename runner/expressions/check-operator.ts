import type { ColumnType } from '../domain/column.ts';
import { coerce, coerceImplicitly, commonType, withNaNAsNull } from './coerce.ts';
import { evaluateConstant } from './constant.ts';
import { exactComparison } from './exact-comparison.ts';
import {
  addFloats,
  addIntegers,
  divideFloats,
  floorDivideFloats,
  floorDivideIntegers,
  moduloFloats,
  moduloIntegers,
  multiplyFloats,
  multiplyIntegers,
  subtractFloats,
  subtractIntegers,
} from './operations/arithmetic.ts';
import { floatPower, integerPower } from './operations/power.ts';
import { logicalAnd, comparison, isIn, logicalNot, logicalOr } from './operations/logic.ts';
import { implicitFloat, integerToFloat } from './operations/numeric-casts.ts';
import { joinText } from './operations/text.ts';
import { negateFloat, negateInteger } from './operations/unary-math.ts';
import type { Operation } from './operation.ts';
import { describeType, failAt, type Argument, type Scope } from './scope.ts';
import type { Syntax } from './syntax.ts';
import { call, isConstant, literal, type TypedExpression } from './typed-expression.ts';

type Binary = Extract<Syntax, { readonly kind: 'binary' }>;
type Pair = readonly [Argument, Argument];

export function checkUnary(
  operator: 'not' | '-' | '+',
  operand: Argument,
  scope: Scope,
): TypedExpression {
  if (operator === 'not') return call(logicalNot, requireBoolean(operand, scope, 'not'));
  const node = requireNumber(operand, scope, operator);
  if (operator === '+') return node;
  return call(node.type === 'integer' ? negateInteger : negateFloat, node);
}

export function checkBinary(syntax: Binary, pair: Pair, scope: Scope): TypedExpression {
  const { operator } = syntax;
  if (operator === 'and' || operator === 'or') {
    const sides = pair.map((side) => requireBoolean(side, scope, operator));
    const decisive = operator === 'or';
    const decided = sides.some((side) => side.kind === 'literal' && side.value === decisive);
    if (decided) return literal('boolean', decisive);
    return call(operator === 'and' ? logicalAnd : logicalOr, ...sides);
  }
  if (operator === '**') return checkPowerOperator(syntax, pair, scope);
  if (isArithmetic(operator)) return checkArithmetic(syntax, operator, pair, scope);
  return checkComparison(syntax.at, operator, pair, scope);
}

function isArithmetic(operator: Binary['operator']): operator is keyof typeof ARITHMETIC {
  return Object.hasOwn(ARITHMETIC, operator);
}

/**
 * Returns the argument as a boolean.
 * @param user operator or function that error messages name
 * @throws ExpressionError unless the argument is a boolean or null
 */
export function requireBoolean(argument: Argument, scope: Scope, user: string): TypedExpression {
  const node =
    argument.node.type === 'boolean' || argument.node.type === 'null'
      ? coerce(argument.node, 'boolean')
      : null;
  if (node !== null) return node;
  return failAt(
    scope,
    argument.at,
    `${user} needs a condition (true or false) here, and this is ${describeType(argument.node)}.`,
  );
}

/**
 * Returns the argument as an integer or a float; booleans count as 0 and 1.
 * @throws ExpressionError for any other type
 */
export function requireNumber(argument: Argument, scope: Scope, user: string): TypedExpression {
  const { node } = argument;
  if (node.type === 'integer' || node.type === 'float') return node;
  const converted = node.type === 'boolean' ? coerce(node, 'integer') : coerce(node, 'float');
  if (converted !== null) return converted;
  return failAt(
    scope,
    argument.at,
    `${user} needs a number here, and this is ${describeType(node)}.`,
  );
}

function checkComparison(
  at: number,
  operator: '==' | '!=' | '<' | '<=' | '>' | '>=',
  [left, right]: Pair,
  scope: Scope,
): TypedExpression {
  const type = commonType(left.node, right.node);
  if (type === 'null') return literal('boolean', null);
  const exact = exactComparison(operator, left.node, right.node);
  if (exact !== null) return exact;
  const sides = type === null ? null : [left, right].map(({ node }) => coerceComparand(node, type));
  const [a, b] = sides ?? [];
  if (type === null || !a || !b) {
    return failAt(scope, at, incomparableMessage(left.node, right.node));
  }
  return call(comparison(operator, type), a, b);
}

function coerceComparand(node: TypedExpression, type: ColumnType): TypedExpression | null {
  if (node.type === type) return withNaNAsNull(node);
  return type === 'float' ? coerceImplicitly(node) : coerce(node, type);
}

function incomparableMessage(left: TypedExpression, right: TypedExpression): string {
  return `Cannot compare ${describeType(left)} with ${describeType(right)}. ${comparisonHint(left, right)}`;
}

function comparisonHint(left: TypedExpression, right: TypedExpression): string {
  const types = [left.type, right.type];
  if (types.includes('datetime') && types.includes('string')) {
    return "Write the date as an ISO text, such as '2024-02-29', or cast the text as datetime.";
  }
  if ([left, right].some(isConstantDifference)) {
    return "Write a date in quotes, such as '2024-02-29': without them it is a difference of numbers.";
  }
  return 'Cast one of them.';
}

/** Whether an expression is a difference of whole numbers, as a date without quotes is. */
function isConstantDifference(node: TypedExpression): boolean {
  return node.type === 'integer' && node.kind === 'call' && isConstant(node);
}

const ARITHMETIC: Readonly<
  Record<'+' | '-' | '*' | '/' | '//' | '%', { integer: Operation | null; float: Operation }>
> = {
  '+': { integer: addIntegers, float: addFloats },
  '-': { integer: subtractIntegers, float: subtractFloats },
  '*': { integer: multiplyIntegers, float: multiplyFloats },
  '/': { integer: null, float: divideFloats },
  '//': { integer: floorDivideIntegers, float: floorDivideFloats },
  '%': { integer: moduloIntegers, float: moduloFloats },
};

function checkArithmetic(
  syntax: Binary,
  operator: keyof typeof ARITHMETIC,
  pair: Pair,
  scope: Scope,
): TypedExpression {
  if (operator === '+') {
    const texts = pair.map(({ node }) => coerce(node, 'string'));
    const [left, right] = texts;
    if (pair.some(({ node }) => node.type === 'string')) {
      if (left && right) return call(joinText, left, right);
      return failAt(
        scope,
        syntax.at,
        'Cannot add text and another type. Use concat(a, b), which writes numbers as text.',
      );
    }
  }
  const [left, right] = pair.map((side) => requireNumber(side, scope, operator));
  if (left === undefined || right === undefined) throw new TypeError('Two operands expected.');
  const { integer, float } = ARITHMETIC[operator];
  if (integer !== null && left.type === 'integer' && right.type === 'integer') {
    return call(integer, left, right);
  }
  return call(float, toFloat(left), toFloat(right));
}

function toFloat(node: TypedExpression): TypedExpression {
  return node.type === 'float' ? node : (coerceImplicitly(node) ?? node);
}

function checkPowerOperator(syntax: Binary, pair: Pair, scope: Scope): TypedExpression {
  const [base, exponent] = pair.map((side) => requireNumber(side, scope, '**'));
  if (base === undefined || exponent === undefined) throw new TypeError('Two operands expected.');
  return checkPower(base, exponent, (reason) => failAt(scope, syntax.at, reason));
}

/** Returns an integer power when the exponent is a constant, non-negative integer, else a float power. */
export function checkPower(
  base: TypedExpression,
  exponent: TypedExpression,
  fail: (reason: string) => never,
): TypedExpression {
  if (base.type === 'integer' && exponent.type === 'integer' && isConstant(exponent)) {
    const value = evaluateConstant(exponent, fail);
    if (typeof value === 'bigint' && value >= 0n) return call(integerPower(value), base, exponent);
  }
  const floats = [base, exponent].map((node) => withNaNAsNull(coerce(node, 'float') ?? node));
  return call(floatPower, ...floats);
}

/** Checks `in`. Constant items become one lookup; other items are compared one by one. */
export function checkIn(
  operand: Argument,
  items: readonly Argument[],
  scope: Scope,
): TypedExpression {
  const tests: TypedExpression[] = [];
  const constants = new Map<
    ColumnType,
    { node: TypedExpression; members: (TypedExpression & { kind: 'literal' })[] }
  >();
  for (const item of items) {
    const pair = checkComparison(item.at, '==', [operand, item], scope);
    const [value, member] = pair.kind === 'call' && pair.operation.name === '==' ? pair.args : [];
    const constant = member === undefined ? undefined : nonNullLiteral(member);
    // An exact comparison with a constant operand exchanges its sides.
    if (constant === undefined || value === undefined || !isFrom(value, operand.node)) {
      tests.push(pair);
      continue;
    }
    const group = constants.get(constant.type) ?? { node: withExplicitCast(value), members: [] };
    group.members.push(constant);
    constants.set(constant.type, group);
  }
  for (const [type, { node, members }] of constants) {
    const values = members.map((member) => member.value);
    tests.push(call(isIn(type, values), node, ...members));
  }
  return orAll(tests, operand.node);
}

/** Whether a node is another one, or a conversion of it. */
function isFrom(node: TypedExpression, origin: TypedExpression): boolean {
  if (node === origin) return true;
  if (node.kind !== 'call' || node.args.length !== 1) return false;
  return node.args.every((argument) => isFrom(argument, origin));
}

/** Makes the conversion to float explicit, since Python's `isin` does not convert its operand. */
function withExplicitCast(node: TypedExpression): TypedExpression {
  return node.kind === 'call' && node.operation === implicitFloat
    ? call(integerToFloat, ...node.args)
    : node;
}

function nonNullLiteral(
  node: TypedExpression,
): (TypedExpression & { kind: 'literal' }) | undefined {
  if (node.kind === 'literal') return node.value === null ? undefined : node;
  if (node.kind !== 'call' || node.operation !== implicitFloat) return undefined;
  const [inner] = node.args;
  if (inner?.kind !== 'literal' || inner.value === null) return undefined;
  return { ...inner, type: 'float', value: Number(inner.value) };
}

/** Joins tests by `or`. Without tests the result is false, or null where the operand is null. */
function orAll(tests: readonly TypedExpression[], operand: TypedExpression): TypedExpression {
  const [first, ...rest] = tests;
  if (first === undefined) {
    return operand.type === 'null'
      ? literal('boolean', null)
      : call(isIn(operand.type, []), withNaNAsNull(operand));
  }
  if (rest.length === 0) return first;
  const half = Math.ceil(tests.length / 2);
  return call(logicalOr, orAll(tests.slice(0, half), operand), orAll(tests.slice(half), operand));
}
