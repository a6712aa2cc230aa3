import { requireNumber, checkPower } from '../check-operator.ts';
import { coerce, coerceImplicitly, withNaNAsNull } from '../coerce.ts';
import type { Operation } from '../operation.ts';
import { divideFloats, moduloFloats, moduloIntegers } from '../operations/arithmetic.ts';
import { MAX_DIGITS, rounded } from '../operations/rounding.ts';
import {
  absoluteFloat,
  absoluteInteger,
  ceil,
  cos,
  exp,
  floor,
  ln,
  log10,
  log1p,
  signOfFloat,
  signOfInteger,
  sin,
  sqrt,
  tan,
} from '../operations/unary-math.ts';
import { failAt, type Argument, type Scope } from '../scope.ts';
import { call, type TypedExpression } from '../typed-expression.ts';
import {
  argumentAt,
  requireConstantInteger,
  documented,
  type FunctionDocumentation,
  type FunctionEntry,
} from './function-entry.ts';

function requireFloat(argument: Argument, scope: Scope, user: string): TypedExpression {
  const node = requireNumber(argument, scope, user);
  return node.type === 'float' ? node : (coerceImplicitly(node) ?? node);
}

/** A function that takes a number and returns a float. */
function floatFunction(
  name: string,
  operation: Operation,
  doc: FunctionDocumentation,
): FunctionEntry {
  return {
    parameters: [1, 1],
    usage: `${name}(number)`,
    doc,
    check: (args, scope) => call(operation, requireFloat(argumentAt(args, 0), scope, name)),
  };
}

/** A function that returns an integer for an integer and a float for a float. */
function numberFunction(
  name: string,
  { integer, float }: { readonly integer: Operation | null; readonly float: Operation },
  doc: FunctionDocumentation,
): FunctionEntry {
  return {
    parameters: [1, 1],
    usage: `${name}(number)`,
    doc,
    check: (args, scope) => {
      const node = requireNumber(argumentAt(args, 0), scope, name);
      if (node.type === 'float') return call(float, node);
      // Python rounds an integer to an integer, so a script also needs the cast.
      return integer === null ? call(float, coerce(node, 'float') ?? node) : call(integer, node);
    },
  };
}

const logFunction: FunctionEntry = {
  parameters: [1, 2],
  usage: 'log(number) or log(number, base)',
  doc: documented(
    'The natural logarithm, or the logarithm to a base. Of 0 it is -inf, of a negative number null.',
    ['log(8, 2)', 3],
    ['log(-1)', null],
  ),
  check: (args, scope) => {
    const [value, base] = args.map((arg) => call(ln, requireFloat(arg, scope, 'log')));
    if (value === undefined) throw new TypeError('log needs an argument');
    return base === undefined ? value : call(divideFloats, value, base);
  },
};

const roundFunction: FunctionEntry = {
  parameters: [1, 2],
  usage: 'round(number) or round(number, digits)',
  doc: documented(
    'Rounds half to even, to a number of digits after the decimal point; negative digits round before it.',
    ['round(price)', 12],
    ['round(price * 1.19, 1)', 14.9],
    ['round(1234, -2)', 1200],
  ),
  check: (args, scope) => {
    const node = requireNumber(argumentAt(args, 0), scope, 'round');
    const digits =
      args.length < 2
        ? 0
        : requireConstantInteger(argumentAt(args, 1), scope, [-MAX_DIGITS, MAX_DIGITS]);
    return rounded(node, digits);
  },
};

const power: FunctionEntry = {
  parameters: [2, 2],
  usage: 'pow(base, exponent)',
  doc: documented(
    'The base to the power of the exponent, as `**`.',
    ['pow(quantity, 2)', 49],
    ['pow(2, -1)', 0.5],
  ),
  check: (args, scope, { at }) => {
    const base = requireNumber(argumentAt(args, 0), scope, 'pow');
    const exponent = requireNumber(argumentAt(args, 1), scope, 'pow');
    return checkPower(base, exponent, (reason) => failAt(scope, at, reason));
  },
};

const modFunction: FunctionEntry = {
  parameters: [2, 2],
  usage: 'mod(a, b)',
  doc: documented(
    'The remainder of a division with the sign of the divisor, as `%`. Null for a divisor of 0.',
    ['mod(quantity, 4)', 3],
    ['mod(-7, 4)', 1],
  ),
  check: (args, scope) => {
    const nodes = [0, 1].map((index) => requireNumber(argumentAt(args, index), scope, 'mod'));
    if (nodes.every((node) => node.type === 'integer')) return call(moduloIntegers, ...nodes);
    return call(
      moduloFloats,
      ...nodes.map((node) => withNaNAsNull(coerceImplicitly(node) ?? node)),
    );
  },
};

export const numberFunctions: Readonly<Record<string, FunctionEntry>> = {
  abs: numberFunction(
    'abs',
    { integer: absoluteInteger, float: absoluteFloat },
    documented('The absolute value.', ['abs(-3)', 3], ['abs(-2.5)', 2.5]),
  ),
  sign: numberFunction(
    'sign',
    { integer: signOfInteger, float: signOfFloat },
    documented('-1, 0 or 1, by the sign of the number.', ['sign(quantity - 10)', -1]),
  ),
  floor: numberFunction(
    'floor',
    { integer: null, float: floor },
    documented(
      'The largest whole number that is not above the number, as a float.',
      ['floor(price)', 12],
      ['floor(-0.5)', -1],
    ),
  ),
  ceil: numberFunction(
    'ceil',
    { integer: null, float: ceil },
    documented('The smallest whole number that is not below the number, as a float.', [
      'ceil(price)',
      13,
    ]),
  ),
  round: roundFunction,
  sqrt: floatFunction(
    'sqrt',
    sqrt,
    documented('The square root. Null for a negative number.', ['sqrt(16)', 4], ['sqrt(-1)', null]),
  ),
  exp: floatFunction(
    'exp',
    exp,
    documented("Euler's number to the power of the number.", ['exp(0)', 1]),
  ),
  ln: floatFunction(
    'ln',
    ln,
    documented('The natural logarithm. Of 0 it is -inf, of a negative number null.', ['ln(1)', 0]),
  ),
  log: logFunction,
  log10: floatFunction(
    'log10',
    log10,
    documented('The logarithm to base 10. Of 0 it is -inf, of a negative number null.', [
      'log10(1000)',
      3,
    ]),
  ),
  log1p: floatFunction(
    'log1p',
    log1p,
    documented('The natural logarithm of 1 + number. Of -1 it is -inf, below that null.', [
      'log1p(0)',
      0,
    ]),
  ),
  sin: floatFunction('sin', sin, documented('The sine of an angle in radians.', ['sin(0)', 0])),
  cos: floatFunction('cos', cos, documented('The cosine of an angle in radians.', ['cos(0)', 1])),
  tan: floatFunction('tan', tan, documented('The tangent of an angle in radians.', ['tan(0)', 0])),
  pow: power,
  power,
  mod: modFunction,
};
