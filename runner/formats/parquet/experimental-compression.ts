import { UserError } from '../../domain/errors.ts';
import { readHead } from '../text/file-chunks.ts';
import type { ArrowKind } from './arrow-to-parquet.ts';

/** The magic bytes of a file and their padding; a stream begins with its first message. */
const MESSAGES_AT: Readonly<Record<ArrowKind, number>> = { file: 8, stream: 0 };
/** The mark and the length of a message. */
const PREFIX = 8;
const CONTINUATION = 0xffffffff;
/** Longer metadata is not read. */
const MAX_METADATA_BYTES = 2 ** 26;
const KEY = 'ARROW:experimental_compression';

/**
 * Rejects an Arrow file whose columns are compressed as before Arrow 1.0 defined how: the library reads the
 * compressed bytes as values. The batch behind the schema names it.
 * @throws UserError
 */
export async function rejectExperimentalCompression(path: string, kind: ArrowKind): Promise<void> {
  const schema = await messageEnd(path, MESSAGES_AT[kind]);
  const batch = schema === null ? null : await messageEnd(path, schema);
  if (schema === null || batch === null) return;
  const metadata = (await readHead(path, batch)).subarray(schema);
  if (!metadata.includes(KEY)) return;
  throw new UserError(
    'the columns are compressed as before Arrow 1.0, which cannot be read. Read it with pyarrow 0.17 or later, and write it again.',
  );
}

/** Where the metadata of a message ends; null: there is none, or the file is damaged, which its reader says. */
async function messageEnd(path: string, start: number): Promise<number | null> {
  const prefix = (await readHead(path, start + PREFIX)).subarray(start);
  if (prefix.length < PREFIX || prefix.readUInt32LE(0) !== CONTINUATION) return null;
  const length = prefix.readUInt32LE(4);
  return length === 0 || length > MAX_METADATA_BYTES ? null : start + PREFIX + length;
}
