import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Compressors } from 'hyparquet';

/** The codecs of pages beside Snappy, which hyparquet reads itself. LZO is not among them. */
export const DECOMPRESSORS: Compressors = {
  GZIP: (bytes, length) => gunzipSync(bytes, { maxOutputLength: Math.max(length, 1) }),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: Math.max(length, 1) }),
  ZSTD: (bytes, length) => zstdDecompressSync(bytes, { maxOutputLength: Math.max(length, 1) }),
  LZ4_RAW: lz4Block,
  LZ4: hadoopLz4,
};

const HADOOP_PREFIX = 8;

/** The older codec: blocks with their lengths before them, as Hadoop writes them, or one block alone. */
function hadoopLz4(bytes: Uint8Array, length: number): Uint8Array {
  const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const target = new Uint8Array(length);
  let place = 0;
  let written = 0;
  while (input.length - place > HADOOP_PREFIX) {
    const plain = input.readUInt32BE(place);
    const packed = input.readUInt32BE(place + 4);
    place += HADOOP_PREFIX;
    if (plain > length - written || packed > input.length - place) return lz4Block(bytes, length);
    target.set(lz4Block(input.subarray(place, place + packed), plain), written);
    place += packed;
    written += plain;
  }
  return written === length ? target : lz4Block(bytes, length);
}

const SHORTEST_MATCH = 4;
const LONG = 15;
const CONTINUED = 255;

/**
 * Decompresses a block of LZ4, which no package without a binary or a frame around it does.
 * @throws RangeError when the block is damaged
 */
export function lz4Block(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  const reader = new Lz4Reader(input);
  let end = 0;
  while (!reader.isDone()) {
    const token = reader.byte();
    const literals = reader.bytes(reader.length(token >> 4));
    if (end + literals.length > length) throw damaged();
    output.set(literals, end);
    end += literals.length;
    if (reader.isDone()) break;
    const distance = reader.byte() + reader.byte() * 256;
    const count = reader.length(token & LONG) + SHORTEST_MATCH;
    if (distance === 0 || distance > end || end + count > length) throw damaged();
    repeat(output, { end, distance, count });
    end += count;
  }
  return output.subarray(0, end);
}

/** Appends bytes that the output has already. They may overlap those that are written. */
function repeat(
  output: Uint8Array,
  { end, distance, count }: Readonly<Record<'end' | 'distance' | 'count', number>>,
): void {
  for (let place = end; place < end + count; place += 1) {
    output[place] = output[place - distance] ?? 0;
  }
}

class Lz4Reader {
  readonly #input: Uint8Array;
  #place = 0;

  constructor(input: Uint8Array) {
    this.#input = input;
  }

  isDone(): boolean {
    return this.#place === this.#input.length;
  }

  byte(): number {
    const byte = this.#input[this.#place];
    if (byte === undefined) throw damaged();
    this.#place += 1;
    return byte;
  }

  bytes(count: number): Uint8Array {
    const start = this.#place;
    if (start + count > this.#input.length) throw damaged();
    this.#place += count;
    return this.#input.subarray(start, start + count);
  }

  /** A length of which a token has the first four bits; the next bytes continue it. */
  length(first: number): number {
    if (first !== LONG) return first;
    let sum = first;
    for (;;) {
      const byte = this.byte();
      sum += byte;
      if (byte !== CONTINUED) return sum;
    }
  }
}

function damaged(): RangeError {
  return new RangeError('A compressed page is damaged');
}
