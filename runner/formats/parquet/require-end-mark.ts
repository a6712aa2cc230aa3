import { UserError } from '../../domain/errors.ts';
import { FlatTable } from './flat-table.ts';

const CONTINUATION = 0xffffffff;
/** The body length in the table of a message (Message.fbs). */
const BODY_LENGTH = 3;

/**
 * Requires an Arrow stream to end with its end mark. The library accepts a stream that was truncated after
 * a record batch and loses the other rows. The format makes the mark optional, but the writers of Arrow
 * and polars write it, and without it a truncated file looks complete.
 * @throws UserError without the file's name; RangeError when a message is damaged
 */
export function requireEndMark(bytes: Buffer): void {
  let place = 0;
  while (place + 4 <= bytes.length) {
    const isContinued = bytes.readUInt32LE(place) === CONTINUATION;
    const metadata = place + (isContinued ? 8 : 4);
    if (metadata > bytes.length) break;
    const length = bytes.readUInt32LE(metadata - 4);
    if (length === 0) {
      rejectTrailingBytes(bytes.length - metadata);
      return;
    }
    const body = metadata + length;
    if (body > bytes.length) break;
    place = body + bodyLength(bytes.subarray(metadata, body));
  }
  throw new UserError(
    'the Arrow stream has no end mark: it was cut, or its writer was not closed.',
  );
}

function rejectTrailingBytes(count: number): void {
  if (count === 0) return;
  throw new UserError(
    `the Arrow stream has ${count} bytes behind its end mark. If the file holds several streams, upload each by itself.`,
  );
}

/** The bytes between the metadata of a message and the next message. */
function bodyLength(metadata: Buffer): number {
  const length = Number(FlatTable.root(metadata).int64(BODY_LENGTH));
  if (length < 0) throw new RangeError(`The body of a message has ${length} bytes`);
  return length;
}
