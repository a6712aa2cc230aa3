import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { offerSharedServers, requestSharedServer, type SharedServers } from './shared-servers.ts';

describe('servers that test files share', () => {
  const variable = process.env.MILLRACE_TEST_SERVERS;
  let servers: SharedServers;

  afterEach(() => {
    if (variable === undefined) delete process.env.MILLRACE_TEST_SERVERS;
    else process.env.MILLRACE_TEST_SERVERS = variable;
  });

  it('starts a server at the first request and stops it with the run', async () => {
    const events: string[] = [];
    servers = await offerSharedServers({
      database: () => {
        events.push('start');
        const stop = (): Promise<void> => Promise.resolve(void events.push('stop'));
        return Promise.resolve({ address: 'postgres://here', stop });
      },
    });
    expect(events).toEqual([]);
    const request = (): Promise<string> => requestSharedServer('database', servers.url);
    expect(await Promise.all([request(), request()])).toEqual(Array(2).fill('postgres://here'));
    await servers.stop();
    expect(events).toEqual(['start', 'stop']);
  });

  it('reports to each request why the server did not start', async () => {
    servers = await offerSharedServers({ database: () => Promise.reject(new Error('no space')) });
    const request = (): Promise<string> => requestSharedServer('database', servers.url);
    await expect(request()).rejects.toThrow('no space');
    await expect(request()).rejects.toThrow('no space');
    await expect(requestSharedServer('queue', servers.url)).rejects.toThrow('named queue');
    await servers.stop();
  });

  it('starts no server without a request', async () => {
    servers = await offerSharedServers({ database: () => Promise.reject(new Error('started')) });
    await expect(servers.stop()).resolves.toBeUndefined();
  });

  it('is requested again when the connection breaks', async () => {
    let requests = 0;
    const breaking = createServer((request, response) => {
      requests += 1;
      if (requests === 1) request.destroy();
      else response.end('address');
    }).listen(0, '127.0.0.1');
    await once(breaking, 'listening');
    const { port } = breaking.address() as AddressInfo;
    expect(await requestSharedServer('database', `http://127.0.0.1:${port}`)).toBe('address');
    breaking.closeAllConnections();
    breaking.close();
    await once(breaking, 'close');
  });
});
