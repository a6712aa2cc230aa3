import compression from 'compression';
import type { RequestHandler } from 'express';

/** gzip for answers of 1024 bytes or more. Not for event streams: they must leave at once. */
export function compress(): RequestHandler {
  return compression({
    threshold: 1024,
    filter: (request, response) => {
      const type = response.getHeader('Content-Type');
      const isStream = typeof type === 'string' && type.startsWith('text/event-stream');
      return !isStream && compression.filter(request, response);
    },
  });
}
