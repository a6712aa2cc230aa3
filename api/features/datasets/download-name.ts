import path from 'node:path';
import { FORMAT_BY_EXTENSION } from '../../../runner/domain/file-format.ts';

/** The file name of a download: the name of the dataset, with the extension of its format. */
export function withExtension(name: string, file: string): string {
  const [extension, named] = [path.extname(file), path.extname(name)].map((text) =>
    text.toLowerCase(),
  );
  const isNamed = FORMAT_BY_EXTENSION[named ?? ''] === FORMAT_BY_EXTENSION[extension ?? ''];
  return isNamed ? name : `${name}${extension}`;
}
