/** A place in a text as editors count it: lines and characters from 1. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Follows a place through UTF-8 text that comes chunk by chunk. */
export class TextPosition {
  #line = 1;
  /** The characters of the current line before `#counted`, a place in the current chunk. */
  #column = 0;
  #counted = 0;

  /** @param index of the line feed in the current chunk */
  lineFeed(index: number): void {
    this.#line++;
    this.#column = 0;
    this.#counted = index + 1;
  }

  /** The place of a byte of the current chunk, not before the last one asked for. */
  at(chunk: Buffer, index: number): LineAndColumn {
    this.#column += characters(chunk, this.#counted, index);
    this.#counted = index;
    return { line: this.#line, column: this.#column + 1 };
  }

  /** To be called before the next chunk. */
  endChunk(chunk: Buffer): void {
    this.at(chunk, chunk.length);
    this.#counted = 0;
  }
}

/** The place that lies `offset` UTF-16 code units into a text which begins at `start`. */
export function positionWithin(text: string, offset: number, start: LineAndColumn): LineAndColumn {
  const before = text.slice(0, offset).split('\n');
  const line = Buffer.from(before.at(-1) ?? '');
  const last = characters(line, 0, line.length);
  const column = before.length === 1 ? start.column + last : last + 1;
  return { line: start.line + before.length - 1, column };
}

/** Bytes that begin a character; the others continue one. */
function characters(chunk: Buffer, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index++) {
    if (((chunk[index] ?? 0) & 0xc0) !== 0x80) count++;
  }
  return count;
}
