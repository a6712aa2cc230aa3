import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that can hold requests: to clients, a server that received them but never answers. */
export interface HoldingProxy {
  readonly url: string;
  /** Holds requests with a method and an end of the path until `release`. */
  hold(method: string, suffix: string): void;
  /** Returns the number of held requests. */
  readonly held: number;
  /** Closes the connections of held requests and stops holding. */
  release(): void;
  close(): Promise<void>;
}

/** @param target the origin of the upstream server, for example `http://127.0.0.1:9000` */
export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  const { hostname, port } = new URL(target);
  const held = new Set<http.IncomingMessage>();
  let rule: { readonly method: string; readonly suffix: string } | null = null;
  const server = http.createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const [path = ''] = url.split('?');
    if (method === rule?.method && path.endsWith(rule.suffix)) {
      held.add(request);
      return;
    }
    // The Host header is part of the signature.
    const forwarded = http.request({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(method, suffix) {
      rule = { method, suffix };
    },
    get held() {
      return held.size;
    },
    release() {
      rule = null;
      for (const request of held) request.destroy();
      held.clear();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
