import type { Readable } from 'node:stream';
import { UserError } from '../runner/domain/errors.ts';
import { fileErrorReason } from './file-error-reason.ts';
import { shownFile } from './standard-stream.ts';

/**
 * Yields the content of a file.
 * @param file a path, or `-`
 * @throws UserError with the file's name when reading fails
 */
export async function* readFileStream(
  file: string,
  content: Readable,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    for await (const chunk of content) yield chunk as Uint8Array;
  } catch (cause) {
    throw new UserError(`${shownFile(file)} cannot be read: ${fileErrorReason(file, cause)}.`, {
      cause,
    });
  }
  return undefined;
}
