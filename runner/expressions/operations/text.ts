import type pl from 'nodejs-polars';
import { POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { javascriptRegex, portableRegex, type PortableRegex } from '../portable-regex.ts';
import { joinTexts, mapTexts, measureTexts } from '../../engines/pandas/kernels/cells/texts.ts';
import { testTexts } from '../../engines/pandas/kernels/cells/predicates.ts';
import type { Operation } from '../operation.ts';
import type { PolarsFunction } from '../../engines/polars/pinned/expression-form.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import { pythonPattern } from '../../python/python-literal.ts';
import {
  infix,
  member,
  PRECEDENCE,
  type CallEmitter,
  type PythonCode,
  type PythonEmitter,
} from '../python-code.ts';
import { two } from './arity.ts';
import { pythonRegexCode } from './python-regex.ts';
import type { BoundedRegex } from '../regex/bounded-regex.ts';
import {
  trimWhiteSpace,
  trimWhiteSpaceEnd,
  trimWhiteSpaceStart,
} from '../../domain/white-space.ts';
import { WHITE_SPACE_HELPER, WHITE_SPACE_NAME } from '../../python/white-space-helper.ts';

interface TextForms {
  readonly name: string;
  readonly keepsEmpty?: true;
  compute(text: string): string;
  polars(build: PolarsBuilder, text: pl.Expr): pl.Expr;
  pandas(text: PythonCode, rest: readonly PythonCode[], emit: PythonEmitter): PythonCode;
  pythonPolars(text: PythonCode, rest: readonly PythonCode[]): PythonCode;
}

/** An operation from text to text. Further arguments are constants that only the Python forms use. */
function textFunction(forms: TextForms): Operation {
  return {
    name: forms.name,
    type: 'string',
    ...(forms.keepsEmpty === true && { keepsEmpty: true }),
    polars: (build, text) => forms.polars(build, head(text)),
    column: (args, rows) => mapTexts(args, rows, (text) => forms.compute(text)),
    pandas: ([text, ...rest], emit) => forms.pandas(head(text), rest, emit),
    pythonPolars: ([text, ...rest]) => forms.pythonPolars(head(text), rest),
  };
}

function head<T>(first: T | undefined): T {
  if (first === undefined) throw new TypeError('A text function needs an argument.');
  return first;
}

// pandas may use pyarrow's case mapping, which replaces a letter with exactly one letter.
export const upperCaseText = textFunction({
  name: 'upper',
  keepsEmpty: true,
  compute: (text) => text.toUpperCase(),
  polars: (build, text) => build.call(POLARS_FUNCTIONS.upperCase, text),
  pandas: (text) => member(text, 'map(str.upper, na_action="ignore").astype("string")'),
  pythonPolars: (text) => member(text, 'str.to_uppercase()'),
});

export const lowerCaseText = textFunction({
  name: 'lower',
  keepsEmpty: true,
  compute: (text) => text.toLowerCase(),
  polars: (build, text) => build.call(POLARS_FUNCTIONS.lowerCase, text),
  pandas: (text) => member(text, 'map(str.lower, na_action="ignore").astype("string")'),
  pythonPolars: (text) => member(text, 'str.to_lowercase()'),
});

const TRIMS = { strip: trimWhiteSpace, lstrip: trimWhiteSpaceStart, rstrip: trimWhiteSpaceEnd };

function trimFunction(
  name: string,
  method: keyof typeof TRIMS,
  stripFunction: PolarsFunction,
): Operation {
  return textFunction({
    name,
    compute: TRIMS[method],
    polars: (build, text) => build.call(stripFunction, text, build.literal('null', null)),
    pandas: (text, _rest, emit) => {
      emit.helper(WHITE_SPACE_NAME, WHITE_SPACE_HELPER);
      return member(text, `str.${method}(${WHITE_SPACE_NAME})`);
    },
    pythonPolars: (text) =>
      member(
        text,
        `str.strip_chars${method === 'strip' ? '' : method === 'lstrip' ? '_start' : '_end'}()`,
      ),
  });
}

export const trimText = trimFunction('trim', 'strip', POLARS_FUNCTIONS.strip);
export const trimTextStart = trimFunction('ltrim', 'lstrip', POLARS_FUNCTIONS.stripStart);
export const trimTextEnd = trimFunction('rtrim', 'rstrip', POLARS_FUNCTIONS.stripEnd);

/** @param from index of the first code point, from 0 @param count null for the rest of the text */
export function sliceText(from: number, count: number | null): Operation {
  const end = count === null ? undefined : from + count;
  return textFunction({
    name: 'substr',
    compute: (text) => Array.from(text).slice(from, end).join(''),
    polars: (build, text) =>
      build.call(
        POLARS_FUNCTIONS.slice,
        text,
        build.integer(from),
        count === null ? build.literal('null', null) : build.integer(count),
      ),
    pandas: (text) => member(text, `str[${from === 0 ? '' : from}:${end ?? ''}]`),
    pythonPolars: (text) => member(text, `str.slice(${from}${count === null ? '' : `, ${count}`})`),
  });
}

/** Returns the last code points. @param count not negative */
export function lastCharacters(count: number): Operation {
  return textFunction({
    name: 'right',
    compute: (text) => (count === 0 ? '' : Array.from(text).slice(-count).join('')),
    polars: (build, text) => build.call(POLARS_FUNCTIONS.tail, text, build.integer(count)),
    pandas: (text) => member(text, count === 0 ? 'str[:0]' : `str[-${count}:]`),
    pythonPolars: (text) => member(text, count === 0 ? 'str.slice(0, 0)' : `str.tail(${count})`),
  });
}

/** @param found not empty */
export function replaceText(found: string, replacement: string): Operation {
  return textFunction({
    name: 'replace',
    compute: (text) => text.replaceAll(found, () => replacement),
    polars: (build, text) =>
      build.call(POLARS_FUNCTIONS.replaceAll, text, build.text(found), build.text(replacement)),
    pandas: (text, rest) => member(text, `str.replace(${argumentList(rest)}, regex=False)`),
    pythonPolars: (text, rest) =>
      member(text, `str.replace_all(${argumentList(rest)}, literal=True)`),
  });
}

function argumentList(codes: readonly PythonCode[]): string {
  return codes.map((code) => code.text).join(', ');
}

export const joinText: Operation = {
  name: 'concat',
  type: 'string',
  keepsEmpty: true,
  series: 'any',
  polars: (_build, ...args) => {
    const [left, right] = two(args);
    return left.add(right);
  },
  column: joinTexts,
  pandas: (args) => infix('+', PRECEDENCE.sum, ...two(args)),
  pythonPolars: (args) => infix('+', PRECEDENCE.sum, ...two(args)),
};

export const textLength: Operation = {
  name: 'length',
  type: 'integer',
  polars: (build, text) =>
    build.cast(build.call(POLARS_FUNCTIONS.lengthInCharacters, head(text)), 'integer'),
  column: (args, rows) => measureTexts(args, rows, countCodePoints),
  pandas: ([text]) => member(head(text), 'str.len().astype("Int64")'),
  pythonPolars: ([text]) => member(head(text), 'str.len_chars().cast(pl.Int64)'),
};

function countCodePoints(text: string): number {
  let count = 0;
  for (const character of text) count += character === '' ? 0 : 1;
  return count;
}

interface TestForms {
  readonly name: string;
  passes(text: string): boolean;
  polars(build: PolarsBuilder, text: pl.Expr): pl.Expr;
  readonly pandas: (pattern: string, emit: CallEmitter) => string;
  readonly pythonPolars: (pattern: string) => string;
}

function textTest(forms: TestForms): Operation {
  return {
    name: forms.name,
    type: 'boolean',
    polars: (build, text) => forms.polars(build, head(text)),
    column: (args, rows) => testTexts(args.slice(0, 1), rows, (text) => forms.passes(text)),
    pandas: ([text, ...rest], emit) => member(head(text), forms.pandas(argumentList(rest), emit)),
    pythonPolars: ([text, ...rest]) => member(head(text), forms.pythonPolars(argumentList(rest))),
  };
}

export function containsText(part: string): Operation {
  return textTest({
    name: 'contains',
    passes: (text) => text.includes(part),
    polars: (build, text) => build.call(POLARS_FUNCTIONS.contains, text, build.text(part)),
    pandas: (pattern) => `str.contains(${pattern}, regex=False)`,
    pythonPolars: (pattern) => `str.contains(${pattern}, literal=True)`,
  });
}

export function startsWithText(part: string): Operation {
  return textTest({
    name: 'startswith',
    passes: (text) => text.startsWith(part),
    polars: (build, text) => build.call(POLARS_FUNCTIONS.startsWith, text, build.text(part)),
    pandas: (pattern) => `str.startswith(${pattern})`,
    pythonPolars: (pattern) => `str.starts_with(${pattern})`,
  });
}

export function endsWithText(part: string): Operation {
  return textTest({
    name: 'endswith',
    passes: (text) => text.endsWith(part),
    polars: (build, text) => build.call(POLARS_FUNCTIONS.endsWith, text, build.text(part)),
    pandas: (pattern) => `str.endswith(${pattern})`,
    pythonPolars: (pattern) => `str.ends_with(${pattern})`,
  });
}

/** Tests whether a regular expression matches a part of a text. */
export function matchesRegex(regex: BoundedRegex): Operation {
  return matchesPortable(regex, (text) =>
    regex.isSlowIn(text) ? regex.linear.find(text) !== null : regex.javascript.test(text),
  );
}

/** Matches an SQL `like` pattern: % matches any text, _ one character, backslash escapes. */
export function matchesLike(pattern: string): Operation {
  const parts = partsOfLike(pattern);
  const javascript = firstMatches(parts);
  return matchesPortable(portableRegex(`^${parts.join('[^]*')}$`), (text) => javascript.test(text));
}

function matchesPortable(regex: PortableRegex, passes: (text: string) => boolean): Operation {
  return textTest({
    name: 'matches',
    passes,
    polars: (build, text) => build.call(POLARS_FUNCTIONS.matches, text, build.text(regex.rust)),
    pandas: (_pattern, emit) => `str.contains(${pythonRegexCode(regex.python, emit)})`,
    pythonPolars: () => `str.contains(${pythonPattern(regex.rust)})`,
  });
}

/**
 * Matches each part between percent signs where it is found first. JavaScript would otherwise try all places, and
 * their number grows with the power of the parts.
 */
function firstMatches(parts: readonly string[]): RegExp {
  const [start = '', ...rest] = parts;
  const end = rest.pop();
  const middle = rest.map((part, index) => `(?=(?<p${index}>[^]*?${part}))\\k<p${index}>`);
  const tail = end === undefined ? '' : `[^]*${end}`;
  return javascriptRegex(`^${start}${middle.join('')}${tail}$`, false);
}

/** The regular expressions of the parts between percent signs. */
function partsOfLike(pattern: string): readonly string[] {
  const parts = [''];
  for (const [piece, escaped] of pattern.matchAll(/\\([^])|[^]/gu)) {
    if (piece === '%') parts.push('');
    else
      parts.push(`${parts.pop() ?? ''}${piece === '_' ? '[^]' : literalInRegex(escaped ?? piece)}`);
  }
  return parts;
}

function literalInRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
