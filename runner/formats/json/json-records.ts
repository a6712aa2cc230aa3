import { UserError } from '../../domain/errors.ts';

/** The text of one record of a JSON file, and the line it begins in. */
export interface RecordText {
  readonly text: string;
  readonly line: number;
}

const LONGEST_RECORD_BYTES = 1 << 27;
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

/** Cuts a stream of bytes into the texts of JSON records. */
export interface RecordCutter {
  push(chunk: Buffer): RecordText[];
  end(): RecordText[];
}

/** Bytes of a record that lay in earlier chunks. */
class HeldBytes {
  readonly #fileName: string;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(fileName: string) {
    this.#fileName = fileName;
  }

  hold(part: Buffer, line: number): void {
    this.#length += part.length;
    if (this.#length > LONGEST_RECORD_BYTES) {
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

/** A record a line; blank lines are none. */
export class JsonLinesCutter implements RecordCutter {
  readonly #held: HeldBytes;
  #line = 1;

  constructor(fileName: string) {
    this.#held = new HeldBytes(fileName);
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
    this.#held.hold(chunk.subarray(start), this.#line);
    return records;
  }

  end(): RecordText[] {
    const records: RecordText[] = [];
    this.#add(records, Buffer.alloc(0));
    return records;
  }

  #add(records: RecordText[], last: Buffer): void {
    const text = this.#held.take(last);
    if (text.trim() !== '') records.push({ text, line: this.#line });
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

/** The elements of one array of objects. */
export class JsonArrayCutter implements RecordCutter {
  readonly #fileName: string;
  readonly #held: HeldBytes;
  #place: number = PLACE.beforeArray;
  #line = 1;
  #recordLine = 1;
  #depth = 0;
  #inText = false;
  #escaped = false;

  constructor(fileName: string) {
    this.#fileName = fileName;
    this.#held = new HeldBytes(fileName);
  }

  push(chunk: Buffer): RecordText[] {
    const records: RecordText[] = [];
    let start = 0;
    let index = 0;
    while (index < chunk.length) {
      if (this.#place !== PLACE.inElement) {
        start = index;
        this.#between(chunk[index] ?? 0);
        index++;
        continue;
      }
      index = this.#inElement(chunk, index);
      if (this.#depth > 0) continue;
      records.push({ text: this.#held.take(chunk.subarray(start, index)), line: this.#recordLine });
      this.#place = PLACE.afterElement;
    }
    if (this.#place === PLACE.inElement) this.#held.hold(chunk.subarray(start), this.#recordLine);
    return records;
  }

  /** The text of a record that never ends comes out too: reading it says what is missing. */
  end(): RecordText[] {
    if (this.#place === PLACE.inElement) {
      return [{ text: this.#held.take(Buffer.alloc(0)), line: this.#recordLine }];
    }
    if (this.#place === PLACE.beforeArray) this.#refuse('an array of objects is needed');
    if (this.#place !== PLACE.afterArray) this.#refuse('the array is never closed');
    return [];
  }

  #between(byte: number): void {
    if (byte === BYTE.lineFeed) this.#line++;
    if (byte <= 32) return;
    switch (this.#place) {
      case PLACE.beforeArray:
        if (byte !== BYTE.openBracket) this.#refuse('an array of objects is needed');
        this.#place = PLACE.beforeFirst;
        break;
      case PLACE.beforeFirst:
      case PLACE.beforeElement:
        this.#open(byte);
        break;
      case PLACE.afterElement:
        this.#separate(byte);
        break;
      default:
        this.#refuse('there is text after the end of the array');
    }
  }

  #open(byte: number): void {
    if (byte === BYTE.closeBracket && this.#place === PLACE.beforeFirst) {
      this.#place = PLACE.afterArray;
      return;
    }
    if (byte !== BYTE.openBrace) this.#refuse('every element of the array must be an object');
    this.#place = PLACE.inElement;
    this.#recordLine = this.#line;
    this.#depth = 1;
  }

  #separate(byte: number): void {
    if (byte === BYTE.comma) this.#place = PLACE.beforeElement;
    else if (byte === BYTE.closeBracket) this.#place = PLACE.afterArray;
    else this.#refuse('a comma or the end of the array is missing after an object');
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
      if (byte === BYTE.lineFeed) this.#line++;
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
      if (byte === BYTE.lineFeed) this.#line++;
      else if (byte === BYTE.openBrace || byte === BYTE.openBracket) this.#depth++;
      else if (byte === BYTE.closeBrace || byte === BYTE.closeBracket) this.#depth--;
      if (this.#depth === 0) return index;
    }
    return index;
  }

  #refuse(reason: string): never {
    throw new UserError(
      `${this.#fileName} is not an array of JSON objects: line ${this.#line}: ${reason}.`,
    );
  }
}
