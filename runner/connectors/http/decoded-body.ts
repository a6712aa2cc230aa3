import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { UserError } from '../../domain/errors.ts';

/** The encodings of bodies that `decoderOf` can decode, for the header `Accept-Encoding`. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/**
 * The stream that decodes a body; null: it is not encoded.
 * @throws UserError for an encoding that nobody asked for
 */
export function decoderOf({ headers }: IncomingMessage): Duplex | null {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  switch (encoding) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new UserError('the server answers in a content encoding that cannot be decoded');
  }
}
