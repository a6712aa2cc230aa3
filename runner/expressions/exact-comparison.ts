import type { Relation } from '../engines/pandas/kernels/cells/predicates.ts';
import { evaluateConstant } from './constant.ts';
import { comparison } from './operations/logic.ts';
import { negateFloat } from './operations/unary-math.ts';
import {
  call,
  canFail,
  isConstant,
  literal,
  suppliedLiterals,
  usesClock,
  type TypedExpression,
} from './typed-expression.ts';
import type { Literal } from './literal.ts';
import { negateExact, readExactDecimal, type ExactNumber } from './values/exact-decimal.ts';

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

/** Floats from here on stand for several integers; those beyond 64 bits differ from every integer. */
const [FIRST_SHARED, LAST_SHARED] = [2 ** 53, 2 ** 63];

/** The relation of exchanged operands. */
const MIRRORED = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
} as const satisfies Record<Relation, Relation>;

/** A float as a literal that remembers the number of its text, if rounding makes a whole number of it. */
export function decimalLiteral(value: number, text: string): Literal {
  const plain = literal('float', value);
  const exact = Number.isInteger(value) ? readExactDecimal(text) : null;
  const isRounded = exact !== null && !(exact.whole && exact.floor === BigInt(value));
  return isRounded ? { ...plain, exact } : plain;
}

/**
 * Compares an integer with a constant float by the integer that decides; null where a comparison as floats
 * is exact, as it is below 2^53. A script has the integer, whatever the parameter is, and says so.
 */
export function exactComparison(
  relation: Relation,
  left: TypedExpression,
  right: TypedExpression,
): TypedExpression | null {
  if (left.type === 'integer' && right.type === 'float') {
    const number = exactConstant(right);
    return number === null ? null : compareWith(relation, left, { ...number, of: right });
  }
  const isMirrored = left.type === 'float' && right.type === 'integer';
  return isMirrored ? exactComparison(MIRRORED[relation], right, left) : null;
}

function compareWith(
  relation: Relation,
  left: TypedExpression,
  { floor, whole, of }: ExactNumber & { readonly of: TypedExpression },
): TypedExpression {
  const replaces = suppliedLiterals(of);
  const decide = (decisive: Relation, bound: bigint): TypedExpression => {
    const decisiveInteger = { ...literal('integer', bound), replaces };
    return call(comparison(decisive, 'integer'), left, decisiveInteger);
  };
  if (whole && BigInt.asIntN(64, floor) === floor) return decide(relation, floor);
  // No integer is equal to the number, and none is above the greatest one.
  if (relation === '==') return decide('>', MAX);
  if (relation === '!=') return decide('<=', MAX);
  const isAbove = relation.startsWith('>');
  if (floor < MIN) return decide(isAbove ? '>=' : '<', MIN);
  return decide(isAbove ? '>' : '<=', floor > MAX ? MAX : floor);
}

/** The number of a constant float; null where comparing integers with the float is exact. */
function exactConstant(node: TypedExpression): ExactNumber | null {
  if (node.kind === 'literal' && node.exact !== undefined) return node.exact;
  if (node.kind === 'call' && node.operation === negateFloat) {
    const [operand] = node.args.map(exactConstant);
    return operand ? negateExact(operand) : null;
  }
  const value = valueOf(node);
  const size = Math.abs(value);
  return size >= FIRST_SHARED && size <= LAST_SHARED ? { floor: BigInt(value), whole: true } : null;
}

/** The value of a constant; NaN if it has none before the run: an exported script has a clock of its own. */
function valueOf(node: TypedExpression): number {
  if (!isConstant(node) || canFail(node) || usesClock(node)) return NaN;
  const value = evaluateConstant(node, (reason) => {
    throw new TypeError(reason);
  });
  return typeof value === 'number' ? value : NaN;
}
