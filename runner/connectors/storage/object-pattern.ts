/** Whether a path is a pattern that several objects may match. */
export function isObjectPattern(path: string): boolean {
  return /[*?[]/.test(path);
}

/** What every object that matches begins with. */
export function patternPrefix(pattern: string): string {
  return pattern.slice(0, pattern.search(/[*?[]/));
}

/** A part of a pattern: folders at any depth, all below, characters of a name, one of them, a set, another one. */
const PARTS =
  /(?<=^|\/)(?<folders>\*\*\/)|(?<=^|\/)(?<below>\*\*$)|(?<name>\*+)|(?<one>\?)|\[(?<set>!?\]?[^\]/]{1,200})\]|(?<other>[^])/gu;

/**
 * A pattern as a regular expression of polars, whose time is linear. `*` and `?` stand for characters of one
 * name, `**` for folders at any depth, `[a-z]` for one of the characters and `[!a-z]` for another one.
 */
export function patternRegex(pattern: string): string {
  const parts = Array.from(pattern.matchAll(PARTS), ({ groups = {} }) => partRegex(groups));
  return `^${parts.join('')}$`;
}

function partRegex(part: Readonly<Record<string, string | undefined>>): string {
  if (part.folders !== undefined) return '(?:[^/]+/)*';
  if (part.below !== undefined) return '.+';
  if (part.name !== undefined) return '[^/]*';
  if (part.one !== undefined) return '[^/]';
  return part.set === undefined ? escaped(part.other ?? '') : setRegex(part.set);
}

const NO_CHARACTER = String.raw`[^\x{0}-\x{10ffff}]`;

/** False for a range from a later character to an earlier one, such as `z-a`. */
function hasCharacters(range: string): boolean {
  const [first = '', , last = first] = range;
  return (first.codePointAt(0) ?? 0) <= (last.codePointAt(0) ?? 0);
}

function setRegex(set: string): string {
  const isOther = set.startsWith('!');
  const characters = isOther ? set.slice(1) : set;
  const ranges = (characters.match(/[^]-[^]|[^]/gu) ?? []).filter(hasCharacters);
  if (ranges.length === 0) return isOther ? '[^/]' : NO_CHARACTER;
  const body = ranges
    .map((range) => Array.from(range, (one) => (one === '-' ? one : escaped(one))).join(''))
    .join('');
  const safe = body.startsWith('-') ? `\\${body}` : body;
  return isOther ? `[^/${safe}]` : `[${safe}]`;
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return /\w/.test(character) || code > 127 ? character : `\\x{${code.toString(16)}}`;
}
