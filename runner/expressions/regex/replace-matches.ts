import type { ReplacementTemplate } from './replacement-template.ts';

/**
 * Replaces all matches from left to right. As in SQL and polars, no empty match directly follows another match,
 * which JavaScript and Python allow.
 */
export function replaceMatches(text: string, regex: RegExp, template: ReplacementTemplate): string {
  const search = new RegExp(regex.source, `${regex.flags}g`);
  let out = '';
  let end = 0;
  let previous = -1;
  while (search.lastIndex <= text.length) {
    const match = search.exec(text);
    if (match === null) break;
    const matchEnd = match.index + match[0].length;
    // V8 finds an empty match also between the two units of a character.
    const isInside = match[0] === '' && isLowSurrogate(text, matchEnd);
    if (!isInside && (matchEnd > match.index || matchEnd !== previous)) {
      out += text.slice(end, match.index) + expand(template, match);
      end = matchEnd;
      previous = matchEnd;
    }
    if (match[0] === '') search.lastIndex = afterCharacter(text, matchEnd);
  }
  return out + text.slice(end);
}

function expand(template: ReplacementTemplate, match: RegExpExecArray): string {
  return template.map((part) => (typeof part === 'number' ? (match[part] ?? '') : part)).join('');
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function afterCharacter(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}
