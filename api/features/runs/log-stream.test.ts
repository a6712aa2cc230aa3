import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { streamRunLogs } from './log-stream.ts';
import type { RunWatch } from '../../execution/launch/run-service.ts';

/**
 * Serves one stream of a run that never finishes.
 * @param finishedRun answers each poll; default: the run goes on
 * @returns the text of the stream, once the handler returned
 */
async function neverEnding(
  maxWaitMs: number,
  client: (url: string) => Promise<string>,
  finishedRun: RunWatch['finishedRun'] = () => Promise.resolve(null),
): Promise<string> {
  const watch: RunWatch = {
    finishedRun,
    whenFinished: () => new Promise(() => undefined),
  };
  const done = Promise.withResolvers<null>();
  const server = createServer((_request, response) => {
    void streamRunLogs(response, watch, { maxWaitMs, keepAliveMs: 5 }).then(() => {
      done.resolve(null);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const text = await client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await done.promise;
  server.close();
  return text;
}

describe('the log stream of a run that never finishes', () => {
  it('ends with an error after the maximum wait', async () => {
    const text = await neverEnding(40, async (url) => await (await fetch(url)).text());
    expect(text).toMatch(/^(: keepalive\n\n)+event: error\ndata: (.*)\n\n$/);
    expect(text).toContain('{"detail":"Timed out waiting for run completion"}');
  });

  it('ends with an error when the run is deleted', async () => {
    const looks = [null, 'gone'] as const;
    let look = 0;
    const text = await neverEnding(
      60_000,
      async (url) => await (await fetch(url)).text(),
      () => Promise.resolve(looks[look++] ?? null),
    );
    expect(text).toBe(': keepalive\n\nevent: error\ndata: {"detail":"The run was deleted"}\n\n');
  });

  it('stops when the client goes away', async () => {
    const text = await neverEnding(60_000, async (url) => {
      const gone = new AbortController();
      const response = await fetch(url, { signal: gone.signal });
      const reader = response.body?.getReader();
      const first = await reader?.read();
      gone.abort();
      return Buffer.from(first?.value ?? []).toString();
    });
    expect(text).toMatch(/^: keepalive\n\n/);
  });
});
