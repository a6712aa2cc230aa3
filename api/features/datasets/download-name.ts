import path from 'node:path';
import { FORMAT_BY_EXTENSION } from '../../../runner/domain/file-format.ts';

/** The name of a dataset, with the extension of its file where the name has none of that format. */
export function withExtension(name: string, file: string): string {
  const [extension, named] = [path.extname(file), path.extname(name)].map((text) =>
    text.toLowerCase(),
  );
  const isNamed = FORMAT_BY_EXTENSION[named ?? ''] === FORMAT_BY_EXTENSION[extension ?? ''];
  return isNamed ? name : `${name}${extension}`;
}
