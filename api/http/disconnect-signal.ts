import type { ServerResponse } from 'node:http';

/** Returns a signal that aborts when the response closes: it was sent, or the client disconnected. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  // A closed response emits no further `close`.
  if (response.closed || response.destroyed) return AbortSignal.abort();
  const disconnect = new AbortController();
  response.once('close', () => {
    disconnect.abort();
  });
  return disconnect.signal;
}
