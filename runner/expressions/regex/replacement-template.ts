import { UserError } from '../../domain/errors.ts';

/** The text that replaces a match: literal texts, and numbers of groups, of which 0 is the whole match. */
export type ReplacementTemplate = readonly (string | number)[];

const PIECE = /\$\$|\$\{\d+\}|\$\d{1,2}|[^$]+|\$/g;

/**
 * Reads `$1` or `${1}` as a group, `$0` as the whole match and `$$` as a dollar.
 * @throws UserError for a group that the pattern does not have
 */
export function replacementTemplate(text: string, groups: number): ReplacementTemplate {
  return (text.match(PIECE) ?? []).map((piece) => {
    if (piece === '$$') return '$';
    const digits = /^\$\{?(\d+)/.exec(piece)?.[1];
    if (digits === undefined) return piece;
    const group = Number(digits);
    if (group <= groups) return group;
    const count = groups === 1 ? '1 group' : `${groups} groups`;
    throw new UserError(`The replacement has ${piece}, but the regular expression has ${count}.`);
  });
}

/** The template in the syntax of Rust's `regex` crate. */
export function rustTemplate(template: ReplacementTemplate): string {
  return template
    .map((part) => (typeof part === 'number' ? `\${${part}}` : part.replaceAll('$', '$$$$')))
    .join('');
}

/** The template in the syntax of Python's `re`. */
export function pythonTemplate(template: ReplacementTemplate): string {
  return template
    .map((part) => (typeof part === 'number' ? `\\g<${part}>` : part.replaceAll('\\', '\\\\')))
    .join('');
}
