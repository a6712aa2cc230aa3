import { oddCharacter } from './odd-characters.ts';
import { UserError } from '../../domain/errors.ts';
import { TextPosition, type LineAndColumn } from './text-position.ts';

/** The text of a record of a JSON file and its start position. */
export interface RecordText extends LineAndColumn {
  readonly text: string;
}

const MAX_RECORD_BYTES = 1 << 27;
const MAX_CHARACTER_BYTES = 4;
const BYTE = {
  quote: 34,
  backslash: 92,
  openBrace: 123,
  closeBrace: 125,
  openBracket: 91,
  closeBracket: 93,
  comma: 44,
  lineFeed: 10,
} as const;

/** Splits a stream of bytes into the texts of JSON records. */
export interface RecordCutter {
  push(chunk: Buffer): RecordText[];
  end(): RecordText[];
}

/** Buffers the bytes of a record from earlier chunks. */
class RecordBuffer {
  readonly #fileName: string;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(fileName: string) {
    this.#fileName = fileName;
  }

  append(part: Buffer, line: number): void {
    this.#length += part.length;
    if (this.#length > MAX_RECORD_BYTES) {
      throw new UserError(`${this.#fileName}: the record in line ${line} is longer than 128 MiB.`);
    }
    this.#parts.push(Buffer.from(part));
  }

  take(last: Buffer): string {
    if (this.#parts.length === 0) return last.toString('utf8');
    const text = Buffer.concat([...this.#parts, last]).toString('utf8');
    this.#parts = [];
    this.#length = 0;
    return text;
  }
}

/** Splits JSON lines; blank lines are skipped. */
export class JsonLinesCutter implements RecordCutter {
  readonly #buffer: RecordBuffer;
  #line = 1;

  constructor(fileName: string) {
    this.#buffer = new RecordBuffer(fileName);
  }

  push(chunk: Buffer): RecordText[] {
    const records: RecordText[] = [];
    let start = 0;
    let feed = chunk.indexOf(BYTE.lineFeed);
    while (feed >= 0) {
      this.#add(records, chunk.subarray(start, feed));
      start = feed + 1;
      feed = chunk.indexOf(BYTE.lineFeed, start);
    }
    this.#buffer.append(chunk.subarray(start), this.#line);
    return records;
  }

  end(): RecordText[] {
    const records: RecordText[] = [];
    this.#add(records, Buffer.alloc(0));
    return records;
  }

  #add(records: RecordText[], last: Buffer): void {
    const text = this.#buffer.take(last);
    if (text.trim() !== '') records.push({ text, line: this.#line, column: 1 });
    this.#line++;
  }
}

const PLACE = {
  beforeArray: 0,
  beforeFirst: 1,
  beforeElement: 2,
  inElement: 3,
  afterElement: 4,
  afterArray: 5,
} as const;

/** Splits an array of objects into its elements. */
export class JsonArrayCutter implements RecordCutter {
  readonly #fileName: string;
  readonly #buffer: RecordBuffer;
  #place: number = PLACE.beforeArray;
  readonly #position = new TextPosition();
  #record: LineAndColumn = { line: 1, column: 1 };
  #depth = 0;
  #inText = false;
  #escaped = false;

  constructor(fileName: string) {
    this.#fileName = fileName;
    this.#buffer = new RecordBuffer(fileName);
  }

  push(chunk: Buffer): RecordText[] {
    const records: RecordText[] = [];
    let start = 0;
    let index = 0;
    while (index < chunk.length) {
      if (this.#place !== PLACE.inElement) {
        start = index;
        this.#between(chunk, index);
        index++;
        continue;
      }
      index = this.#inElement(chunk, index);
      if (this.#depth > 0) continue;
      records.push({ text: this.#buffer.take(chunk.subarray(start, index)), ...this.#record });
      this.#place = PLACE.afterElement;
    }
    if (this.#place === PLACE.inElement)
      this.#buffer.append(chunk.subarray(start), this.#record.line);
    this.#position.endChunk(chunk);
    return records;
  }

  /** Also returns an incomplete record, so that its parser reports what is missing. */
  end(): RecordText[] {
    if (this.#place === PLACE.inElement) {
      return [{ text: this.#buffer.take(Buffer.alloc(0)), ...this.#record }];
    }
    const end = [Buffer.alloc(0), 0] as const;
    if (this.#place === PLACE.beforeArray) this.#reject('an array of objects is needed', ...end);
    if (this.#place !== PLACE.afterArray) this.#reject('the array is never closed', ...end);
    return [];
  }

  #between(chunk: Buffer, index: number): void {
    const byte = chunk[index] ?? 0;
    if (byte === BYTE.lineFeed) this.#position.lineFeed(index);
    if (byte <= 32) return;
    switch (this.#place) {
      case PLACE.beforeArray:
        if (byte !== BYTE.openBracket) this.#reject('an array of objects is needed', chunk, index);
        this.#place = PLACE.beforeFirst;
        break;
      case PLACE.beforeFirst:
      case PLACE.beforeElement:
        this.#open(chunk, index);
        break;
      case PLACE.afterElement:
        this.#separate(chunk, index);
        break;
      default:
        this.#reject('there is text after the end of the array', chunk, index);
    }
  }

  #open(chunk: Buffer, index: number): void {
    const byte = chunk[index];
    if (byte === BYTE.closeBracket) {
      if (this.#place === PLACE.beforeElement) {
        this.#reject('the array ends after a comma; remove the comma', chunk, index);
      }
      this.#place = PLACE.afterArray;
      return;
    }
    if (byte === BYTE.comma) {
      this.#reject('an object is missing before the comma', chunk, index);
    }
    if (byte !== BYTE.openBrace) {
      this.#reject('every element of the array must be an object', chunk, index);
    }
    this.#place = PLACE.inElement;
    this.#record = this.#position.at(chunk, index);
    this.#depth = 1;
  }

  #separate(chunk: Buffer, index: number): void {
    const byte = chunk[index];
    if (byte === BYTE.comma) this.#place = PLACE.beforeElement;
    else if (byte === BYTE.closeBracket) this.#place = PLACE.afterArray;
    else this.#reject('a comma or the end of the array is missing after an object', chunk, index);
  }

  /** @returns the index after the element, or the end of the chunk */
  #inElement(chunk: Buffer, from: number): number {
    let index = from;
    while (index < chunk.length && this.#depth > 0) {
      index = this.#inText ? this.#afterText(chunk, index) : this.#afterMark(chunk, index);
    }
    return index;
  }

  #afterText(chunk: Buffer, from: number): number {
    let index = from;
    if (this.#escaped) {
      this.#escaped = false;
      index++;
    }
    for (; index < chunk.length; index++) {
      const byte = chunk[index];
      if (byte === BYTE.quote) {
        this.#inText = false;
        return index + 1;
      }
      if (byte === BYTE.backslash) index++;
      if (byte === BYTE.lineFeed) this.#position.lineFeed(index);
    }
    this.#escaped = index > chunk.length;
    return chunk.length;
  }

  #afterMark(chunk: Buffer, from: number): number {
    let index = from;
    while (index < chunk.length) {
      const byte = chunk[index++];
      if (byte === BYTE.quote) {
        this.#inText = true;
        return index;
      }
      if (byte === BYTE.lineFeed) this.#position.lineFeed(index - 1);
      else if (byte === BYTE.openBrace || byte === BYTE.openBracket) this.#depth++;
      else if (byte === BYTE.closeBrace || byte === BYTE.closeBracket) this.#depth--;
      if (this.#depth === 0) return index;
    }
    return index;
  }

  #reject(reason: string, chunk: Buffer, index: number): never {
    const { line, column } = this.#position.at(chunk, index);
    const character = chunk.subarray(index, index + MAX_CHARACTER_BYTES).toString('utf8');
    throw new UserError(
      `${this.#fileName} is not an array of JSON objects: line ${line}, column ${column}: ${oddCharacter(character) ?? reason}.`,
    );
  }
}
