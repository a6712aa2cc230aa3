import { mapFloat, roundHalfEven } from '../../engines/pandas/kernels/cells/floats.ts';
import { mapIntegers } from '../../engines/pandas/kernels/cells/integers.ts';
import type { Operation } from '../operation.ts';
import {
  atom,
  callCode,
  infix,
  member,
  PRECEDENCE,
  type PythonCode,
  type PythonEmitter,
} from '../python-code.ts';
import { call, type TypedExpression } from '../typed-expression.ts';
import { one } from './arity.ts';

/** The maximum number of digits before or after the decimal point. */
export const MAX_DIGITS = 18;

/** Floats from here on have no fraction. */
const WHOLE = 2 ** 52;

/**
 * Rounds half to even and keeps the type.
 * @param node an integer or a float
 * @param digits after the decimal point; negative digits count before it
 */
export function rounded(node: TypedExpression, digits: number): TypedExpression {
  if (node.type === 'float') {
    const round = roundFloat(digits);
    const returnsNaN = node.kind === 'call' && node.operation.nan === true;
    return call(returnsNaN ? { ...round, nan: true } : round, node);
  }
  return digits >= 0 ? node : call(roundInteger(digits), node);
}

/** Rounds the scaled value, as numpy does. The result is never -0. */
function roundFloat(digits: number): Operation {
  const scale = 10 ** Math.abs(digits);
  return {
    name: 'round',
    type: 'float',
    polars: (build, ...args) => {
      const x = one(args);
      const by = build.literal('float', scale);
      const zero = build.literal('float', 0);
      const divisor = build.divisor(by);
      const value = digits < 0 ? x.div(divisor).round(0).mul(by) : x.mul(by).round(0).div(divisor);
      const result = build.when(value.eq(zero), zero, digits === 0 ? x.round(0) : value);
      // The scaled value of a large float could be infinite.
      return digits <= 0
        ? result
        : build.when(x.abs().lt(build.literal('float', WHOLE)), result, x);
    },
    column: (args, rows) => mapFloat(args, rows, roundingTo(digits, scale)),
    pandas: (args, emit) => pandasRound(one(args), digits, emit),
    // Polars drops an addition of 0.0; the values -0.0 and 0.0 are equal, so both are replaced.
    pythonPolars: (args) => member(polarsRound(one(args), digits, scale), 'replace(-0.0, 0.0)'),
  };
}

function roundingTo(digits: number, scale: number): (x: number) => number {
  if (digits === 0) return (x) => roundHalfEven(x) + 0;
  if (digits < 0) return (x) => roundHalfEven(x / scale) * scale + 0;
  return (x) => (Math.abs(x) < WHOLE ? roundHalfEven(x * scale) / scale + 0 : x);
}

function pandasRound(x: PythonCode, digits: number, emit: PythonEmitter): PythonCode {
  if (digits > 0) {
    emit.helper('round_floats', PANDAS_ROUND_FLOATS);
    return callCode('round_floats', x, digits.toString());
  }
  // -0.0 + 0.0 is 0.0.
  const rounded = member(x, `round(${digits === 0 ? '' : digits.toString()})`);
  return infix('+', PRECEDENCE.sum, rounded, atom('0.0'));
}

const PANDAS_ROUND_FLOATS = `def round_floats(values, digits):
    """Round floats, halves to even. Pandas returns inf for large floats, which have no fraction."""
    large = (values.abs() >= 2**52).fillna(False)
    return values.where(large, values.mask(large, 0.0).round(digits) + 0.0)`;

function polarsRound(x: PythonCode, digits: number, scale: number): PythonCode {
  if (digits >= 0) return member(x, `round(${digits})`);
  const by = atom(scale.toString());
  const scaled = member(infix('/', PRECEDENCE.product, x, by), 'round()');
  return infix('*', PRECEDENCE.product, scaled, by);
}

/** Rounds to tens, hundreds and so on, exactly. */
function roundInteger(digits: number): Operation {
  const unit = 10n ** BigInt(-digits);
  const python = (helper: string) => (args: readonly PythonCode[]) =>
    callCode(helper, one(args), unit.toString());
  return {
    name: 'round',
    type: 'integer',
    fails: 'overflow',
    polars: (build, ...args) => {
      const x = one(args);
      const rest = x.rem(build.integer(unit));
      const below = build.wide(x).sub(rest);
      const isOdd = below.rem(build.wideInteger(2n * unit)).neq(build.wideInteger(0n));
      const twice = rest.add(rest);
      const up = twice.gt(build.integer(unit)).or(twice.eq(build.integer(unit)).and(isOdd));
      return build.narrow(build.when(up, below.add(build.wideInteger(unit)), below));
    },
    column: (args, rows) =>
      mapIntegers(args, rows, {
        fast: (x) => (Math.abs(x) < 2 ** 50 ? Number(roundToUnit(BigInt(x), unit)) : Infinity),
        exact: (x) => roundToUnit(x, unit),
      }),
    pandas: (args, emit) => {
      emit.helper('round_integers', PANDAS_ROUND);
      return python('round_integers')(args);
    },
    pythonPolars: (args, emit) => {
      emit.helper('round_integers', POLARS_ROUND);
      return python('round_integers')(args);
    },
  };
}

function roundToUnit(x: bigint, unit: bigint): bigint {
  const rest = ((x % unit) + unit) % unit;
  const below = x - rest;
  const isOdd = (below / unit) % 2n !== 0n;
  return 2n * rest > unit || (2n * rest === unit && isOdd) ? below + unit : below;
}

/** The rounding of pandas and polars goes through floats. */
const PANDAS_ROUND = `def round_integers(values, unit):
    """Round integers to multiples of a unit, halves to even."""
    rest = values % unit
    below = values - rest
    odd = below // unit % 2 == 1
    return below.mask((2 * rest > unit) | ((2 * rest == unit) & odd), below + unit)`;

const POLARS_ROUND = `def round_integers(values, unit):
    """Round integers to multiples of a unit, halves to even."""
    rest = values % unit
    below = values - rest
    odd = below // unit % 2 == 1
    up = (2 * rest > unit) | ((2 * rest == unit) & odd)
    return below + pl.when(up).then(unit).otherwise(0)`;
