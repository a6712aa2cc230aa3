import compression from 'compression';
import type { RequestHandler } from 'express';

/**
 * gzip for answers of 1024 bytes or more. Not for event streams, which must leave at once, and not for
 * files of runs, which are sent with their length and a tag of their bytes.
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
