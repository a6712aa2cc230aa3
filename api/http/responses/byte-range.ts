import { Transform } from 'node:stream';

/** A range of bytes, both ends inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a Range header (RFC 9110) with a single range. Express' `request.range()` differs from the RFC: it
 * rejects a suffix longer than the file, and a last byte before the first.
 * @param bytes the size of the file
 * @returns null for a header to ignore (absent, invalid, several ranges); `unsatisfiable` for a range
 *   outside the file
 */
export function readByteRange(
  header: string | undefined,
  bytes: number,
): ByteRange | 'unsatisfiable' | null {
  const found = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '')?.slice(1);
  const [first, last] = (found ?? []).map((digits) => (digits === '' ? null : Number(digits)));
  if (first === undefined || last === undefined) return null;
  if (first !== null) return fromFirst(first, last ?? Infinity, bytes);
  return last === null ? null : lastBytes(last, bytes);
}

function fromFirst(first: number, last: number, bytes: number): ByteRange | 'unsatisfiable' | null {
  if (last < first) return null;
  return first >= bytes ? 'unsatisfiable' : { start: first, end: Math.min(last, bytes - 1) };
}

function lastBytes(count: number, bytes: number): ByteRange | 'unsatisfiable' {
  const length = Math.min(count, bytes);
  return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
}

/** A stream that passes only the bytes of a range. */
export function sliceOfStream({ start, end }: ByteRange): Transform {
  let position = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const from = Math.max(0, start - position);
      const to = Math.max(0, end + 1 - position);
      position += chunk.length;
      done(null, chunk.subarray(from, to));
    },
  });
}
