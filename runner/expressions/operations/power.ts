import type pl from 'nodejs-polars';
import { POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { mapFloats } from '../../engines/pandas/kernels/cells/floats.ts';
import { mapIntegers } from '../../engines/pandas/kernels/cells/integers.ts';
import { argument } from '../../engines/pandas/kernels/cells/operand.ts';
import type { Operation } from '../operation.ts';
import { callCode, infix, PRECEDENCE } from '../python-code.ts';
import { two } from './arity.ts';
import { POWER } from './python-helpers.ts';

/** Any larger exponent overflows for every base except -1, 0 and 1. */
const MAX_EXPONENT = 64n;

/** Raises an integer to a constant power exactly. @param exponent not negative */
export function integerPower(exponent: bigint): Operation {
  const reduced = exponent > MAX_EXPONENT ? MAX_EXPONENT + (exponent % 2n) : exponent;
  const count = Number(reduced);
  const fast = (x: number): number => {
    let power = 1;
    for (let index = 0; index < count; index++) power *= x;
    return power + 0;
  };
  return {
    name: 'power',
    type: 'integer',
    fails: 'overflow',
    polars: (build, ...args) => polarsPower(two(args)[0], reduced, build),
    column: (args, rows) =>
      mapIntegers([argument(args, 0)], rows, { fast, exact: (x) => x ** reduced }),
    pandas: (args, emit) => {
      if (exponent !== 0n) return infix('**', PRECEDENCE.power, ...two(args));
      emit.helper('power', POWER);
      return callCode('power', ...args);
    },
    pythonPolars: (args) => infix('**', PRECEDENCE.power, ...two(args)),
  };
}

function polarsPower(
  base: pl.Expr,
  exponent: bigint,
  build: Parameters<Operation['polars']>[0],
): pl.Expr {
  const asFloat = build.call(
    POLARS_FUNCTIONS.power,
    build.cast(base, 'float').abs(),
    build.literal('float', Number(exponent)),
  );
  // 128 bits hold the power if its float is this small. Otherwise use a value that fails to narrow.
  const fits = asFloat.ltEq(build.literal('float', 1e19));
  const power = build.call(POLARS_FUNCTIONS.power, build.wide(base), build.integer(exponent));
  const beyond = build.wideInteger(2n ** 62n).mul(build.wideInteger(4n));
  const checked = build.when(fits, power, build.when(base.isNull(), build.wide(base), beyond));
  return build.narrow(checked);
}

export const floatPower: Operation = {
  name: 'power',
  type: 'float',
  nan: true,
  series: 'any',
  polars: (build, ...args) => build.call(POLARS_FUNCTIONS.power, ...two(args)),
  column: (args, rows) => mapFloats(args, rows, ieeePower),
  pandas: (args, emit) => {
    emit.helper('power', POWER);
    return callCode('power', ...args);
  },
  pythonPolars: (args) => infix('**', PRECEDENCE.power, ...two(args)),
};

/** Computes a power as IEEE 754 defines it; in JavaScript 1 to an infinite power is NaN. */
function ieeePower(base: number, exponent: number): number {
  if (Math.abs(base) === 1 && Math.abs(exponent) === Infinity) return 1;
  return base ** exponent;
}
