import { rm } from 'node:fs/promises';
import type { Encoding } from '../../domain/parse-options.ts';
import { withHalves } from '../half-characters.ts';
import type { FormatRequest, FormatResult } from '../ingest-request.ts';
import { isUtf8Encoding, transcodeToUtf8 } from './transcode.ts';

/** Reads a file in UTF-8: the file itself, or a temporary copy. */
export async function withUtf8Copy(
  request: FormatRequest,
  encoding: Encoding,
  read: (path: string) => Promise<FormatResult>,
): Promise<FormatResult> {
  if (isUtf8Encoding(encoding)) return read(request.path);
  const copy = `${request.dataPath}.utf8`;
  try {
    const halves = await transcodeToUtf8(request, encoding, copy);
    return withHalves(await read(copy), halves);
  } finally {
    await rm(copy, { force: true });
  }
}
