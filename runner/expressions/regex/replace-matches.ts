import type { BoundedRegex } from './bounded-regex.ts';
import type { TextMatch } from './linear-regex.ts';
import type { ReplacementTemplate } from './replacement-template.ts';

/**
 * Replaces all matches from left to right. As in SQL and polars, no empty match directly follows another match,
 * which JavaScript and Python allow.
 */
export function replaceMatches(
  text: string,
  regex: BoundedRegex,
  template: ReplacementTemplate,
): string {
  const find = regex.isSlowIn(text) ? linearSearch(regex, text) : javascriptSearch(regex, text);
  let out = '';
  let end = 0;
  let previous = -1;
  let from = 0;
  while (from <= text.length) {
    const match = find(from);
    if (match === null) break;
    const matchEnd = match.index + (match.groups[0] ?? '').length;
    // V8 finds an empty match also between the two units of a character.
    const isInside = matchEnd === match.index && isLowSurrogate(text, matchEnd);
    if (!isInside && (matchEnd > match.index || matchEnd !== previous)) {
      out += text.slice(end, match.index) + expand(template, match);
      end = matchEnd;
      previous = matchEnd;
    }
    from = matchEnd === match.index ? afterCharacter(text, matchEnd) : matchEnd;
  }
  return out + text.slice(end);
}

/** Finds the next match from a position on. */
type Search = (from: number) => TextMatch | null;

function linearSearch({ linear }: BoundedRegex, text: string): Search {
  return (from) => linear.find(text, from);
}

function javascriptSearch({ javascript }: BoundedRegex, text: string): Search {
  const search = new RegExp(javascript.source, `${javascript.flags}g`);
  return (from) => {
    search.lastIndex = from;
    const groups = search.exec(text);
    return groups === null ? null : { index: groups.index, groups };
  };
}

function expand(template: ReplacementTemplate, { groups }: TextMatch): string {
  return template.map((part) => (typeof part === 'number' ? (groups[part] ?? '') : part)).join('');
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function afterCharacter(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}
