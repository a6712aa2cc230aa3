import type { ColumnType } from '../../domain/column.ts';
import {
  compareCells,
  isAmong,
  isNotNull,
  isNull,
  kleene,
  negate,
  type Relation,
} from '../../engines/pandas/kernels/cells/predicates.ts';
import { argument } from '../../engines/pandas/kernels/cells/operand.ts';
import type { Operation } from '../operation.ts';
import {
  callCode,
  infix,
  member,
  operand,
  PRECEDENCE,
  type PythonCode,
  type PythonEmitter,
} from '../python-code.ts';
import type { LiteralValue } from '../literal.ts';
import { head, one, two } from './arity.ts';
import { KNOWN } from './python-helpers.ts';

const METHODS = {
  '==': 'eq',
  '!=': 'neq',
  '<': 'lt',
  '<=': 'ltEq',
  '>': 'gt',
  '>=': 'gtEq',
} as const satisfies Record<Relation, string>;

/** Restores null where an operand is null: numpy booleans cannot hold it. */
function withNulls(
  result: PythonCode,
  operands: readonly PythonCode[],
  emit: PythonEmitter,
): PythonCode {
  emit.helper('known', KNOWN);
  return callCode('known', result, ...operands.filter((code) => !code.scalar));
}

/** Compares two values of one type. */
export function comparison(relation: Relation, type: ColumnType): Operation {
  const infixed = (args: readonly PythonCode[]): PythonCode =>
    infix(relation, PRECEDENCE.comparison, ...two(args));
  return {
    name: relation,
    type: 'boolean',
    series: 'any',
    polars: (_build, ...args) => {
      const [left, right] = two(args);
      return left[METHODS[relation]](right);
    },
    column: (args, rows) => compareCells(args, rows, relation),
    pandas: (args, emit) =>
      type === 'datetime'
        ? withNulls(infixed(args), args, emit)
        : { ...infixed(args), booleans: type === 'string' ? 'arrow' : undefined },
    pythonPolars: infixed,
  };
}

/** Whether the operation compares two values. */
export function isComparison({ name }: Operation): boolean {
  return Object.hasOwn(METHODS, name);
}

function connective(name: 'and' | 'or', symbol: '&' | '|', decisive: 0 | 1): Operation {
  const precedence = PRECEDENCE[name];
  const python = (args: readonly PythonCode[]): PythonCode => {
    return infix(symbol, precedence, ...two(args));
  };
  return {
    name,
    type: 'boolean',
    series: 'any',
    polars: (_build, ...args) => {
      const [left, right] = two(args);
      return left[name](right);
    },
    column: (args, rows) => kleene(args, rows, decisive),
    pandas: python,
    pythonPolars: python,
  };
}

export const logicalAnd = connective('and', '&', 0);
export const logicalOr = connective('or', '|', 1);

const invertCode = (args: readonly PythonCode[]): PythonCode => ({
  ...one(args),
  text: `~${operand(one(args), PRECEDENCE.unary)}`,
  precedence: PRECEDENCE.unary,
});

export const logicalNot: Operation = {
  name: 'not',
  type: 'boolean',
  polars: (_build, ...args) => one(args).not(),
  column: negate,
  pandas: invertCode,
  pythonPolars: invertCode,
};

export const isNullOperation: Operation = {
  name: 'is null',
  type: 'boolean',
  polars: (_build, ...args) => one(args).isNull(),
  column: isNull,
  pandas: (args) => ({ ...member(one(args), 'isna()'), booleans: 'numpy' }),
  pythonPolars: (args) => member(one(args), 'is_null()'),
};

export const isNotNullOperation: Operation = {
  name: 'is not null',
  type: 'boolean',
  polars: (_build, ...args) => one(args).isNotNull(),
  column: isNotNull,
  pandas: (args) => ({ ...member(one(args), 'notna()'), booleans: 'numpy' }),
  pythonPolars: (args) => member(one(args), 'is_not_null()'),
};

/**
 * Tests whether the first argument is one of the values.
 * @param members without null; the call also has them as arguments, which keep parameter names
 */
export function isIn(type: ColumnType, members: readonly LiteralValue[]): Operation {
  const list = (args: readonly PythonCode[]): string =>
    `[${args.map((code) => code.text).join(', ')}]`;
  return {
    name: 'in',
    type: 'boolean',
    polars: (build, ...args) => build.isAmong(head(args), type, members),
    column: (args, rows) => isAmong(argument(args, 0), rows, new Set(members)),
    pandas: (args, emit) => {
      const value = head(args);
      return withNulls(member(value, `isin(${list(args.slice(1))})`), [value], emit);
    },
    pythonPolars: (args) => member(head(args), `is_in(${list(args.slice(1))})`),
  };
}
