import type { BoundValue } from './sql-source.ts';

/** A part of a statement. Values are sent beside the text, so that none can be read as SQL. */
export interface SqlText {
  /** The texts between the values: one more than there are values. */
  readonly texts: readonly string[];
  readonly values: readonly BoundValue[];
}

/** A text of the program itself. */
export function trusted(text: string): SqlText {
  return { texts: [text], values: [] };
}

/** A value that is sent beside the text. */
export function bound(value: BoundValue): SqlText {
  return { texts: ['', ''], values: [value] };
}

/** Puts parts into a text. Only parts are accepted, so that no other text becomes SQL. */
export function sql(strings: TemplateStringsArray, ...parts: readonly SqlText[]): SqlText {
  const [first = '', ...rest] = strings;
  const texts = [first];
  const values: BoundValue[] = [];
  const append = (text: string): void => {
    texts.push(`${texts.pop() ?? ''}${text}`);
  };
  for (const [place, part] of parts.entries()) {
    const [head = '', ...others] = part.texts;
    append(head);
    texts.push(...others);
    values.push(...part.values);
    append(rest[place] ?? '');
  }
  return { texts, values };
}

/** Joins parts by a separator. The time is linear, since a list may have many thousand values. */
export function joined(parts: readonly SqlText[], separator: string): SqlText {
  const texts = [''];
  const values: BoundValue[] = [];
  for (const [place, part] of parts.entries()) {
    const [head = '', ...others] = part.texts;
    texts.push(`${texts.pop() ?? ''}${place === 0 ? '' : separator}${head}`, ...others);
    values.push(...part.values);
  }
  return { texts, values };
}

/** The text of a statement with `$1`, `$2`, … in the places of its values. */
export function numberedText(texts: readonly string[]): string {
  return texts.map((text, place) => (place === 0 ? text : `$${place}${text}`)).join('');
}
