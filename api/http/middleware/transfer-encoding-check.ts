import type { RequestHandler } from 'express';
import { ApiError } from '../errors.ts';

/**
 * Refuses transfer codings other than `chunked`: Node decodes that one and leaves the others, so a
 * compressed body would be read as it is. RFC 9112, 6.1: a server that does not know a coding answers 501.
 */
export function transferEncodingCheck(): RequestHandler {
  return (request, _response, next) => {
    const coding = request.headers['transfer-encoding'] ?? 'chunked';
    if (coding.trim().toLowerCase() !== 'chunked') {
      throw new ApiError(501, 'The only transfer coding that this server knows is chunked', {
        Connection: 'close',
      });
    }
    next();
  };
}
