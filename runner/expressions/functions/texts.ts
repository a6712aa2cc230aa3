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
import {
  argumentAt,
  constantInteger,
  constantText,
  documented,
  textOf,
  type FunctionDocumentation,
  type FunctionEntry,
} from './entry.ts';

function ofText(name: string, operation: Operation, doc: FunctionDocumentation): FunctionEntry {
  return {
    parameters: [1, 1],
    usage: `${name}(text)`,
    doc,
    check: (args) => call(operation, textOf(argumentAt(args, 0))),
  };
}

/** A test of a text against a text that is the same for all rows. */
function textTest(
  name: string,
  operation: (pattern: string) => Operation,
  doc: FunctionDocumentation,
): FunctionEntry {
  return {
    parameters: [2, 2],
    usage: `${name}(text, pattern)`,
    doc,
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
  doc: documented(
    'A part of a text: from a character on, as many as the count says.',
    ['substr(customer, 5)', 'Lovelace'],
    ['substr(customer, 1, 3)', 'Ada'],
  ),
  check: (args, scope) => {
    const from = constantInteger(argumentAt(args, 1), scope, [1, MAX_LENGTH]);
    const count =
      args.length < 3 ? null : constantInteger(argumentAt(args, 2), scope, [0, MAX_LENGTH]);
    return call(slice(from - 1, count), textOf(argumentAt(args, 0)));
  },
};

function end(
  name: string,
  operation: (count: number) => Operation,
  doc: FunctionDocumentation,
): FunctionEntry {
  return {
    parameters: [2, 2],
    usage: `${name}(text, count)`,
    doc,
    check: (args, scope) => {
      const count = constantInteger(argumentAt(args, 1), scope, [0, MAX_LENGTH]);
      return call(operation(count), textOf(argumentAt(args, 0)));
    },
  };
}

const replacing: FunctionEntry = {
  parameters: [3, 3],
  usage: 'replace(text, found, replacement)',
  doc: documented('Replaces every occurrence of a text, taken literally.', [
    "replace(customer, ' ', '_')",
    'Ada_Lovelace',
  ]),
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
  doc: documented(
    'Joins values as text. Null when one of them is null.',
    ["concat(quantity, ' pieces')", '7 pieces'],
    ["concat('refund: ', refund)", null],
  ),
  check: (args) =>
    args.map((arg) => textOf(arg)).reduce((left: Typed, right) => call(join, left, right)),
};

function nullTest(name: string, operation: Operation, doc: FunctionDocumentation): FunctionEntry {
  return {
    parameters: [1, 1],
    usage: `${name}(value)`,
    doc,
    check: (args) => call(operation, settled(argumentAt(args, 0).node)),
  };
}

const isNullEntry = nullTest(
  'isnull',
  isNullOperation,
  documented('Whether the value is null, as `is null`.', ['isnull(refund)', true]),
);
const notNullEntry = nullTest(
  'notnull',
  isNotNullOperation,
  documented('Whether the value is not null, as `is not null`.', ['notnull(refund)', false]),
);

export const textFunctions: Readonly<Record<string, FunctionEntry>> = {
  upper: ofText('upper', upper, documented('In upper case.', ["upper('straße')", 'STRASSE'])),
  lower: ofText('lower', lower, documented('In lower case.', ['lower(customer)', 'ada lovelace'])),
  length: ofText(
    'length',
    length,
    documented('The number of characters (code points).', ['length(customer)', 12]),
  ),
  trim: ofText(
    'trim',
    trim,
    documented('Without white space at both ends.', ['trim(city)', 'Zürich']),
  ),
  ltrim: ofText(
    'ltrim',
    trimStart,
    documented('Without white space at the start.', ['ltrim(city)', 'Zürich ']),
  ),
  rtrim: ofText(
    'rtrim',
    trimEnd,
    documented('Without white space at the end.', ['rtrim(city)', ' Zürich']),
  ),
  substr: substring,
  left: end(
    'left',
    (count) => slice(0, count),
    documented('The first characters.', ['left(customer, 3)', 'Ada']),
  ),
  right: end('right', tail, documented('The last characters.', ['right(customer, 4)', 'lace'])),
  replace: replacing,
  concat,
  startswith: textTest(
    'startswith',
    startsWith,
    documented('Whether a text starts with another.', ["startswith(customer, 'Ada')", true]),
  ),
  endswith: textTest(
    'endswith',
    endsWith,
    documented('Whether a text ends with another.', ["endswith(customer, 'Ada')", false]),
  ),
  contains: textTest(
    'contains',
    contains,
    documented('Whether a text contains another, taken literally.', [
      "contains(customer, 'Love')",
      true,
    ]),
  ),
  matches: textTest(
    'matches',
    matches,
    documented(
      'Whether a regular expression matches a part of the text. `(?i)` at its start ignores case; it cannot look around or refer back to a group.',
      ["matches(customer, '^A.a')", true],
    ),
  ),
  like: {
    ...textTest(
      'like',
      (pattern) => matches(likeAsRegex(pattern)),
      documented('Whether the whole text has a form: `%` stands for any characters, `_` for one.', [
        "customer like 'Ada%'",
        true,
      ]),
    ),
    usage: "text like 'pattern'",
  },
  isnull: isNullEntry,
  isna: isNullEntry,
  notnull: notNullEntry,
  notna: notNullEntry,
};
