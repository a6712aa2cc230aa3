import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a server fails after it has done what a request asks for. */
export interface ServerFailure {
  /** The first such request is passed on, and its answer is lost. */
  readonly at: (request: IncomingMessage) => boolean;
  /** What the client gets instead: HTTP 500, or the end of its connection. */
  readonly by: 'answering 500' | 'hanging up';
  /** Whether all later requests fail likewise, and are not passed on. */
  readonly isLasting: boolean;
}

/** A reverse proxy in front of a server, which fails when a test wants it. */
export interface FailingProxy {
  readonly url: string;
  /** Null: it does not fail, or it has recovered. */
  failure: ServerFailure | null;
  close(): Promise<void>;
}

/** @param target the origin of the server, for example `http://127.0.0.1:9000` */
export async function startFailingProxy(target: string): Promise<FailingProxy> {
  const { hostname, port } = new URL(target);
  let failed: ServerFailure | null = null;
  const server = http.createServer((request, response) => {
    const fail = ({ by }: ServerFailure): void => {
      request.resume();
      if (by === 'hanging up') response.destroy();
      else response.writeHead(500).end();
    };
    if (proxy.failure === null) failed = null;
    if (failed?.isLasting === true) {
      fail(failed);
      return;
    }
    const { method, url, headers } = request;
    const isLost = failed === null && proxy.failure?.at(request) === true;
    if (isLost) failed = proxy.failure;
    // The Host header is part of the signature.
    const forwarded = http.request({ hostname, port, method, path: url, headers }, (answer) => {
      if (isLost && failed !== null) {
        answer.resume();
        fail(failed);
        return;
      }
      response.writeHead(answer.statusCode ?? 502, throughProxy(answer.headers));
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  /** An upload may continue at an address that the server names. */
  const throughProxy = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
    const { location } = headers;
    return location === undefined
      ? headers
      : { ...headers, location: location.replace(target, proxy.url) };
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FailingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failure: null,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
