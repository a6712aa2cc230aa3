import { columnsOf } from './columns.ts';

/** Text with places for line breaks. */
export type Layout =
  | string
  | readonly Layout[]
  /** A line break in a group that is broken, else `flat`. */
  | { readonly kind: 'line'; readonly flat: string }
  | { readonly kind: 'indent'; readonly content: Layout }
  /** Breaks all its own lines, or none. */
  | { readonly kind: 'group'; readonly content: Layout }
  /** Text only in a group that is broken. */
  | { readonly kind: 'ifBroken'; readonly text: string }
  /** A text, or in a group that is broken, if the text does not fit, its lines for a width. */
  | {
      readonly kind: 'wrapped';
      readonly text: string;
      readonly linesOf: (width: number) => readonly string[];
    }
  /** The first layout if all its lines fit, else the second. */
  | { readonly kind: 'either'; readonly first: Layout; readonly second: Layout };

/** A line break, or nothing. */
export const softBreak: Layout = { kind: 'line', flat: '' };
/** A line break, or a space. */
export const softSpace: Layout = { kind: 'line', flat: ' ' };

export function indent(content: Layout): Layout {
  return { kind: 'indent', content };
}

export function group(content: Layout): Layout {
  return { kind: 'group', content };
}

export function ifBroken(text: string): Layout {
  return { kind: 'ifBroken', text };
}

/** A text that is broken into lines if it does not fit. @param linesOf the lines for a width */
export function wrapped(text: string, linesOf: (width: number) => readonly string[]): Layout {
  return { kind: 'wrapped', text, linesOf };
}

/** Prefers one layout to another, but not with lines that are too long. */
export function either(first: Layout, second: Layout): Layout {
  return { kind: 'either', first, second };
}

/** Places a separator between layouts. */
export function joined(items: readonly Layout[], separator: Layout): Layout {
  return items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]));
}

const INDENT = 4;

interface Pending {
  readonly content: Layout;
  readonly indent: number;
  readonly isBroken: boolean;
}

/**
 * Returns the text of a layout. A group is broken when it does not fit into the rest of its line, up to the
 * next place where the line can end.
 * @param width columns that a line may have
 * @param start columns before the first line
 * @param depth columns before every other line
 */
export function renderLayout(layout: Layout, width: number, start: number, depth = start): string {
  return new Renderer(width, start).render({ content: layout, indent: depth, isBroken: true });
}

class Renderer {
  readonly #width: number;
  #column: number;
  #text = '';
  readonly #pending: Pending[] = [];

  constructor(width: number, column: number) {
    this.#width = width;
    this.#column = column;
  }

  render(first: Pending): string {
    for (let next: Pending | undefined = first; next !== undefined; next = this.#pending.pop()) {
      this.#print(next);
    }
    return this.#text;
  }

  #print(next: Pending): void {
    const { content, isBroken } = next;
    if (typeof content === 'string') {
      this.#text += content;
      this.#column += columnsOf(content);
      return;
    }
    if (!isList(content) && content.kind === 'wrapped' && isBroken && !this.#fits(next)) {
      // A comma may follow.
      const lines = content.linesOf(this.#width - this.#column - ','.length);
      this.#pending.push({ ...next, content: joined(lines, softBreak) });
      return;
    }
    if (!isList(content) && content.kind === 'line' && isBroken) {
      this.#text += `\n${' '.repeat(next.indent)}`;
      this.#column = next.indent;
      return;
    }
    for (const part of partsOf(next)) this.#pending.push(this.#withMode(part, next));
  }

  /** Decides whether a group is broken, and which of two layouts is printed. */
  #withMode(part: Pending, { content, isBroken }: Pending): Pending {
    if (isList(content) || typeof content === 'string') return part;
    if (content.kind === 'either') {
      return this.#fitsBroken(part) ? part : { ...part, content: content.second };
    }
    if (content.kind !== 'group') return part;
    const flat = { ...part, isBroken: false };
    return isBroken && !this.#fits(flat) ? { ...part, isBroken: true } : flat;
  }

  #fits(next: Pending): boolean {
    return fits([...this.#pending, next], this.#width - this.#column);
  }

  #fitsBroken({ content, indent: depth }: Pending): boolean {
    const [first = '', ...rest] = renderLayout(content, this.#width, this.#column, depth).split(
      '\n',
    );
    const columns = [this.#column + columnsOf(first), ...rest.map(columnsOf)];
    return columns.every((count) => count <= this.#width);
  }
}

/** Returns what a layout other than text consists of, last first. */
function partsOf(pending: Pending): readonly Pending[] {
  const { content, isBroken } = pending;
  if (typeof content === 'string') return [];
  if (isList(content)) return content.toReversed().map((item) => ({ ...pending, content: item }));
  switch (content.kind) {
    case 'line':
      return [{ ...pending, content: content.flat }];
    case 'wrapped':
      return [{ ...pending, content: content.text }];
    case 'ifBroken':
      return isBroken ? [{ ...pending, content: content.text }] : [];
    case 'indent':
      return [{ ...pending, content: content.content, indent: pending.indent + INDENT }];
    case 'either':
      return [{ ...pending, content: content.first }];
    case 'group':
      return [{ ...pending, content: content.content }];
  }
}

/** Reports whether the pending text fits into the columns, up to the first line that is broken. */
function fits(stack: Pending[], columns: number): boolean {
  let left = columns;
  while (left >= 0) {
    const next = stack.pop();
    if (next === undefined) return true;
    const { content, isBroken } = next;
    if (typeof content === 'string') left -= columnsOf(content);
    else if (!isList(content) && content.kind === 'line' && isBroken) return true;
    else stack.push(...partsOf(next));
  }
  return false;
}

function isList(layout: Layout): layout is readonly Layout[] {
  return Array.isArray(layout);
}
