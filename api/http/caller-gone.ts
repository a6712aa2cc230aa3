import type { ServerResponse } from 'node:http';

/** Aborts when the answer is over: the caller has it, or has left. */
export function callerGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  return gone.signal;
}
