/** A position in a text; lines and columns count from 1. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Tracks a position in UTF-8 text that arrives in chunks. */
export class TextPosition {
  #line = 1;
  /** Number of characters in the current line before the index `#counted` of the chunk. */
  #column = 0;
  #counted = 0;

  /** @param index of the line feed in the current chunk */
  lineFeed(index: number): void {
    this.#line++;
    this.#column = 0;
    this.#counted = index + 1;
  }

  /** Returns the position of a byte of the current chunk. Indexes must not decrease. */
  at(chunk: Buffer, index: number): LineAndColumn {
    this.#column += characters(chunk, this.#counted, index);
    this.#counted = index;
    return { line: this.#line, column: this.#column + 1 };
  }

  /** Call this before the next chunk. */
  endChunk(chunk: Buffer): void {
    this.at(chunk, chunk.length);
    this.#counted = 0;
  }
}

/** Returns the position at `offset` UTF-16 code units in a text that starts at `start`. */
export function positionWithin(text: string, offset: number, start: LineAndColumn): LineAndColumn {
  const before = text.slice(0, offset).split('\n');
  const line = Buffer.from(before.at(-1) ?? '');
  const last = characters(line, 0, line.length);
  const column = before.length === 1 ? start.column + last : last + 1;
  return { line: start.line + before.length - 1, column };
}

/** Counts the UTF-8 characters that start in a range of bytes. */
function characters(chunk: Buffer, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index++) {
    if (((chunk[index] ?? 0) & 0xc0) !== 0x80) count++;
  }
  return count;
}
