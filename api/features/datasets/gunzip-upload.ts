import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { invalid } from '../../domain/errors.ts';
import { BoundedStream } from './multipart-file.ts';

/** A compressed file that is being uploaded. */
export interface CompressedFile {
  readonly content: Readable;
  /** The limit of the decompressed size; a small file can expand a thousandfold. */
  readonly maxBytes: number;
  readonly fileName: string;
}

/**
 * Decompresses a file while it is uploaded.
 * @param store must read the content to its end, or throw
 * @throws ApiError 413 when the content exceeds the limit; DomainError invalid for broken or truncated gzip
 */
export async function gunzipUpload<T>(
  { content, maxBytes, fileName }: CompressedFile,
  store: (content: Readable) => Promise<T>,
): Promise<T> {
  const gunzip = createGunzip();
  const faults: NodeJS.ErrnoException[] = [];
  gunzip.once('error', (error) => faults.push(error));
  // An error destroys the last stream, so `store` fails.
  const plain = pipeline(content, gunzip, new BoundedStream(maxBytes), () => undefined);
  try {
    return await store(plain);
  } catch (error) {
    if (!faults.some(({ code }) => code?.startsWith('Z_'))) throw error;
    throw invalid(`${fileName} cannot be decompressed: it is not gzip, damaged, or ends early`);
  }
}
