import { fileChunks } from './file-chunks.ts';

const LINE_FEED = 10;
/** Enough to distinguish scripts. */
const EVIDENCE_BYTES = 64 * 1024;
/** Of a longer line only the start is evidence. */
const LONG_LINE_BYTES = EVIDENCE_BYTES;
/** Maximum length of a character. */
const MAX_BYTES = 4;

/** What the bytes beyond ASCII of a file are, if they are read as UTF-8. */
export interface Utf8Statistics {
  /** The number of valid characters beyond ASCII. */
  readonly valid: number;
  /** The number of bytes that belong to no character. */
  readonly invalid: number;
  /** The line of the first of them; 0: there is none. */
  readonly firstInvalidLine: number;
  /** The first lines with bytes beyond ASCII. */
  readonly evidence: Buffer;
}

/** Counts the characters and the other bytes of a file that is not UTF-8. */
export async function utf8Statistics(path: string): Promise<Utf8Statistics> {
  const counter = new Utf8Counter();
  for await (const chunk of fileChunks(path)) counter.push(chunk);
  return counter.end();
}

/** Like utf8Statistics, for bytes. */
export function utf8StatisticsOf(bytes: Buffer): Utf8Statistics {
  const counter = new Utf8Counter();
  counter.push(bytes);
  return counter.end();
}

class Utf8Counter {
  #carry = Buffer.alloc(0);
  #line = 1;
  #valid = 0;
  #invalid = 0;
  #firstInvalidLine = 0;
  readonly #evidence: Buffer[] = [];
  #evidenceBytes = 0;
  /** The first bytes of the line that is not complete. */
  #lineStart = Buffer.alloc(0);

  push(chunk: Buffer): void {
    const bytes = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    this.#carry = Buffer.from(bytes.subarray(this.#count(bytes, bytes.length - MAX_BYTES)));
    this.#collectEvidence(chunk);
  }

  end(): Utf8Statistics {
    this.#count(this.#carry, this.#carry.length);
    this.#keepEvidence(this.#lineStart);
    return {
      valid: this.#valid,
      invalid: this.#invalid,
      firstInvalidLine: this.#firstInvalidLine,
      evidence: Buffer.concat(this.#evidence),
    };
  }

  /** @returns the index of the first byte that was not counted */
  #count(bytes: Buffer, to: number): number {
    let index = 0;
    while (index < to) {
      const byte = bytes[index] ?? 0;
      if (byte === LINE_FEED) this.#line++;
      index += byte < 0x80 ? 1 : this.#countBeyond(bytes, index);
    }
    return index;
  }

  #countBeyond(bytes: Buffer, index: number): number {
    const length = characterLength(bytes, index);
    if (length > 0) {
      this.#valid++;
      return length;
    }
    this.#invalid++;
    if (this.#firstInvalidLine === 0) this.#firstInvalidLine = this.#line;
    return 1;
  }

  /** Chunks end within lines, and so within characters: only whole lines are evidence. */
  #collectEvidence(chunk: Buffer): void {
    for (let start = 0; start < chunk.length && this.#evidenceBytes < EVIDENCE_BYTES;) {
      const feed = chunk.indexOf(LINE_FEED, start);
      const end = feed < 0 ? chunk.length : feed + 1;
      const line = this.#lineWith(chunk.subarray(start, Math.min(end, start + LONG_LINE_BYTES)));
      if (feed >= 0) this.#keepEvidence(line);
      this.#lineStart = feed < 0 ? Buffer.from(line) : Buffer.alloc(0);
      start = end;
    }
  }

  #lineWith(part: Buffer): Buffer {
    const start = this.#lineStart;
    if (start.length === 0) return part;
    return Buffer.concat([start, part.subarray(0, LONG_LINE_BYTES - start.length)]);
  }

  #keepEvidence(line: Buffer): void {
    if (!line.some((byte) => byte >= 0x80)) return;
    const kept = line.length < LONG_LINE_BYTES ? line : untilSeparator(line);
    this.#evidence.push(Buffer.from(kept));
    this.#evidenceBytes += kept.length;
  }
}

/**
 * Leaves out the text behind the last blank, line break or punctuation mark, so that bytes that were cut end with a
 * whole character in whatever encoding: later bytes of a character are never below 0x30.
 */
export function untilSeparator(bytes: Buffer): Buffer {
  const last = bytes.findLastIndex((byte) => byte < 0x30);
  return last < 0 ? bytes : bytes.subarray(0, last + 1);
}

/** The length of the UTF-8 character beyond ASCII at an index; 0: there is none. */
function characterLength(bytes: Buffer, index: number): number {
  const lead = bytes[index] ?? 0;
  const length = lengthByLead(lead);
  if (!canFollow(lead, bytes[index + 1] ?? 0)) return 0;
  for (let at = 1; at < length; at++) {
    if (((bytes[index + at] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

function lengthByLead(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** Second bytes of leads that not all can follow: longer forms of characters, surrogates, and what is no character. */
const SECOND_BYTES: ReadonlyMap<number, readonly [from: number, to: number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

function canFollow(lead: number, second: number): boolean {
  const [from, to] = SECOND_BYTES.get(lead) ?? [0x80, 0xbf];
  return second >= from && second <= to;
}
