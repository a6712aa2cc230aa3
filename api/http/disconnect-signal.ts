import type { ServerResponse } from 'node:http';

/** Aborts when the answer is over: the caller has it, or has left, maybe before this is asked. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  // A response that has closed emits no further `close`.
  if (response.closed || response.destroyed) return AbortSignal.abort();
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  return gone.signal;
}
