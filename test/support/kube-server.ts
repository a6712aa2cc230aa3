import { KubeConfig } from '@kubernetes/client-node';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KubeApi } from '../../kubernetes/client/kube-api.ts';

export interface KubeServer {
  readonly api: KubeApi;
  /** Returns the number of connections opened so far. */
  connections(): number;
  stop(): Promise<void>;
}

/**
 * Starts an HTTP server in place of an API server. `answer` gets each request with its body.
 * @param base the path under which a proxy would serve it
 */
export async function startKubeServer(
  answer: (url: URL, response: ServerResponse, request: { method: string; body: unknown }) => void,
  base = '',
): Promise<KubeServer> {
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://server');
      answer(url, response, { method: request.method ?? '', body });
    });
  });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    {
      name: 'c',
      server: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
      skipTLSVerify: true,
    },
    { name: 'u' },
  );
  const api = new KubeApi(config);
  return {
    api,
    connections: () => connections,
    stop: async () => {
      await api.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers with an error of the Kubernetes API. */
export function respondWithStatus(response: ServerResponse, code: number, reason: string): void {
  response.writeHead(code).end(JSON.stringify({ kind: 'Status', reason, message: reason }));
}

async function read(request: IncomingMessage): Promise<unknown> {
  const text = (await request.toArray()).join('');
  return text === '' ? null : JSON.parse(text);
}
