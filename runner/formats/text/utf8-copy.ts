import { rm } from 'node:fs/promises';
import type { Encoding } from '../../domain/parse-options.ts';
import type { FormatRequest } from '../ingest-request.ts';
import { isUtf8Encoding, transcodeToUtf8 } from './transcode.ts';

/** Calls `read` with the path of the file in UTF-8: the file itself, or a temporary copy. */
export async function withUtf8Copy<T>(
  request: FormatRequest,
  encoding: Encoding,
  read: (path: string) => Promise<T>,
): Promise<T> {
  if (isUtf8Encoding(encoding)) return read(request.path);
  const copy = `${request.dataPath}.utf8`;
  try {
    await transcodeToUtf8(request, encoding, copy);
    return await read(copy);
  } finally {
    await rm(copy, { force: true });
  }
}
