import { UserError } from '../../domain/errors.ts';
import { settled } from '../coerce.ts';
import type { Operation } from '../operation.ts';
import { isNotNullOperation, isNullOperation } from '../operations/logic.ts';
import {
  contains,
  endsWith,
  join,
  length,
  likeAsRegex,
  lower,
  matches,
  replace,
  slice,
  startsWith,
  tail,
  trim,
  trimEnd,
  trimStart,
  upper,
} from '../operations/text.ts';
import { failAt } from '../scope.ts';
import { call, type Typed } from '../typed.ts';
import { argumentAt, constantInteger, constantText, textOf, type FunctionEntry } from './entry.ts';

function ofText(name: string, operation: Operation): FunctionEntry {
  return {
    parameters: [1, 1],
    usage: `${name}(text)`,
    check: (args) => call(operation, textOf(argumentAt(args, 0))),
  };
}

/** A test of a text against a text that is the same for all rows. */
function textTest(name: string, operation: (pattern: string) => Operation): FunctionEntry {
  return {
    parameters: [2, 2],
    usage: `${name}(text, pattern)`,
    check: (args, scope) => {
      const pattern = argumentAt(args, 1);
      const { value, node } = constantText(pattern, scope);
      try {
        return call(operation(value), textOf(argumentAt(args, 0)), node);
      } catch (error) {
        if (error instanceof UserError) failAt(scope, pattern.at, error.message);
        throw error;
      }
    },
  };
}

const MAX_LENGTH = 1_000_000;

const substring: FunctionEntry = {
  parameters: [2, 3],
  usage: 'substr(text, from) or substr(text, from, count), the first character is 1',
  check: (args, scope) => {
    const from = constantInteger(argumentAt(args, 1), scope, [1, MAX_LENGTH]);
    const count =
      args.length < 3 ? null : constantInteger(argumentAt(args, 2), scope, [0, MAX_LENGTH]);
    return call(slice(from - 1, count), textOf(argumentAt(args, 0)));
  },
};

function end(name: string, operation: (count: number) => Operation): FunctionEntry {
  return {
    parameters: [2, 2],
    usage: `${name}(text, count)`,
    check: (args, scope) => {
      const count = constantInteger(argumentAt(args, 1), scope, [0, MAX_LENGTH]);
      return call(operation(count), textOf(argumentAt(args, 0)));
    },
  };
}

const replacing: FunctionEntry = {
  parameters: [3, 3],
  usage: 'replace(text, found, replacement)',
  check: (args, scope) => {
    const found = constantText(argumentAt(args, 1), scope);
    const replacement = constantText(argumentAt(args, 2), scope);
    if (found.value === '') failAt(scope, argumentAt(args, 1).at, 'The text to find is empty.');
    const operation = replace(found.value, replacement.value);
    return call(operation, textOf(argumentAt(args, 0)), found.node, replacement.node);
  },
};

const concat: FunctionEntry = {
  parameters: [1, Infinity],
  usage: 'concat(a, b, …)',
  check: (args) =>
    args.map((arg) => textOf(arg)).reduce((left: Typed, right) => call(join, left, right)),
};

function nullTest(name: string, operation: Operation): FunctionEntry {
  return {
    parameters: [1, 1],
    usage: `${name}(value)`,
    check: (args) => call(operation, settled(argumentAt(args, 0).node)),
  };
}

const isNullEntry = nullTest('isnull', isNullOperation);
const notNullEntry = nullTest('notnull', isNotNullOperation);

export const textFunctions: Readonly<Record<string, FunctionEntry>> = {
  upper: ofText('upper', upper),
  lower: ofText('lower', lower),
  length: ofText('length', length),
  trim: ofText('trim', trim),
  ltrim: ofText('ltrim', trimStart),
  rtrim: ofText('rtrim', trimEnd),
  substr: substring,
  left: end('left', (count) => slice(0, count)),
  right: end('right', tail),
  replace: replacing,
  concat,
  startswith: textTest('startswith', startsWith),
  endswith: textTest('endswith', endsWith),
  contains: textTest('contains', contains),
  matches: textTest('matches', matches),
  like: textTest('like', (pattern) => matches(likeAsRegex(pattern))),
  isnull: isNullEntry,
  isna: isNullEntry,
  notnull: notNullEntry,
  notna: notNullEntry,
};
