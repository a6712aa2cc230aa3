import type pl from 'nodejs-polars';
import { POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { mapTexts } from '../../engines/pandas/kernels/cells/texts.ts';
import { capitalize, TITLE_CASES, titleCase } from '../values/title-case.ts';
import type { Operation } from '../operation.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import { callCode, member } from '../python-code.ts';
import { one } from './arity.ts';

/** Starts each word with a title-case letter and writes all others in lower case. */
export const titleCaseText: Operation = {
  name: 'title',
  type: 'string',
  keepsEmpty: true,
  polars: (build, ...args) => polarsTitle(build, one(args)),
  column: (args, rows) => mapTexts(args, rows, titleCase),
  pandas: (args, emit) => {
    emit.import('import unicodedata');
    emit.helper('title_case', TITLE_CASE);
    return member(one(args), 'map(title_case, na_action="ignore").astype("string")');
  },
  // Polars writes İ at the start of a word as it is, but its lower case has two characters.
  pythonPolars: (args) => {
    const insert = `str.replace_all(r"(\\p{M})", "${MARKED}")`;
    const remove = `str.replace_all(r"(\\p{M})${CASELESS}", "\${1}")`;
    const methods = ['str.to_lowercase()', insert, 'str.to_titlecase()', remove];
    return member(one(args), methods.join('.'));
  },
};

/**
 * Polars starts a word after a combining mark, so these letters without case follow each mark while it writes
 * the title case. A text that has them after a mark keeps them: only one pair is removed.
 */
const CASELESS = 'ㆠㆠ';
const MARKED = `\${1}${CASELESS}`;

// str.title() of Python also starts a word after a letter that has no case, and after a combining mark.
const TITLE_CASE = `def title_case(text):
    """Start each word with a title-case letter and write all others in lower case."""
    text = text.lower()
    return "".join(
        letter if unicodedata.category(before)[0] in "LM" else letter.title()
        for before, letter in zip(" " + text, text)
    )`;

/** Starts the text with a title-case letter and writes all others in lower case. */
export const capitalizeText: Operation = {
  name: 'capitalize',
  type: 'string',
  keepsEmpty: true,
  polars: (build, ...args) => {
    const text = build.call(POLARS_FUNCTIONS.lowerCase, one(args));
    const slice = (from: number, count: pl.Expr): pl.Expr =>
      build.call(POLARS_FUNCTIONS.slice, text, build.integer(from), count);
    const first = polarsTitle(build, slice(0, build.integer(1)));
    return build.call(POLARS_FUNCTIONS.concatenate, first, slice(1, build.literal('null', null)));
  },
  column: (args, rows) => mapTexts(args, rows, capitalize),
  pandas: (args) =>
    member(
      one(args),
      'map(lambda text: text.lower().capitalize(), na_action="ignore").astype("string")',
    ),
  pythonPolars: (args) => {
    const lower = member(one(args), 'str.to_lowercase()');
    const first = member(lower, 'str.slice(0, 1).str.to_titlecase()');
    return callCode('pl.concat_str', first, member(lower, 'str.slice(1)'));
  },
};

/** The upper case of letters with a title case, the longest first: FFI before FI. */
const CORRECTIONS = [
  ...new Map(Array.from(TITLE_CASES, ([letter, title]) => [letter.toUpperCase(), title])),
].sort(([left], [right]) => right.length - left.length);
const SPECIAL = `[${[...TITLE_CASES.keys()].join('')}]`;

/**
 * Polars writes the upper case at the start of a word. No other place of its result has upper case, so that the
 * few letters with a title case of their own can be corrected, in the rows that have one.
 */
function polarsTitle(build: PolarsBuilder, text: pl.Expr): pl.Expr {
  const none = build.literal('string', null);
  const bytes = build.call(POLARS_FUNCTIONS.lengthInBytes, text);
  const isAscii = bytes.eq(build.call(POLARS_FUNCTIONS.lengthInCharacters, text));
  // All these letters are outside of ASCII, whose texts need no search.
  const searched = build.when(isAscii, none, text);
  const lower = replaceMatches(
    build,
    build.call(POLARS_FUNCTIONS.lowerCase, searched),
    '(\\p{M})',
    MARKED,
  );
  const isSpecial = build.call(POLARS_FUNCTIONS.matches, lower, build.text(SPECIAL));
  const corrected = build.eachLine(build.when(isSpecial, lower, none), (line) =>
    CORRECTIONS.reduce(
      (cells, [upper, title]) =>
        build.call(POLARS_FUNCTIONS.replaceAll, cells, build.text(upper), build.text(title)),
      build.call(POLARS_FUNCTIONS.titleCase, line),
    ),
  );
  // The lower case of İ has two characters: polars would write İ at the start of a word as it is.
  const cells = build.call(POLARS_FUNCTIONS.coalesce, lower, text);
  const titled = build.call(POLARS_FUNCTIONS.titleCase, cells);
  const marked = build.call(POLARS_FUNCTIONS.coalesce, corrected, titled);
  return replaceMatches(build, marked, `(\\p{M})${CASELESS}`, '${1}');
}

function replaceMatches(
  build: PolarsBuilder,
  text: pl.Expr,
  pattern: string,
  replacement: string,
): pl.Expr {
  const { replaceAllMatches } = POLARS_FUNCTIONS;
  return build.call(replaceAllMatches, text, build.text(pattern), build.text(replacement));
}
