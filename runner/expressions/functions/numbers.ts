import { numberOf, powerOf } from '../check-operator.ts';
import { coerceImplicitly, settled } from '../coerce.ts';
import type { Operation } from '../operation.ts';
import { divideFloats, moduloFloats, moduloIntegers } from '../operations/arithmetic.ts';
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
  roundFloat,
  roundInteger,
  signOfFloat,
  signOfInteger,
  sin,
  sqrt,
  tan,
} from '../operations/unary-math.ts';
import { failAt, type Argument, type Scope } from '../scope.ts';
import { call, type Typed } from '../typed.ts';
import { argumentAt, constantInteger, type FunctionEntry } from './entry.ts';

function floatOf(argument: Argument, scope: Scope, user: string): Typed {
  const node = numberOf(argument, scope, user);
  return node.type === 'float' ? node : (coerceImplicitly(node) ?? node);
}

/** A float from a number. */
function ofFloat(name: string, operation: Operation): FunctionEntry {
  return {
    parameters: [1, 1],
    usage: `${name}(number)`,
    check: (args, scope) => call(operation, floatOf(argumentAt(args, 0), scope, name)),
  };
}

/** An integer from an integer, a float from a float. Null: an integer stays as it is. */
function ofNumber(name: string, integer: Operation | null, float: Operation): FunctionEntry {
  return {
    parameters: [1, 1],
    usage: `${name}(number)`,
    check: (args, scope) => {
      const node = numberOf(argumentAt(args, 0), scope, name);
      if (node.type === 'float') return call(float, node);
      return integer === null ? call(float, coerceImplicitly(node) ?? node) : call(integer, node);
    },
  };
}

const logarithm: FunctionEntry = {
  parameters: [1, 2],
  usage: 'log(number) or log(number, base)',
  check: (args, scope) => {
    const [value, base] = args.map((arg) => call(ln, floatOf(arg, scope, 'log')));
    if (value === undefined) throw new TypeError('log needs an argument');
    return base === undefined ? value : call(divideFloats, value, base);
  },
};

const rounding: FunctionEntry = {
  parameters: [1, 2],
  usage: 'round(number) or round(number, digits)',
  check: (args, scope) => {
    const node = numberOf(argumentAt(args, 0), scope, 'round');
    const digits = args.length < 2 ? 0 : constantInteger(argumentAt(args, 1), scope, [-18, 18]);
    if (node.type === 'float') return call(roundFloat(digits), node);
    return digits >= 0 ? node : call(roundInteger(digits), node);
  },
};

const power: FunctionEntry = {
  parameters: [2, 2],
  usage: 'pow(base, exponent)',
  check: (args, scope, { at }) => {
    const base = numberOf(argumentAt(args, 0), scope, 'pow');
    const exponent = numberOf(argumentAt(args, 1), scope, 'pow');
    return powerOf(base, exponent, (reason) => failAt(scope, at, reason));
  },
};

const modulo: FunctionEntry = {
  parameters: [2, 2],
  usage: 'mod(a, b)',
  check: (args, scope) => {
    const nodes = [0, 1].map((index) => numberOf(argumentAt(args, index), scope, 'mod'));
    if (nodes.every((node) => node.type === 'integer')) return call(moduloIntegers, ...nodes);
    return call(moduloFloats, ...nodes.map((node) => settled(coerceImplicitly(node) ?? node)));
  },
};

export const numberFunctions: Readonly<Record<string, FunctionEntry>> = {
  abs: ofNumber('abs', absoluteInteger, absoluteFloat),
  sign: ofNumber('sign', signOfInteger, signOfFloat),
  floor: ofNumber('floor', null, floor),
  ceil: ofNumber('ceil', null, ceil),
  round: rounding,
  sqrt: ofFloat('sqrt', sqrt),
  exp: ofFloat('exp', exp),
  ln: ofFloat('ln', ln),
  log: logarithm,
  log10: ofFloat('log10', log10),
  log1p: ofFloat('log1p', log1p),
  sin: ofFloat('sin', sin),
  cos: ofFloat('cos', cos),
  tan: ofFloat('tan', tan),
  pow: power,
  power,
  mod: modulo,
};
