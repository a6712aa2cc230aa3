import type { Readable } from 'node:stream';
import { UserError } from '../runner/domain/errors.ts';
import { fileFault } from './file-fault.ts';
import { shownFile } from './standard-stream.ts';

/**
 * The content of a file.
 * @param file a path, or `-`
 * @throws UserError that names the file when it breaks off
 */
export async function* readable(
  file: string,
  content: Readable,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    for await (const chunk of content) yield chunk as Uint8Array;
  } catch (cause) {
    throw new UserError(`${shownFile(file)} cannot be read: ${fileFault(file, cause)}.`, { cause });
  }
  return undefined;
}
