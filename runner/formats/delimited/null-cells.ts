/** Maximum length of a null cell; the scanner does not keep the text of longer cells. */
const MAX_CELL_BYTES = 1000;

/** The texts of a delimited file that mean null, regardless of surrounding white space. */
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

  /** @param raw bytes of a cell as latin-1, after the opening quote if it is quoted */
  hasRaw(raw: string, isQuoted: boolean): boolean {
    if (this.isEmpty || raw.length > MAX_CELL_BYTES) return false;
    const inner = isQuoted && raw.endsWith('"') ? raw.slice(0, -1) : raw;
    if (isQuoted && inner.includes('"')) return false;
    return this.has(Buffer.from(inner, 'latin1').toString('utf8'));
  }
}
