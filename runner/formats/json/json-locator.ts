import { UserError } from '../../domain/errors.ts';

/** Where a value is in a JSON text. */
export interface JsonPlace {
  readonly kind: 'list' | 'object' | 'null' | 'scalar';
  /** The first byte. */
  readonly start: number;
  /** The byte after the last one of a list or an object; otherwise that after the first. */
  readonly end: number;
}

const BYTE = {
  quote: 34,
  backslash: 92,
  comma: 44,
  colon: 58,
  openBrace: 123,
  closeBrace: 125,
  openBracket: 91,
  closeBracket: 93,
  n: 110,
} as const;

/** Paths to look for in many texts: the keys of each value, outermost first; no keys mean the whole text. */
export class JsonPaths {
  readonly texts: ReadonlySet<string>;
  /** The number of keys of the longest one. */
  readonly depth: number;

  constructor(paths: readonly (readonly string[])[]) {
    this.texts = new Set(paths.map((path) => JSON.stringify(path)));
    this.depth = Math.max(0, ...paths.map(({ length }) => length));
  }
}

const MAX_DEPTH = 10_000;
const MAX_KEY_BYTES = 1 << 16;

/**
 * Finds values by their keys in a JSON text that arrives in chunks, in bounded memory. It checks that the text
 * is one value that ends; whether all of it is valid JSON is for others to check.
 */
export class JsonLocator {
  readonly #fileName: string;
  readonly #paths: ReadonlySet<string>;
  readonly #maxDepth: number;
  readonly #places = new Map<string, JsonPlace>();
  /** The bytes before the current chunk. */
  #offset = 0;
  /** The open objects and lists, as the bytes that opened them. */
  readonly #open: number[] = [];
  /** The present key of each open object, as far as paths are deep; null for a list. */
  readonly #keys: (string | null)[] = [];
  #expectsKey = false;
  /** The key that is being read, with its quotes. */
  #key: Buffer | null = null;
  #inText = false;
  #escaped = false;
  #inScalar = false;
  #values = 0;

  /** @param fileName for messages */
  constructor(fileName: string, paths: JsonPaths) {
    this.#fileName = fileName;
    this.#paths = paths.texts;
    this.#maxDepth = paths.depth;
  }

  /** The value of a path; of a repeated key, the last one. Undefined: there is none. */
  place(path: readonly string[]): JsonPlace | undefined {
    return this.#places.get(JSON.stringify(path));
  }

  /** The paths of which there are values. */
  found(): readonly (readonly string[])[] {
    return [...this.#places.keys()].map((path) => JSON.parse(path) as readonly string[]);
  }

  /** @throws UserError for a text that cannot be JSON */
  push(chunk: Buffer): void {
    let index = 0;
    while (index < chunk.length) {
      index = this.#inText ? this.#afterText(chunk, index) : this.#afterMarks(chunk, index);
    }
    this.#offset += chunk.length;
  }

  /** @throws UserError when the text has no value or ends too early */
  end(): void {
    if (this.#values === 0) throw this.#invalid('it is empty');
    if (this.#inText || this.#open.length > 0) throw this.#invalid('it ends too early');
  }

  /** @returns the index after the text, or the end of the chunk */
  #afterText(chunk: Buffer, from: number): number {
    let index = from;
    if (this.#escaped) index++;
    this.#escaped = false;
    for (; index < chunk.length; index++) {
      const byte = chunk[index];
      if (byte === BYTE.quote) {
        this.#inText = false;
        this.#keepKey(chunk.subarray(from, index + 1));
        if (this.#key !== null) this.#endKey(this.#key);
        return index + 1;
      }
      if (byte === BYTE.backslash) index++;
    }
    this.#escaped = index > chunk.length;
    this.#keepKey(chunk.subarray(from));
    return chunk.length;
  }

  #keepKey(part: Buffer): void {
    if (this.#key === null) return;
    this.#key = Buffer.concat([this.#key, part]);
    if (this.#key.length > MAX_KEY_BYTES) throw this.#invalid('a key is too long');
  }

  /** @returns the index where a text begins, or the end of the chunk */
  #afterMarks(chunk: Buffer, from: number): number {
    let index = from;
    while (index < chunk.length && !this.#inText) {
      const byte = chunk[index] ?? 0;
      if (byte > 32) this.#mark(byte, this.#offset + index);
      else this.#inScalar = false;
      index++;
    }
    return index;
  }

  #endKey(bytes: Buffer): void {
    this.#key = null;
    this.#keys[this.#open.length - 1] = this.#textOf(bytes.toString('utf8'));
  }

  #textOf(quoted: string): string {
    try {
      return String(JSON.parse(quoted));
    } catch {
      throw this.#invalid('a key is damaged');
    }
  }

  #mark(byte: number, at: number): void {
    switch (byte) {
      case BYTE.quote:
        this.#startText(at);
        return;
      case BYTE.openBrace:
      case BYTE.openBracket:
        this.#openValue(byte, at);
        return;
      case BYTE.closeBrace:
      case BYTE.closeBracket:
        this.#closeValue(at);
        return;
      case BYTE.comma:
        this.#inScalar = false;
        this.#expectsKey = this.#open.at(-1) === BYTE.openBrace;
        return;
      case BYTE.colon:
        this.#expectsKey = false;
        return;
      default:
        this.#startScalar(byte, at);
    }
  }

  #startText(at: number): void {
    if (!this.#expectsKey) this.#startValue('scalar', at);
    else if (this.#open.length <= this.#maxDepth) this.#key = Buffer.from('"');
    this.#inText = true;
  }

  #startScalar(byte: number, at: number): void {
    if (!this.#inScalar) this.#startValue(byte === BYTE.n ? 'null' : 'scalar', at);
    this.#inScalar = true;
  }

  #openValue(byte: number, at: number): void {
    const isObject = byte === BYTE.openBrace;
    this.#startValue(isObject ? 'object' : 'list', at);
    this.#open.push(byte);
    if (this.#open.length > MAX_DEPTH) throw this.#invalid('it is nested too deeply');
    if (this.#open.length <= this.#maxDepth) this.#keys[this.#open.length - 1] = null;
    this.#expectsKey = isObject;
  }

  #closeValue(at: number): void {
    if (this.#open.pop() === undefined) throw this.#invalid('it has a bracket too many');
    this.#inScalar = false;
    this.#expectsKey = false;
    const path = this.#path();
    const place = path === null ? undefined : this.#places.get(path);
    if (path !== null && place !== undefined) this.#places.set(path, { ...place, end: at + 1 });
  }

  #startValue(kind: JsonPlace['kind'], at: number): void {
    if (this.#expectsKey) throw this.#invalid('a key has no quotes');
    if (this.#open.length === 0 && this.#values++ > 0) {
      throw this.#invalid('it has text after its end');
    }
    const path = this.#path();
    if (path !== null) this.#places.set(path, { kind, start: at, end: at + 1 });
  }

  /** The path of the value at the present depth if one was asked for. */
  #path(): string | null {
    const depth = this.#open.length;
    if (depth > this.#maxDepth) return null;
    const path = JSON.stringify(this.#keys.slice(0, depth));
    return this.#paths.has(path) ? path : null;
  }

  #invalid(reason: string): UserError {
    return new UserError(`${this.#fileName} is not valid JSON: ${reason}.`);
  }
}
