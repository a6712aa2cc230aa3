import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { invalid } from '../../domain/errors.ts';
import { BoundedStream } from './multipart-file.ts';

/** A compressed file on its way in. */
export interface CompressedFile {
  readonly content: Readable;
  /** Of what comes out: a small file can hold a thousand times its size. */
  readonly maxBytes: number;
  readonly fileName: string;
}

/**
 * Decompresses a file while it comes in.
 * @param store must read the content to its end, or throw
 * @throws ApiError 413 as soon as more comes out than is allowed, DomainError invalid when it is not gzip or ends early
 */
export async function gunzipUpload<T>(
  { content, maxBytes, fileName }: CompressedFile,
  store: (content: Readable) => Promise<T>,
): Promise<T> {
  const gunzip = createGunzip();
  const faults: NodeJS.ErrnoException[] = [];
  gunzip.once('error', (error) => faults.push(error));
  // What fails destroys the last stream, by which `store` fails.
  const plain = pipeline(content, gunzip, new BoundedStream(maxBytes), () => undefined);
  try {
    return await store(plain);
  } catch (error) {
    if (!faults.some(({ code }) => code?.startsWith('Z_'))) throw error;
    throw invalid(`${fileName} cannot be decompressed: it is not gzip, damaged, or ends early`);
  }
}
