import compression from 'compression';
import type { RequestHandler } from 'express';

/**
 * Compresses responses of 1024 bytes or more with gzip. Event streams are excluded, since compression
 * buffers events, and so are downloads, since their length and ETag are those of the stored bytes.
 */
export function compress(): RequestHandler {
  return compression({
    threshold: 1024,
    filter: (request, response) => {
      const type = response.getHeader('Content-Type');
      const isStream = typeof type === 'string' && type.startsWith('text/event-stream');
      const isFile = response.hasHeader('Content-Disposition') && response.hasHeader('ETag');
      return !isStream && !isFile && compression.filter(request, response);
    },
  });
}
