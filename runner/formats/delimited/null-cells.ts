import { trimWhiteSpace } from '../../domain/white-space.ts';

/** Maximum length of a null cell; the scanner does not keep the text of longer cells. */
const MAX_CELL_BYTES = 1000;

/** The texts of a delimited file that mean null, regardless of surrounding white space. */
export class NullCells {
  readonly #texts: ReadonlySet<string>;
  /** 1 for each byte that can begin a null cell. */
  readonly firstBytes: Uint8Array;

  constructor(texts: readonly string[] = []) {
    this.#texts = new Set(texts);
    this.firstBytes = firstBytesOf(texts);
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  has(cell: string): boolean {
    return this.#texts.has(trimWhiteSpace(cell));
  }

  /** @param raw bytes of a cell as latin-1, after the opening quote if it is quoted */
  hasRaw(raw: string, isQuoted: boolean): boolean {
    if (this.firstBytes[raw.charCodeAt(0)] !== 1 || raw.length > MAX_CELL_BYTES) return false;
    const inner = isQuoted && raw.endsWith('"') ? raw.slice(0, -1) : raw;
    if (isQuoted && inner.includes('"')) return false;
    return this.has(Buffer.from(inner, 'latin1').toString('utf8'));
  }
}

function firstBytesOf(texts: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(256);
  if (texts.length === 0) return bytes;
  for (const text of texts) bytes[Buffer.from(text)[0] ?? 0] = 1;
  // ASCII white space, and the bytes of any other.
  for (const space of ' \t\n\v\f\r') bytes[space.charCodeAt(0)] = 1;
  return bytes.fill(1, 0x80);
}
