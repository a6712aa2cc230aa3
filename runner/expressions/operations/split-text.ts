import { POLARS_LISTS } from '../../engines/polars/pinned/functions.ts';
import { mapTexts } from '../../engines/pandas/kernels/cells/texts.ts';
import type { Operation } from '../operation.ts';
import { pythonPattern } from '../../python/python-literal.ts';
import { member } from '../python-code.ts';
import type { BoundedRegex } from '../regex/bounded-regex.ts';
import type { LinearRegex } from '../regex/linear-regex.ts';
import { pythonRegexCode } from './python-regex.ts';
import { one, two } from './arity.ts';

/**
 * Splits a text at a delimiter and returns one of its parts; null beyond the last one. The call also has the
 * delimiter as a literal, which keeps the name of a parameter.
 * @param delimiter not empty @param index of the part, from 0
 */
export function partOfText(delimiter: string, index: number): Operation {
  return {
    name: 'part',
    type: 'string',
    polars: (build, ...args) => {
      const parts = build.call(POLARS_LISTS.split, two(args)[0], build.text(delimiter));
      return build.call(POLARS_LISTS.item, parts, build.integer(index));
    },
    column: (args, rows) => mapTexts(args, rows, (text) => text.split(delimiter)[index] ?? null),
    pandas: (args) => {
      const [text, separator] = two(args);
      const parts = `str.split(${separator.text}, regex=False)`;
      return member(text, `${parts}.str[${index}].astype("string")`);
    },
    pythonPolars: (args) => {
      const [text, separator] = two(args);
      return member(text, `str.split(${separator.text}).list.get(${index}, null_on_oob=True)`);
    },
  };
}

/**
 * Splits a text at the matches of a regular expression and returns one of its parts; null beyond the last one.
 * @param regex without captures, never matching the empty text @param index of the part, from 0
 */
export function partBetweenMatches(regex: BoundedRegex, index: number): Operation {
  return {
    name: 'part between matches',
    type: 'string',
    polars: (build, ...args) => {
      const pattern = build.text(regex.rust);
      const parts = build.call(POLARS_LISTS.splitAtMatches, one(args), pattern);
      return build.call(POLARS_LISTS.item, parts, build.integer(index));
    },
    column: (args, rows) =>
      mapTexts(args, rows, (text) => {
        const parts = regex.isSlowIn(text)
          ? partsBetween(text, regex.linear)
          : text.split(regex.javascript);
        return parts[index] ?? null;
      }),
    pandas: (args, emit) => {
      emit.import('import re');
      const parts = `str.split(re.compile(${pythonRegexCode(regex.python, emit)}))`;
      return member(one(args), `${parts}.str[${index}].astype("string")`);
    },
    pythonPolars: (args) => {
      const parts = `str.split(${pythonPattern(regex.rust)}, literal=False)`;
      return member(one(args), `${parts}.list.get(${index}, null_on_oob=True)`);
    },
  };
}

function partsBetween(text: string, regex: LinearRegex): readonly string[] {
  const parts: string[] = [];
  let end = 0;
  for (let match = regex.find(text); match !== null; match = regex.find(text, end)) {
    parts.push(text.slice(end, match.index));
    end = match.index + (match.groups[0] ?? '').length;
  }
  return [...parts, text.slice(end)];
}
