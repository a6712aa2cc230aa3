import { extractGroup, POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { mapTexts } from '../../engines/pandas/kernels/cells/texts.ts';
import type { Operation } from '../operation.ts';
import { pythonPattern } from '../../python/python-literal.ts';
import { member } from '../python-code.ts';
import type { BoundedRegex } from '../regex/bounded-regex.ts';
import { replaceMatches } from '../regex/replace-matches.ts';
import {
  pythonTemplate,
  rustTemplate,
  type ReplacementTemplate,
} from '../regex/replacement-template.ts';
import { pythonRegexCode } from './python-regex.ts';
import { one } from './arity.ts';

/** Replaces all matches of a regular expression in a text. */
export function replaceRegex(regex: BoundedRegex, template: ReplacementTemplate): Operation {
  const rust = rustTemplate(template);
  const pattern = rust.includes('$') ? asRegex(regex.rust) : regex.rust;
  return {
    name: 'replace matches',
    type: 'string',
    polars: (build, ...args) =>
      build.call(
        POLARS_FUNCTIONS.replaceAllMatches,
        one(args),
        build.text(pattern),
        build.text(rust),
      ),
    column: (args, rows) => mapTexts(args, rows, (text) => replaceMatches(text, regex, template)),
    pandas: (args, emit) => {
      emit.import('import re');
      const compiled = `re.compile(${pythonRegexCode(regex.python, emit)})`;
      const replacement = pythonPattern(pythonTemplate(template));
      if (!regex.matchesEmpty) {
        return member(one(args), `str.replace(${compiled}, ${replacement}, regex=True)`);
      }
      emit.helper('replace_matches', REPLACE_MATCHES);
      const replaced = `lambda text: replace_matches(text, ${compiled}, ${replacement})`;
      return member(one(args), `map(${replaced}, na_action="ignore").astype("string")`);
    },
    pythonPolars: (args) =>
      member(one(args), `str.replace_all(${pythonPattern(pattern)}, ${pythonPattern(rust)})`),
  };
}

/** Polars takes a pattern without punctuation, and its replacement, as literal texts. */
function asRegex(pattern: string): string {
  return /[!-/:-@[-`{-~]/.test(pattern) ? pattern : `(?:${pattern})`;
}

/**
 * Returns a group of the first match; null without a match, and where the match has no such group.
 * @param group 0 for the whole match
 */
export function extractRegex(regex: BoundedRegex, group: number): Operation {
  return {
    name: 'extract',
    type: 'string',
    polars: (build, ...args) => build.call(extractGroup(group), one(args), build.text(regex.rust)),
    column: (args, rows) =>
      mapTexts(args, rows, (text) =>
        regex.isSlowIn(text)
          ? (regex.linear.find(text)?.groups[group] ?? null)
          : (regex.javascript.exec(text)?.[group] ?? null),
      ),
    pandas: (args, emit) => {
      emit.import('import re');
      const source = group === 0 ? inGroup(regex.python) : regex.python;
      const count = group === 0 ? regex.groups + 1 : regex.groups;
      const pattern = `re.compile(${pythonRegexCode(source, emit)})`;
      const at = Math.max(group - 1, 0);
      return count === 1
        ? member(one(args), `str.extract(${pattern}, expand=False)`)
        : member(one(args), `str.extract(${pattern}).iloc[:, ${at}]`);
    },
    pythonPolars: (args) =>
      member(one(args), `str.extract(${pythonPattern(regex.rust)}, ${group})`),
  };
}

/** pandas extracts only groups. */
function inGroup(pattern: string): string {
  return pattern.startsWith('(?i)') ? `(?i)(${pattern.slice(4)})` : `(${pattern})`;
}

const REPLACE_MATCHES = `def replace_matches(text, pattern, replacement):
    """Replace all matches; no empty match directly follows another match."""
    parts = []
    end = position = 0
    previous = -1
    while position <= len(text) and (match := pattern.search(text, position)):
        if match.group() or match.end() != previous:
            parts.append(text[end : match.start()] + match.expand(replacement))
            end = previous = match.end()
        position = match.end() + (not match.group())
    return "".join(parts) + text[end:]`;
