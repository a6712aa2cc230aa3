import path from 'node:path';
import { FORMAT_OF_EXTENSION, type FileFormat } from '../../../runner/domain/file-format.ts';
import { badRequest } from '../../http/errors.ts';

export interface UploadName {
  /** Without folders, blanks at both ends dropped. */
  readonly name: string;
  /** Lower case, with its dot. */
  readonly extension: string;
  readonly format: FileFormat;
}

const MAX_LENGTH = 255;

/**
 * Reads what kind of file an upload is from its name.
 * @throws ApiError 400 when the name cannot be one of a dataset
 */
export function readUploadName(fileName: string): UploadName {
  const name = (fileName.split(/[\\/]/).at(-1) ?? '').trim();
  if (name.length > MAX_LENGTH) {
    throw badRequest(`The file's name is longer than ${MAX_LENGTH} characters`);
  }
  // Control characters would break headers and logs; Postgres cannot keep a NUL.
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) {
    throw badRequest("The file's name has characters that cannot be kept");
  }
  const extension = path.extname(name).toLowerCase();
  const format = Object.hasOwn(FORMAT_OF_EXTENSION, extension)
    ? FORMAT_OF_EXTENSION[extension]
    : undefined;
  if (format !== undefined) return { name, extension, format };
  const known = Object.keys(FORMAT_OF_EXTENSION).join(' ');
  throw badRequest(
    `${extension === '' ? 'A file without extension' : `A ${extension} file`} cannot be read; the extension must be one of ${known}`,
  );
}
