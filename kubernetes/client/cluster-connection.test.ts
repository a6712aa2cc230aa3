import { KubeConfig } from '@kubernetes/client-node';
import { jest } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect, Socket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { createPki, type Pki } from '../../test/cluster/pki.ts';
import { SocksProxy } from '../../test/support/socks-proxy.ts';
import { until } from '../../test/support/until.ts';
import { KubeApi } from './kube-api.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'millrace-kubeconfig-'));
let pki: Pki;
let server: Server;
let url: string;

beforeAll(async () => {
  pki = createPki(folder);
  const { key, certificate } = pki.apiServer;
  server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) });
  server.on('request', ({ socket }, response) => {
    response.end(JSON.stringify({ name: socket instanceof TLSSocket ? socket.servername : null }));
  });
  url = `https://127.0.0.1:${await portOf(server)}`;
});

afterAll(async () => {
  await stop(server);
  rmSync(folder, { recursive: true });
});

async function portOf(listening: Server): Promise<number> {
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return (listening.address() as AddressInfo).port;
}

async function stop(listening: Server): Promise<void> {
  listening.closeAllConnections();
  listening.close();
  await once(listening, 'close');
}

/** What the server answers to a client with this cluster in its kubeconfig. @param user null: none is named */
async function askWith(
  cluster: Readonly<Record<string, string | boolean>>,
  user: string | null = 'u',
): Promise<unknown> {
  const api = new KubeApi(kubeconfig(cluster, user));
  try {
    return await api.request('/version');
  } finally {
    await api.close();
  }
}

function kubeconfig(cluster: object, user: string | null = 'u'): KubeConfig {
  const config = new KubeConfig();
  const content = {
    clusters: [{ name: 'far', cluster: { server: url, ...cluster } }],
    users: [{ name: 'u', user: { token: 't' } }],
    contexts: [{ name: 'x', context: { cluster: 'far', ...(user === null ? {} : { user }) } }],
    'current-context': 'x',
  };
  config.loadFromString(JSON.stringify(content));
  return config;
}

/** An HTTP proxy that opens tunnels; `opened` gets where each leads and who asked for it. */
async function startProxy(opened: object[]): Promise<{ proxy: Server; port: number }> {
  const proxy = createHttpServer();
  proxy.on('connect', ({ url: target = '', headers }, socket) => {
    opened.push({ target, by: headers['proxy-authorization'] });
    const { hostname, port } = new URL(`http://${target}`);
    const tunnel = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    for (const end of [tunnel, socket]) end.on('error', () => tunnel.destroy());
  });
  return { proxy, port: await portOf(proxy) };
}

describe('a kubeconfig', () => {
  it('without a certificate authority is refused an unknown certificate', async () => {
    await expect(askWith({})).rejects.toThrow(/certificate/);
  });

  it('with insecure-skip-tls-verify accepts any certificate', async () => {
    await expect(askWith({ 'insecure-skip-tls-verify': true })).resolves.toBeDefined();
  });

  it('with tls-server-name asks for that name and checks it', async () => {
    const trusting = { 'certificate-authority': pki.ca.certificate };
    const named = askWith({ ...trusting, 'tls-server-name': 'kubernetes.default' });
    await expect(named).resolves.toEqual({ name: 'kubernetes.default' });
    const wrong = askWith({ ...trusting, 'tls-server-name': 'other.example' });
    await expect(wrong).rejects.toThrow(/other\.example/);
  });

  it('with proxy-url reaches the server through a tunnel, and checks the certificate there', async () => {
    const opened: object[] = [];
    const { proxy, port } = await startProxy(opened);
    const proxied = { 'proxy-url': `http://me:secret@127.0.0.1:${port}` };
    const trusting = { ...proxied, 'certificate-authority': pki.ca.certificate };

    const answer = await askWith({ ...trusting, 'tls-server-name': 'kubernetes' });
    const unknown = await askWith(proxied).catch((error: unknown) => error);

    await stop(proxy);
    expect(answer).toEqual({ name: 'kubernetes' });
    expect(String(unknown)).toMatch(/certificate/);
    const by = `Basic ${Buffer.from('me:secret').toString('base64')}`;
    expect(opened[0]).toEqual({ target: url.slice('https://'.length), by });
  });

  it('with a SOCKS5 proxy-url reaches the server through it, and checks the certificate there', async () => {
    const proxy = await SocksProxy.start();
    const proxied = { 'proxy-url': `socks5://me:secret@127.0.0.1:${proxy.port}` };
    const trusting = { ...proxied, 'certificate-authority': pki.ca.certificate };

    const answer = await askWith({ ...trusting, 'tls-server-name': 'kubernetes' });
    const unknown = await askWith(proxied).catch((error: unknown) => error);

    await proxy.stop();
    expect(answer).toEqual({ name: 'kubernetes' });
    expect(String(unknown)).toMatch(/certificate/);
    expect(proxy.opened[0]).toEqual({ target: url.slice('https://'.length), by: 'me:secret' });
  });

  it('with a SOCKS5 proxy-url opens as many connections as without, and has a silent one probed', async () => {
    const waiting: ServerResponse[] = [];
    const held = createHttpServer((_request, response) => waiting.push(response));
    const server = `http://127.0.0.1:${await portOf(held)}`;
    const proxy = await SocksProxy.start();
    const probes = jest.spyOn(Socket.prototype, 'setKeepAlive');
    const api = new KubeApi(
      kubeconfig({ server, 'proxy-url': `socks5://me:secret@127.0.0.1:${proxy.port}` }),
    );
    try {
      const answers = Promise.all(Array.from({ length: 40 }, () => api.request('/version')));
      let answered = 0;
      while (answered < 40) {
        await until(() => waiting.length > 0, 10_000);
        // Those beyond the bound come over the connections that are free again.
        if (answered === 0) await until(() => waiting.length >= 32, 10_000);
        for (const response of waiting.splice(0)) {
          response.end('{}');
          answered += 1;
        }
      }
      await answers;
      expect(proxy.opened).toHaveLength(32);
      expect(probes).toHaveBeenCalledWith(true, 15_000);
    } finally {
      probes.mockRestore();
      await api.close();
      await proxy.stop();
      await stop(held);
    }
  });

  it('whose context names no user has the authority and the name of its cluster', async () => {
    const trusting = { 'certificate-authority': pki.ca.certificate };
    const named = askWith({ ...trusting, 'tls-server-name': 'kubernetes.default' }, null);
    await expect(named).resolves.toEqual({ name: 'kubernetes.default' });
    await expect(askWith({}, null)).rejects.toThrow(/certificate/);
  });

  it('whose context names a user that is not there is refused', () => {
    expect(() => new KubeApi(kubeconfig({}, 'nobody'))).toThrow(
      'The current context of the kubeconfig names the user nobody, who is not in it.',
    );
  });

  it.each(['socks4://me:secret@127.0.0.1:1080', 'me:secret@proxy'])(
    'with the proxy-url %s is refused in a sentence that does not quote it',
    (proxy) => {
      expect(() => new KubeApi(kubeconfig({ 'proxy-url': proxy }))).toThrow(
        'The proxy-url of the cluster far in the kubeconfig cannot be used: give the URL of a proxy that begins with http://, https:// or socks5://.',
      );
    },
  );
});
