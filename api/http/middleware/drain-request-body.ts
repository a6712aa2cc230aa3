import type { RequestHandler } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Long enough for a client to notice the answer, too short to be a burden. */
const READ_ON_MS = 2_000;

/**
 * When a request was answered before its body was read (413, 401), the rest is thrown away for a
 * moment: cutting at once would make clients that still send lose the answer. Then it is cut.
 */
export function drainRequestBody(): RequestHandler {
  return (request, response, next) => {
    drainUnreadBody(request, response);
    next();
  };
}

/** The same for a listener that is no handler of Express. */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroy(), READ_ON_MS);
    request.once('close', () => {
      clearTimeout(timer);
    });
    request.resume();
  });
}
