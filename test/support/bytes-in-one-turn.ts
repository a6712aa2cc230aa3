import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

const REQUEST = 'http.server.request.start';

/**
 * @param work whose requests are answered by servers of this process
 * @returns the most bytes that these handed to their connections in one turn of the event loop
 */
export async function mostBytesInOneTurn(work: () => Promise<void>): Promise<number> {
  const written = new Map<Socket, number>();
  const add = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    if (!written.has(socket)) written.set(socket, socket.bytesWritten);
  };
  let most = 0;
  let isDone = false;
  const look = (): void => {
    let bytes = 0;
    for (const [socket, before] of written) {
      bytes += socket.bytesWritten - before;
      written.set(socket, socket.bytesWritten);
    }
    most = Math.max(most, bytes);
    if (!isDone) setImmediate(look);
  };
  subscribe(REQUEST, add);
  setImmediate(look);
  try {
    await work();
  } finally {
    isDone = true;
    unsubscribe(REQUEST, add);
  }
  return most;
}
