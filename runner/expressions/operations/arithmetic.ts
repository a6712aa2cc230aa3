import type pl from 'nodejs-polars';
import {
  mapIntegers,
  nullAtZero,
  type IntegerFunction,
} from '../../engines/pandas/kernels/cells/integers.ts';
import { mapFloats } from '../../engines/pandas/kernels/cells/floats.ts';
import { argument } from '../../engines/pandas/kernels/cells/operand.ts';
import type { Operation } from '../operation.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import {
  atom,
  callCode,
  infix,
  member,
  operand,
  PRECEDENCE,
  type PythonCode,
  type PythonEmitter,
} from '../python-code.ts';
import { FLOAT_MODULO, FLOOR_DIVIDE, MODULO, REPEATED } from './python-helpers.ts';
import { two } from './arity.ts';

function pythonOperator(symbol: string, precedence: number) {
  return (args: readonly PythonCode[]): PythonCode => infix(symbol, precedence, ...two(args));
}

function integerOperation(
  name: string,
  symbol: string,
  precedence: number,
  forms: IntegerFunction & { polars(a: pl.Expr, b: pl.Expr): pl.Expr },
): Operation {
  const python = pythonOperator(symbol, precedence);
  return {
    name,
    type: 'integer',
    fails: 'overflow',
    series: 'any',
    polars: (build, ...args) => {
      const [left, right] = two(args);
      return build.narrow(forms.polars(build.wide(left), right));
    },
    column: (args, rows) => mapIntegers(args, rows, forms),
    pandas: python,
    pythonPolars: python,
  };
}

export const addIntegers = integerOperation('add', '+', PRECEDENCE.sum, {
  fast: (x, y) => x + y,
  exact: (x, y) => x + y,
  polars: (a, b) => a.add(b),
});

export const subtractIntegers = integerOperation('subtract', '-', PRECEDENCE.sum, {
  fast: (x, y) => x - y,
  exact: (x, y) => x - y,
  polars: (a, b) => a.sub(b),
});

export const multiplyIntegers = integerOperation('multiply', '*', PRECEDENCE.product, {
  // + 0 turns -0 into 0.
  fast: (x, y) => x * y + 0,
  exact: (x, y) => x * y,
  polars: (a, b) => a.mul(b),
});

/** Replaces a zero divisor with null: pandas returns 0 for an integer divided by 0. */
function nonZero(divisor: PythonCode): PythonCode {
  if (/^-?[1-9]/.test(divisor.text)) return divisor;
  const code = operand(divisor);
  if (divisor.scalar) return { ...atom(`(${code} or pd.NA)`), scalar: true };
  return atom(`${code}.mask(${code} == 0)`);
}

function integerDivision(
  name: string,
  symbol: string,
  forms: IntegerFunction,
  polars: (build: PolarsBuilder, a: pl.Expr, b: pl.Expr) => pl.Expr,
): Operation {
  const python = pythonOperator(symbol, PRECEDENCE.product);
  return {
    name,
    type: 'integer',
    series: 'any',
    polars: (build, ...args) => polars(build, ...two(args)),
    column: (args, rows) => nullAtZero(mapIntegers(args, rows, forms), argument(args, 1)),
    pandas: (args, emit) => {
      const [left, right] = two(args);
      if (!left.scalar || right.scalar) return python([left, nonZero(right)]);
      emit.helper('repeated', REPEATED);
      return python([callCode('repeated', left, right), nonZero(right)]);
    },
    pythonPolars: python,
  };
}

/** The smallest integer divided by -1 overflows. */
export const floorDivideIntegers: Operation = {
  ...integerDivision(
    'floor divide',
    '//',
    { fast: fastFloorDivide, exact: floorDivide },
    (build, a, b) => build.narrow(build.floorDivide(build.wide(a), build.wide(b))),
  ),
  fails: 'overflow',
};

export const moduloIntegers = integerDivision(
  'modulo',
  '%',
  { fast: fastModulo, exact: modulo },
  (_build, a, b) => a.rem(b),
);

function fastFloorDivide(x: number, y: number): number {
  return y === 0 ? 0 : (x - fastModulo(x, y)) / y + 0;
}

function fastModulo(x: number, y: number): number {
  if (y === 0) return 0;
  const rest = x % y;
  return (rest !== 0 && rest < 0 !== y < 0 ? rest + y : rest) + 0;
}

function floorDivide(x: bigint, y: bigint): bigint {
  return y === 0n ? 0n : (x - modulo(x, y)) / y;
}

function modulo(x: bigint, y: bigint): bigint {
  if (y === 0n) return 0n;
  const rest = x % y;
  return rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest;
}

interface FloatForms extends Pick<Operation, 'divides'> {
  readonly compute: (x: number, y: number) => number;
  polars(a: pl.Expr, b: pl.Expr): pl.Expr;
  python(args: readonly PythonCode[], emit: PythonEmitter): PythonCode;
  readonly pythonPolars?: Operation['pythonPolars'];
}

function floatOperation(name: string, forms: FloatForms): Operation {
  return {
    name,
    type: 'float',
    nan: true,
    series: 'any',
    ...(forms.divides && { divides: forms.divides }),
    polars: (_build, ...args) => forms.polars(...two(args)),
    column: (args, rows) => mapFloats(args, rows, forms.compute),
    pandas: (args, emit) => forms.python(args, emit),
    pythonPolars: forms.pythonPolars ?? ((args, emit) => forms.python(args, emit)),
  };
}

export const addFloats = floatOperation('add', {
  compute: (x, y) => x + y,
  polars: (a, b) => a.add(b),
  python: pythonOperator('+', PRECEDENCE.sum),
});

export const subtractFloats = floatOperation('subtract', {
  compute: (x, y) => x - y,
  polars: (a, b) => a.sub(b),
  python: pythonOperator('-', PRECEDENCE.sum),
});

export const multiplyFloats = floatOperation('multiply', {
  compute: (x, y) => x * y,
  polars: (a, b) => a.mul(b),
  python: pythonOperator('*', PRECEDENCE.product),
});

export const divideFloats = floatOperation('divide', {
  divides: true,
  compute: (x, y) => x / y,
  polars: (a, b) => a.div(b),
  python: pythonOperator('/', PRECEDENCE.product),
});

export const floorDivideFloats = floatOperation('floor divide', {
  divides: true,
  compute: (x, y) => Math.floor(x / y),
  polars: (a, b) => a.div(b).floor(),
  python: (args, emit) => {
    emit.import('import numpy as np');
    return callCode('np.floor', pythonOperator('/', PRECEDENCE.product)(args));
  },
  pythonPolars: (args, emit) => {
    const [dividend, divisor] = two(args);
    if (!divisor.scalar) return member(pythonOperator('/', PRECEDENCE.product)(args), 'floor()');
    emit.helper('floor_divide', FLOOR_DIVIDE);
    return callCode('floor_divide', dividend, divisor);
  },
});

export const moduloFloats = floatOperation('modulo', {
  divides: true,
  compute: (x, y) => x - Math.floor(x / y) * y,
  polars: (a, b) => a.rem(b),
  python: (args, emit) => {
    emit.import('import numpy as np');
    emit.helper('float_modulo', FLOAT_MODULO);
    return callCode('float_modulo', ...args);
  },
  pythonPolars: (args, emit) => {
    const [dividend, divisor] = two(args);
    if (!divisor.scalar) return pythonOperator('%', PRECEDENCE.product)(args);
    emit.helper('modulo', MODULO);
    return callCode('modulo', dividend, divisor);
  },
});
