import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

const REQUEST = 'http.server.request.start';

/**
 * Measures how many bytes servers write before they yield to the event loop.
 * @param work sends requests to servers of this process
 * @returns the maximum of bytes that they wrote to connections in one turn of the event loop
 */
export async function maxBytesPerTurn(work: () => Promise<void>): Promise<number> {
  const written = new Map<Socket, number>();
  const add = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    if (!written.has(socket)) written.set(socket, socket.bytesWritten);
  };
  let max = 0;
  let isDone = false;
  const measure = (): void => {
    let bytes = 0;
    for (const [socket, before] of written) {
      bytes += socket.bytesWritten - before;
      written.set(socket, socket.bytesWritten);
    }
    max = Math.max(max, bytes);
    if (!isDone) setImmediate(measure);
  };
  subscribe(REQUEST, add);
  setImmediate(measure);
  try {
    await work();
  } finally {
    isDone = true;
    unsubscribe(REQUEST, add);
  }
  return max;
}
