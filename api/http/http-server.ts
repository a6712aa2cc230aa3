import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../runner/domain/error-code.ts';
import { RETRY_SOON } from './errors.ts';
import { drainUnreadBody } from './middleware/drain-request-body.ts';
import { createServer } from './builtin-http.ts';
import { splitTarget } from './requests/split-target.ts';

/** Longer than the usual 60 s of proxies, so that the proxy closes idle connections first. */
const KEEP_ALIVE_MS = 65_000;
const ANY_ADDRESS = '::';
const HEADERS_TIMEOUT_MS = 30_000;
const BODY_IDLE_TIMEOUT_MS = 60_000;

export interface HttpServer {
  readonly url: string;
  /** Sets the listener of all further requests. Until then only `/health` succeeds. */
  handleWith(listener: RequestListener): void;
  /** Accepts no more connections and waits for active requests, up to the timeout. */
  drain(timeoutMs: number): Promise<void>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/**
 * Starts listening before the service is ready, so that a liveness probe succeeds while the database starts.
 * @param bodyIdleTimeoutMs how long a client can pause within its request body
 * @throws Error when the address is in use or does not belong to this machine
 */
export async function openHttpServer(
  host: string,
  port: number,
  bodyIdleTimeoutMs = BODY_IDLE_TIMEOUT_MS,
): Promise<HttpServer> {
  let current: RequestListener = whileStarting;
  const server = createServer((request, response) => {
    abortStalledBody(request, response, bodyIdleTimeoutMs);
    current(request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  // Uploads and responses can take long: only a stalled body times out.
  server.requestTimeout = 0;
  server.timeout = 0;
  await listen(server, port, host);
  const closed = once(server, 'close');
  return {
    url: urlOf(server, host),
    handleWith(listener) {
      current = listener;
    },
    async drain(timeoutMs) {
      server.close();
      const stopWaiting = new AbortController();
      await Promise.race([closed, delay(timeoutMs, undefined, { signal: stopWaiting.signal })]);
      stopWaiting.abort();
    },
    async close() {
      if (server.listening) server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** `::` means all addresses of both families; without IPv6 it falls back to all of IPv4. */
async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    if (host !== ANY_ADDRESS || errorCode(error) !== 'EAFNOSUPPORT') throw error;
    server.listen(port, '0.0.0.0');
    await once(server, 'listening');
  }
}

function abortStalledBody(
  request: IncomingMessage,
  response: ServerResponse,
  idleTimeoutMs: number,
): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (length === '0' && encoding === undefined) return;
  request.setTimeout(idleTimeoutMs, () => {
    // With unread data the service is slow, not the client.
    if (!request.complete && request.readableLength === 0) request.destroy();
  });
  request.once('end', () => {
    // After the response the keep-alive timeout of the server applies.
    if (!response.writableFinished) request.setTimeout(0);
  });
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}

const whileStarting: RequestListener = (request, response) => {
  drainUnreadBody(request, response);
  const { path } = splitTarget(request.url ?? '');
  const [status, body] =
    path === '/health'
      ? [200, { status: 'ok' }]
      : path === '/ready'
        ? [503, { status: 'unavailable', database: 'down' }]
        : [503, { detail: 'The service is starting' }];
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(status === 503 ? RETRY_SOON : {}),
  });
  response.end(JSON.stringify(body));
};
