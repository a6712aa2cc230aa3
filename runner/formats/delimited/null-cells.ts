/** Longer cells are never null: they are not kept as text while a file is scanned. */
const LONGEST_BYTES = 1000;

/** Which texts of a delimited file stand for null, white space around them left aside. */
export class NullCells {
  readonly #texts: ReadonlySet<string>;

  constructor(texts: readonly string[] = []) {
    this.#texts = new Set(texts);
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  has(cell: string): boolean {
    return this.#texts.has(cell.trim());
  }

  /** @param raw the bytes of a cell as latin-1, from its opening quote on when it is quoted */
  hasRaw(raw: string, isQuoted: boolean): boolean {
    if (this.isEmpty || raw.length > LONGEST_BYTES) return false;
    const inner = isQuoted && raw.endsWith('"') ? raw.slice(0, -1) : raw;
    if (isQuoted && inner.includes('"')) return false;
    return this.has(Buffer.from(inner, 'latin1').toString('utf8'));
  }
}
