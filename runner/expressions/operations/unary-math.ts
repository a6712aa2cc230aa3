import type pl from 'nodejs-polars';
import { POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { mapFloat, replaceNaNWithNull } from '../../engines/pandas/kernels/cells/floats.ts';
import { mapIntegers } from '../../engines/pandas/kernels/cells/integers.ts';
import type { Operation } from '../operation.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import { atom, callCode, member, operand, PRECEDENCE, type PythonCode } from '../python-code.ts';
import { one } from './arity.ts';
import { NAN_TO_NULL, QUIETLY } from './python-helpers.ts';

interface FloatForms {
  compute(x: number): number;
  polars(build: PolarsBuilder, x: pl.Expr): pl.Expr;
  /** The numpy function, and the method of Python polars unless `method` is given. */
  readonly numpy: string;
  readonly method?: string;
  /** Whether the numpy function warns of some finite or infinite numbers, such as the square root of -1. */
  readonly warns?: boolean;
}

function floatFunction(name: string, forms: FloatForms): Operation {
  return {
    name,
    type: 'float',
    nan: true,
    polars: (build, ...args) => forms.polars(build, one(args)),
    column: (args, rows) => mapFloat(args, rows, (x) => forms.compute(x)),
    pandas: (args, emit) => {
      emit.import('import numpy as np');
      const name = `np.${forms.numpy}`;
      if (forms.warns !== true) return callCode(name, one(args));
      emit.helper('quietly', QUIETLY);
      return callCode('quietly', atom(name), one(args));
    },
    pythonPolars: (args) => member(one(args), `${forms.method ?? forms.numpy}()`),
  };
}

export const sqrt = floatFunction('sqrt', {
  compute: Math.sqrt,
  polars: (build, x) => build.call(POLARS_FUNCTIONS.sqrt, x),
  numpy: 'sqrt',
  warns: true,
});
export const exp = floatFunction('exp', {
  compute: Math.exp,
  polars: (_, x) => x.exp(),
  numpy: 'exp',
  warns: true,
});
export const ln = floatFunction('ln', {
  compute: Math.log,
  polars: (_, x) => x.log(Math.E),
  numpy: 'log',
  warns: true,
});
export const log10 = floatFunction('log10', {
  compute: Math.log10,
  polars: (_, x) => x.log(10),
  numpy: 'log10',
  warns: true,
});
export const log1p = floatFunction('log1p', {
  compute: Math.log1p,
  polars: (_, x) => x.log1p(),
  numpy: 'log1p',
  warns: true,
});
export const sin = floatFunction('sin', {
  compute: Math.sin,
  polars: (_, x) => x.sin(),
  numpy: 'sin',
  warns: true,
});
export const cos = floatFunction('cos', {
  compute: Math.cos,
  polars: (_, x) => x.cos(),
  numpy: 'cos',
  warns: true,
});
export const tan = floatFunction('tan', {
  compute: Math.tan,
  polars: (_, x) => x.tan(),
  numpy: 'tan',
  warns: true,
});
export const floor = floatFunction('floor', {
  compute: Math.floor,
  polars: (_, x) => x.floor(),
  numpy: 'floor',
});
export const ceil = floatFunction('ceil', {
  compute: Math.ceil,
  polars: (_, x) => x.ceil(),
  numpy: 'ceil',
});
export const signOfFloat = floatFunction('sign', {
  compute: Math.sign,
  polars: (build, x) => build.call(POLARS_FUNCTIONS.sign, x),
  numpy: 'sign',
});

export const absoluteFloat: Operation = {
  ...floatFunction('abs', { compute: Math.abs, polars: (_, x) => x.abs(), numpy: 'abs' }),
  pandas: (args) => member(one(args), 'abs()'),
};

const negateCode = (args: readonly PythonCode[]): PythonCode => ({
  ...one(args),
  text: `-${operand(one(args), PRECEDENCE.unary)}`,
  precedence: PRECEDENCE.unary,
});

export const negateFloat: Operation = {
  ...floatFunction('negate', {
    compute: (x) => -x,
    polars: (build, x) => build.call(POLARS_FUNCTIONS.negate, x),
    numpy: 'negative',
  }),
  pandas: negateCode,
  pythonPolars: negateCode,
};

export const negateInteger: Operation = {
  name: 'negate',
  type: 'integer',
  fails: 'overflow',
  polars: (build, ...args) => build.narrow(build.wideInteger(0n).sub(one(args))),
  column: (args, rows) => mapIntegers(args, rows, { fast: (x) => 0 - x, exact: (x) => -x }),
  pandas: negateCode,
  pythonPolars: negateCode,
};

export const absoluteInteger: Operation = {
  name: 'abs',
  type: 'integer',
  fails: 'overflow',
  polars: (build, ...args) => build.narrow(build.wide(one(args)).abs()),
  column: (args, rows) =>
    mapIntegers(args, rows, { fast: Math.abs, exact: (x) => (x < 0n ? -x : x) }),
  pandas: (args) => member(one(args), 'abs()'),
  pythonPolars: (args) => member(one(args), 'abs()'),
};

export const signOfInteger: Operation = {
  name: 'sign',
  type: 'integer',
  polars: (build, ...args) => build.call(POLARS_FUNCTIONS.sign, one(args)),
  column: (args, rows) =>
    mapIntegers(args, rows, {
      fast: Math.sign,
      exact: (x) => (x > 0n ? 1n : x < 0n ? -1n : 0n),
    }),
  pandas: (args, emit) => {
    emit.import('import numpy as np');
    return callCode('np.sign', one(args));
  },
  pythonPolars: (args) => member(one(args), 'sign()'),
};

/** Converts NaN to null and -0 to 0. */
export const nanToNull: Operation = {
  name: 'NaN to null',
  type: 'float',
  polars: (build, ...args) => {
    const x = one(args);
    const zero = build.literal('float', 0);
    const number = build.when(x.isNotNan(), x, build.literal('float', null));
    // The polars optimizer drops an addition of 0, which would also remove the sign of -0.
    return build.when(x.eq(zero), zero, number);
  },
  column: replaceNaNWithNull,
  pandas: (args, emit) => {
    emit.helper('nan_to_null', NAN_TO_NULL);
    return callCode('nan_to_null', one(args));
  },
  // Polars drops an addition of 0.0; the values -0.0 and 0.0 are equal, so both are replaced.
  pythonPolars: (args) => member(one(args), 'fill_nan(None).replace(-0.0, 0.0)'),
};
