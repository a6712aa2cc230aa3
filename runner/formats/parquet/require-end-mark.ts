import { UserError } from '../../domain/errors.ts';

const CONTINUATION = 0xffffffff;
/** Where the table of a message says at which offset it has the length of its body (Message.fbs). */
const BODY_LENGTH_SLOT = 10;

/**
 * Refuses an Arrow stream that does not end where its end mark is: the library takes any rows that
 * it finds, and a stream that was cut behind a record batch would lose the others. The format lets a
 * writer close without the mark, but those of Arrow and polars write it, and a file cannot tell a
 * closed writer from a cut.
 * @throws UserError without the file's name; RangeError when a message is damaged
 */
export function refuseCutStream(bytes: Buffer): void {
  let place = 0;
  while (place + 4 <= bytes.length) {
    const isContinued = bytes.readUInt32LE(place) === CONTINUATION;
    const metadata = place + (isContinued ? 8 : 4);
    if (metadata > bytes.length) break;
    const length = bytes.readUInt32LE(metadata - 4);
    if (length === 0) {
      refuseMore(bytes.length - metadata);
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

function refuseMore(count: number): void {
  if (count === 0) return;
  throw new UserError(
    `the Arrow stream has ${count} bytes behind its end mark. If the file holds several streams, upload each by itself.`,
  );
}

/** The bytes between the metadata of a message and the next message. */
function bodyLength(metadata: Buffer): number {
  const table = metadata.readUInt32LE(0);
  const slots = table - metadata.readInt32LE(table);
  if (metadata.readUInt16LE(slots) <= BODY_LENGTH_SLOT) return 0;
  const offset = metadata.readUInt16LE(slots + BODY_LENGTH_SLOT);
  if (offset === 0) return 0;
  const length = Number(metadata.readBigInt64LE(table + offset));
  if (length < 0) throw new RangeError(`The body of a message has ${length} bytes`);
  return length;
}
