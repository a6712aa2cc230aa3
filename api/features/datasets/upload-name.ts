import path from 'node:path';
import {
  hasOnlyNameCharacters,
  MAX_DATASET_NAME_LENGTH,
} from '../../../runner/domain/dataset-name.ts';
import {
  FORMAT_BY_EXTENSION,
  storedFileName,
  type FileFormat,
} from '../../../runner/domain/file-format.ts';
import { unreadableName } from '../../../runner/domain/other-formats.ts';
import { invalid } from '../../domain/errors.ts';

export interface UploadName {
  /** The file name without folders, outer blanks and the compression suffix; for messages. */
  readonly fileName: string;
  /** The same with the extension of the stored file. */
  readonly name: string;
  /** The extension of the stored file: lower case, with its dot. */
  readonly extension: string;
  readonly format: FileFormat;
  readonly isGzip: boolean;
}

/** Text formats; the others are already compressed. */
const COMPRESSIBLE: readonly FileFormat[] = ['csv', 'tsv', 'json', 'jsonl', 'text'];

/**
 * Derives the format of an upload from its file name.
 * @throws DomainError invalid for a name that a dataset cannot have
 */
export function readUploadName(fileName: string): UploadName {
  const name = (fileName.split(/[\\/]/).at(-1) ?? '').trim();
  if (name.length > MAX_DATASET_NAME_LENGTH) {
    throw invalid(`The file's name is longer than ${MAX_DATASET_NAME_LENGTH} characters`);
  }
  if (!hasOnlyNameCharacters(name)) {
    throw invalid("The file's name has characters that cannot be kept");
  }
  return readKind(name);
}

function readKind(name: string): UploadName {
  const isGzip = /\.gz$/i.test(name);
  const inner = isGzip ? name.slice(0, -'.gz'.length) : name;
  const extension = path.extname(inner).toLowerCase();
  const format = Object.hasOwn(FORMAT_BY_EXTENSION, extension)
    ? FORMAT_BY_EXTENSION[extension]
    : undefined;
  if (format !== undefined && (!isGzip || COMPRESSIBLE.includes(format))) {
    const name = storedFileName(inner);
    return { fileName: inner, name, extension: storedFileName(extension), format, isGzip };
  }
  throw invalid(unreadableName(name));
}
