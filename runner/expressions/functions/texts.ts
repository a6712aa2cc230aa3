import { UserError } from '../../domain/errors.ts';
import { withNaNAsNull } from '../coerce.ts';
import type { Operation } from '../operation.ts';
import { isNotNullOperation, isNullOperation } from '../operations/logic.ts';
import {
  containsText,
  endsWithText,
  joinText,
  textLength,
  matchesLike,
  lowerCaseText,
  matchesRegex,
  replaceText,
  sliceText,
  startsWithText,
  lastCharacters,
  trimText,
  trimTextEnd,
  trimTextStart,
  upperCaseText,
} from '../operations/text.ts';
import { boundedRegex } from '../regex/bounded-regex.ts';
import { failAt } from '../scope.ts';
import { call, type TypedExpression } from '../typed-expression.ts';
import {
  argumentAt,
  requireConstantInteger,
  requireConstantText,
  documented,
  argumentAsText,
  type FunctionDocumentation,
  type FunctionEntry,
} from './function-entry.ts';

function unaryTextFunction(
  name: string,
  operation: Operation,
  doc: FunctionDocumentation,
): FunctionEntry {
  return {
    parameters: [1, 1],
    usage: `${name}(text)`,
    doc,
    check: (args) => call(operation, argumentAsText(argumentAt(args, 0))),
  };
}

/** A function that tests a text against a pattern that is the same for all rows. */
function textTestFunction(
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
      const { value, node } = requireConstantText(pattern, scope);
      try {
        return call(operation(value), argumentAsText(argumentAt(args, 0)), node);
      } catch (error) {
        if (error instanceof UserError) failAt(scope, pattern.at, error.message);
        throw error;
      }
    },
  };
}

const MAX_LENGTH = 1_000_000;

const substringFunction: FunctionEntry = {
  parameters: [2, 3],
  usage: 'substr(text, from) or substr(text, from, count), the first character is 1',
  doc: documented(
    'A part of a text that starts at a character and has at most `count` characters.',
    ['substr(customer, 5)', 'Lovelace'],
    ['substr(customer, 1, 3)', 'Ada'],
  ),
  check: (args, scope) => {
    const from = requireConstantInteger(argumentAt(args, 1), scope, [1, MAX_LENGTH]);
    const count =
      args.length < 3 ? null : requireConstantInteger(argumentAt(args, 2), scope, [0, MAX_LENGTH]);
    return call(sliceText(from - 1, count), argumentAsText(argumentAt(args, 0)));
  },
};

function textEndFunction(
  name: string,
  operation: (count: number) => Operation,
  doc: FunctionDocumentation,
): FunctionEntry {
  return {
    parameters: [2, 2],
    usage: `${name}(text, count)`,
    doc,
    check: (args, scope) => {
      const count = requireConstantInteger(argumentAt(args, 1), scope, [0, MAX_LENGTH]);
      return call(operation(count), argumentAsText(argumentAt(args, 0)));
    },
  };
}

const replaceFunction: FunctionEntry = {
  parameters: [3, 3],
  usage: 'replace(text, found, replacement)',
  doc: documented('Replaces every occurrence of a literal text.', [
    "replace(customer, ' ', '_')",
    'Ada_Lovelace',
  ]),
  check: (args, scope) => {
    const found = requireConstantText(argumentAt(args, 1), scope);
    const replacement = requireConstantText(argumentAt(args, 2), scope);
    if (found.value === '') failAt(scope, argumentAt(args, 1).at, 'The text to find is empty.');
    const operation = replaceText(found.value, replacement.value);
    return call(operation, argumentAsText(argumentAt(args, 0)), found.node, replacement.node);
  },
};

const concat: FunctionEntry = {
  parameters: [1, Infinity],
  usage: 'concat(a, b, …)',
  doc: documented(
    'Concatenates values as text. Null when one of them is null.',
    ["concat(quantity, ' pieces')", '7 pieces'],
    ["concat('refund: ', refund)", null],
  ),
  check: (args) =>
    args
      .map((arg) => argumentAsText(arg))
      .reduce((left: TypedExpression, right) => call(joinText, left, right)),
};

function nullTestFunction(
  name: string,
  operation: Operation,
  doc: FunctionDocumentation,
): FunctionEntry {
  return {
    parameters: [1, 1],
    usage: `${name}(value)`,
    doc,
    check: (args) => call(operation, withNaNAsNull(argumentAt(args, 0).node)),
  };
}

const isNullFunction = nullTestFunction(
  'isnull',
  isNullOperation,
  documented('Whether the value is null; the same as `is null`.', ['isnull(refund)', true]),
);
const notNullFunction = nullTestFunction(
  'notnull',
  isNotNullOperation,
  documented('Whether the value is not null; the same as `is not null`.', [
    'notnull(refund)',
    false,
  ]),
);

export const textFunctions: Readonly<Record<string, FunctionEntry>> = {
  upper: unaryTextFunction(
    'upper',
    upperCaseText,
    documented('Converts to upper case.', ["upper('straße')", 'STRASSE']),
  ),
  lower: unaryTextFunction(
    'lower',
    lowerCaseText,
    documented('Converts to lower case.', ['lower(customer)', 'ada lovelace']),
  ),
  length: unaryTextFunction(
    'length',
    textLength,
    documented('The number of characters (code points).', ['length(customer)', 12]),
  ),
  trim: unaryTextFunction(
    'trim',
    trimText,
    documented(
      'Removes white space at both ends: characters with the Unicode property White_Space, such as U+00A0. U+001C to U+001F, U+200B and U+FEFF do not have it.',
      ['trim(city)', 'Zürich'],
    ),
  ),
  ltrim: unaryTextFunction(
    'ltrim',
    trimTextStart,
    documented('Removes white space at the start, as `trim`.', ['ltrim(city)', 'Zürich ']),
  ),
  rtrim: unaryTextFunction(
    'rtrim',
    trimTextEnd,
    documented('Removes white space at the end, as `trim`.', ['rtrim(city)', ' Zürich']),
  ),
  substr: substringFunction,
  left: textEndFunction(
    'left',
    (count) => sliceText(0, count),
    documented('The first characters.', ['left(customer, 3)', 'Ada']),
  ),
  right: textEndFunction(
    'right',
    lastCharacters,
    documented('The last characters.', ['right(customer, 4)', 'lace']),
  ),
  replace: replaceFunction,
  concat,
  startswith: textTestFunction(
    'startswith',
    startsWithText,
    documented('Whether a text starts with another.', ["startswith(customer, 'Ada')", true]),
  ),
  endswith: textTestFunction(
    'endswith',
    endsWithText,
    documented('Whether a text ends with another.', ["endswith(customer, 'Ada')", false]),
  ),
  contains: textTestFunction(
    'contains',
    containsText,
    documented('Whether a text contains another, literal text.', [
      "contains(customer, 'Love')",
      true,
    ]),
  ),
  matches: textTestFunction(
    'matches',
    (pattern) => matchesRegex(boundedRegex(pattern)),
    documented(
      'Whether a regular expression matches a part of the text. A leading `(?i)` ignores case. Look-around and back-references are not supported.',
      ["matches(customer, '^A.a')", true],
    ),
  ),
  like: {
    ...textTestFunction(
      'like',
      matchesLike,
      documented(
        'Whether the whole text matches a pattern: `%` stands for any characters, `_` for one.',
        ["customer like 'Ada%'", true],
      ),
    ),
    usage: "text like 'pattern'",
  },
  isnull: isNullFunction,
  isna: isNullFunction,
  notnull: notNullFunction,
  notna: notNullFunction,
};
