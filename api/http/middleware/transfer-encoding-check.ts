import type { RequestHandler } from 'express';
import { ApiError } from '../errors.ts';

/**
 * Rejects transfer codings other than `chunked` with 501 (RFC 9112, section 6.1). Node decodes only
 * `chunked`, so a compressed body would be read as it is.
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
