import type { IncomingMessage, ServerResponse } from 'node:http';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MS = 5_000;

/**
 * For an answer that is given before the body was read: goes on reading for a while after the
 * answer, and drops what comes. Closing at once would make the kernel reset the connection, and
 * a client that is still sending would never see the answer.
 */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    let bytes = 0;
    const giveUp = (): void => {
      request.destroy();
    };
    const timer = setTimeout(giveUp, MAX_MS).unref();
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) giveUp();
    });
    request.once('close', () => {
      clearTimeout(timer);
    });
    request.resume();
  });
}
