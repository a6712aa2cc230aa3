import { isUtf8 } from 'node:buffer';

const LINE_FEED = 10;

/** Validates UTF-8 in a stream of chunks, including characters that span two chunks. */
export class Utf8Validator {
  #carry = Buffer.alloc(0);
  #lines = 0;

  /** @returns whether all complete characters so far are valid UTF-8 */
  push(chunk: Buffer): boolean {
    const carry = this.#carry;
    if (this.#accepts(chunk)) return true;
    const rescan = new Utf8Validator();
    rescan.#carry = carry;
    this.#lines = rescan.#linesAccepted(chunk);
    return false;
  }

  /** The number of lines of a rejected chunk that end before its first invalid character. */
  get validLines(): number {
    return this.#lines;
  }

  #linesAccepted(chunk: Buffer): number {
    let count = 0;
    for (let start = 0; start < chunk.length; count++) {
      const feed = chunk.indexOf(LINE_FEED, start);
      const end = feed < 0 ? chunk.length : feed + 1;
      if (!this.#accepts(chunk.subarray(start, end))) break;
      start = end;
    }
    return count;
  }

  #accepts(chunk: Buffer): boolean {
    const straddling = this.#carry.length === 0 ? 0 : missingBytes(this.#carry);
    const head = Buffer.concat([this.#carry, chunk.subarray(0, straddling)]);
    if (chunk.length < straddling) {
      this.#carry = head;
      return true;
    }
    const tail = incompleteTail(chunk, straddling);
    this.#carry = Buffer.from(chunk.subarray(chunk.length - tail));
    return isUtf8(head) && isUtf8(chunk.subarray(straddling, chunk.length - tail));
  }

  /** @returns false when the stream ended inside a character */
  end(): boolean {
    return this.#carry.length === 0;
  }
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

function missingBytes(carry: Buffer): number {
  return sequenceLength(carry[0] ?? 0) - carry.length;
}

/** Returns the number of bytes at the end of the chunk that start an incomplete character. */
function incompleteTail(chunk: Buffer, from: number): number {
  for (let length = 1; length <= Math.min(3, chunk.length - from); length++) {
    const byte = chunk[chunk.length - length] ?? 0;
    if (byte >= 0xc0) return sequenceLength(byte) > length ? length : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}
