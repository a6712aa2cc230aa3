import type { RequestHandler } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Long enough for a client to notice the response. */
const DRAIN_MS = 2_000;

/**
 * Drains the body of a request that was answered before its end, e.g. with 413 or 401. A client that is
 * still sending would lose the response if the connection closed now. After two seconds it is closed.
 */
export function drainRequestBody(): RequestHandler {
  return (request, response, next) => {
    drainUnreadBody(request, response);
    next();
  };
}

/** The same for a request listener without Express. */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroy(), DRAIN_MS);
    request.once('close', () => {
      clearTimeout(timer);
    });
    request.resume();
  });
}
