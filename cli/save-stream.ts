import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../runner/domain/error-code.ts';
import { UserError } from '../runner/domain/errors.ts';
import { cleanUpOnExit } from './clean-up-on-exit.ts';
import { STANDARD_STREAM } from './standard-stream.ts';

/**
 * Writes a stream to standard output, or to a file that appears only when it is complete.
 * @param file a path, or `-`
 * @param broken creates the error to throw when the stream fails
 * @throws UserError when the file cannot be written
 */
export async function saveStream(
  source: AsyncIterable<Uint8Array>,
  file: string,
  broken: (error: unknown) => Error,
): Promise<void> {
  const read = Readable.from(guarded(source, broken));
  if (file === STANDARD_STREAM) {
    await copy(read, process.stdout, file);
    return;
  }
  // A device or a pipe cannot be renamed over.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    await copy(read, createWriteStream(file), file);
    return;
  }
  const part = `${file}.${process.pid}.part`;
  const remove = (): void => {
    rmSync(part, { force: true });
  };
  await cleanUpOnExit(remove, async () => {
    try {
      await copy(read, createWriteStream(part, { flags: 'wx' }), file);
      renameSync(part, file);
    } finally {
      remove();
    }
  });
}

/** Distinguishes errors of the source from errors of the file. */
class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly reason: Error;

  constructor(reason: Error) {
    super(reason.message, { cause: reason });
    this.reason = reason;
  }
}

async function* guarded(
  source: AsyncIterable<Uint8Array>,
  broken: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    for await (const chunk of source) yield chunk;
  } catch (error) {
    throw new SourceError(broken(error));
  }
  return undefined;
}

async function copy(source: Readable, target: Writable, file: string): Promise<void> {
  try {
    await pipeline(source, target, { end: target !== process.stdout });
  } catch (error) {
    if (error instanceof SourceError) throw error.reason;
    throw new UserError(`${file} cannot be written (${errorCode(error) ?? String(error)}).`, {
      cause: error,
    });
  }
}
