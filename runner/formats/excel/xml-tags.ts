import { UserError } from '../../domain/errors.ts';

const CHUNK_BYTES = 1 << 20;
/** A cell has at most 32,767 characters, each of which may be written with eight. */
const MAX_TAG_CHARACTERS = 1 << 24;
const CDATA = '<![CDATA[';
const COMMENT = '<!--';

/**
 * Receives a tag of an XML text: its name without prefix, with a slash if it ends an element; all of the tag
 * between its brackets; and the text that follows it, as it is written. Returns true to stop.
 */
export type TagVisitor = (name: string, tag: string, text: string) => boolean;

/**
 * Visits the tags of an XML part of a workbook in their order, in memory for a chunk of it.
 * @throws UserError for a tag or a text of more than 16 million characters
 */
export function visitTags(bytes: Uint8Array, visit: TagVisitor): void {
  const decoder = new TextDecoder(encodingOf(bytes));
  let rest = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const text =
      rest + decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true });
    const end = visitText(text, false, visit);
    if (end === STOPPED) return;
    rest = text.slice(end);
    if (rest.length > MAX_TAG_CHARACTERS) {
      throw new UserError('The workbook has a text of more than 16 million characters.');
    }
  }
  visitText(rest + decoder.decode(), true, visit);
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

const STOPPED = -1;

/** @returns the index of the first tag that is not complete yet, or `STOPPED` */
function visitText(text: string, isLast: boolean, visit: TagVisitor): number {
  let open = text.indexOf('<');
  while (open >= 0) {
    const close = text.indexOf('>', open);
    if (close < 0) return open;
    const after = textAfter(text, close + 1);
    if (after === null && !isLast) return open;
    const tag = text.slice(open + 1, close);
    const { content, next } = after ?? { content: text.slice(close + 1), next: -1 };
    if (visit(nameOf(tag), tag, content)) return STOPPED;
    open = next;
  }
  return text.length;
}

interface TextAfter {
  readonly content: string;
  /** The index of the next tag. */
  readonly next: number;
}

/** @returns the text up to the next tag, without comments; null: the tag is not there yet */
function textAfter(text: string, from: number): TextAfter | null {
  let next = text.indexOf('<', from);
  // The second character decides, and three are needed for the marks of a section.
  if (next < 0 || next + CDATA.length > text.length) {
    return next >= 0 && /^<[/?\w]/.test(text.slice(next, next + 2))
      ? { content: text.slice(from, next), next }
      : null;
  }
  let content = text.slice(from, next);
  while (text[next + 1] === '!') {
    const section = sectionAt(text, next);
    if (section === null) break;
    if (section.end < 0) return null;
    content += section.content;
    next = text.indexOf('<', section.end);
    if (next < 0 || next + CDATA.length > text.length) return null;
    content += text.slice(section.end, next);
  }
  return { content, next };
}

/** @returns what a comment or a section of characters gives, and where it ends; null: it is neither */
function sectionAt(
  text: string,
  from: number,
): { readonly content: string; readonly end: number } | null {
  if (text.startsWith(COMMENT, from)) {
    const close = text.indexOf('-->', from + COMMENT.length);
    return { content: '', end: close < 0 ? -1 : close + 3 };
  }
  if (!text.startsWith(CDATA, from)) return null;
  const close = text.indexOf(']]>', from);
  const characters = text.slice(from + CDATA.length, close);
  const content = characters.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return { content, end: close < 0 ? -1 : close + 3 };
}

function nameOf(tag: string): string {
  const slash = tag.startsWith('/') ? 1 : 0;
  let end = slash;
  let start = slash;
  for (; end < tag.length; end++) {
    const code = tag.charCodeAt(end);
    if (code === COLON) start = end + 1;
    else if (code <= SPACE || code === SLASH) break;
  }
  const name = tag.slice(start, end);
  return slash === 0 ? name : `/${name}`;
}

const SPACE = 32;
const SLASH = 47;
const COLON = 58;

/** Reports whether a tag is an element without content. */
export function isEmptyTag(tag: string): boolean {
  return tag.endsWith('/');
}

/** Returns the attributes of a tag by their names without prefix. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single = ''] of tag.matchAll(ATTRIBUTE)) {
    attributes.set(name.slice(name.indexOf(':') + 1), xmlText(double ?? single));
  }
  return attributes;
}

const ATTRIBUTE = /\s([\w:.-]+)\s?=\s?(?:"([^"]*)"|'([^']*)')/g;

const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const MAX_CODE_POINT = 0x10ffff;

/** Returns the characters of a text that is written in XML. */
export function xmlText(raw: string): string {
  const text = raw.includes('\r') ? raw.replaceAll(/\r\n?/g, '\n') : raw;
  if (!text.includes('&')) return text;
  return text.replaceAll(
    ENTITY,
    (whole, hex: string | undefined, digits: string | undefined, name: string | undefined) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : whole;
    },
  );
}

/** Returns the text of a cell, in which `_x000D_` is the character of that number. */
export function cellText(raw: string): string {
  const text = xmlText(raw);
  const unescaped = text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;
  return unescaped.includes('\r\n') ? unescaped.replaceAll('\r\n', '\n') : unescaped;
}
