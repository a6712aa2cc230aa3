import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../runner/domain/errors.ts';
import { makeFolder } from '../runner/storage/make-folder.ts';
import { fileErrorReason } from './file-error-reason.ts';

/** Invalid usage of the command line: the command does nothing and exits with 2. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
}

/** @throws UsageError when a file that an option names cannot be read */
export function requireReadableFile(option: string, file: string): void {
  try {
    accessSync(file, constants.R_OK);
    if (statSync(file).isFile()) return;
  } catch (cause) {
    throw new UsageError(`${option}: ${file} cannot be read: ${fileErrorReason(file, cause)}.`, {
      cause,
    });
  }
  throw new UsageError(`${option}: ${file} is no file.`);
}

/**
 * Creates a folder and its parents.
 * @throws UsageError when the folder cannot be created or written to
 */
export function requireWritableFolder(option: string, folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    if (statSync(folder).isDirectory()) return;
  } catch (cause) {
    throw new UsageError(
      `${option}: ${folder} cannot be written to: ${fileErrorReason(folder, cause)}.`,
      { cause },
    );
  }
  throw new UsageError(`${option}: ${folder} is no folder.`);
}

/**
 * Creates the folder of an output file. A device or a pipe is written in place, so its folder need not be
 * writable.
 * @throws UsageError when the file cannot be written
 */
export function requireWritableFile(option: string, file: string): void {
  try {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw new UsageError(`${option}: ${file} is a folder.`);
    if (there === undefined || there.isFile()) requireWritableFolder(option, path.dirname(file));
    if (there !== undefined) accessSync(file, constants.W_OK);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(
      `${option}: ${file} cannot be written to: ${fileErrorReason(file, cause)}.`,
      {
        cause,
      },
    );
  }
}
