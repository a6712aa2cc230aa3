import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { decoderOf } from './decoded-body.ts';

/** What says why a server gives no data is short. */
const MAX_BYTES = 1 << 16;

/**
 * How the body of an answer begins. The status is the answer: a body that is damaged, cut or late is read as far as it
 * comes, and one without an end no further than its beginning.
 */
export async function bodyHead(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of decoded(response)) {
      parts.push(part as Buffer);
      size += (part as Buffer).length;
      if (size >= MAX_BYTES) break;
    }
  } catch {
    // What was read before the error is the beginning.
  } finally {
    response.destroy();
  }
  return Buffer.concat(parts).subarray(0, MAX_BYTES).toString('utf8');
}

function decoded(response: IncomingMessage): Readable {
  const decoder = decoderOf(response);
  if (decoder === null) return response;
  response.once('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
}
