import { once } from 'node:events';
import { respondWithStatus, startKubeServer } from '../../test/support/kube-server.ts';
import { until } from '../../test/support/until.ts';
import { KubeApiError } from './kube-api-error.ts';

/** KubeApi opens fewer. */
const MORE_THAN_CONNECTIONS = 40;

describe('KubeApi', () => {
  it('prefixes requests with the path of a server behind a proxy', async () => {
    const server = await startKubeServer((url, response) => {
      const { pathname, searchParams } = url;
      response.end(JSON.stringify({ pathname, query: Object.fromEntries(searchParams) }));
    }, '/k8s/clusters/c-1');
    const query = { labelSelector: 'a=b,c in (d)', limit: '500' };

    const heard = await server.api.request('/api/v1/pods', { query });

    expect(heard).toEqual({ pathname: '/k8s/clusters/c-1/api/v1/pods', query });
    await server.stop();
  });

  it('reuses its connections and opens no more than the limit', async () => {
    const server = await startKubeServer((_url, response) => response.end('{}'));
    for (let count = 0; count < 20; count += 1) await server.api.request('/api/v1/pods');
    // One that has just answered may not count as free yet.
    expect(server.connections()).toBeLessThanOrEqual(2);
    const many = Array.from({ length: 200 }, () => server.api.request('/api/v1/pods'));
    await Promise.all(many);
    expect(server.connections()).toBeLessThan(MORE_THAN_CONNECTIONS);
    await server.stop();
  });

  it.each([
    ['the delay that the server asks for', '3', 3],
    ['at most five minutes, however long the server asks for', '99999999', 300],
  ])(
    'reports a rejection with its reason, and as retry delay %s',
    async (_what, after, seconds) => {
      const server = await startKubeServer((_url, response) => {
        response.setHeader('retry-after', after);
        respondWithStatus(response, 429, 'TooManyRequests');
      });

      const refused = server.api.request('/api/v1/pods');

      await expect(refused).rejects.toBeInstanceOf(KubeApiError);
      const status = { code: 429, reason: 'TooManyRequests', retryAfterSeconds: seconds };
      await expect(refused).rejects.toMatchObject(status);
      await server.stop();
    },
  );

  it('aborts a request that waits for a connection', async () => {
    let heard = 0;
    const server = await startKubeServer(() => (heard += 1));
    const { api } = server;
    const unanswered = Array.from({ length: MORE_THAN_CONNECTIONS }, () =>
      api.request('/api/v1/pods').catch(() => undefined),
    );
    const caller = new AbortController();
    const waiting = api.request('/api/v1/pods', { signal: caller.signal });
    await until(() => heard > 0);

    caller.abort(new Error('nobody waits any more'));

    await expect(waiting).rejects.toThrow('nobody waits any more');
    expect(heard).toBeLessThan(MORE_THAN_CONNECTIONS);
    await server.stop();
    await Promise.all(unanswered);
  });

  it('closes a watch when its reader stops reading', async () => {
    let watched: Promise<unknown> = Promise.resolve();
    const server = await startKubeServer((_url, response) => {
      watched = once(response, 'close');
      response.write('{"type":"ADDED"}\n');
    });
    const { signal } = new AbortController();

    for await (const line of server.api.lines('/api/v1/pods', { signal })) {
      expect(line).toBe('{"type":"ADDED"}');
      break;
    }

    await expect(watched).resolves.toBeDefined();
    await server.stop();
  });
});
