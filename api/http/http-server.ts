import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../runner/domain/error-code.ts';
import { RETRY_SOON } from './errors.ts';
import { drainUnreadBody } from './middleware/drain-request-body.ts';
import { createServer } from './builtin-http.ts';

/** Idle connections stay open a little longer than a proxy in front keeps them. */
const KEEP_ALIVE_MS = 65_000;
const EVERY_ADDRESS = '::';
const HEADERS_WITHIN_MS = 30_000;
const BODY_STALLS_MS = 60_000;

export interface HttpServer {
  readonly url: string;
  /** From now on requests go here; until then only `/health` is answered well. */
  handleWith(listener: RequestListener): void;
  /** Takes no more connections and waits for the requests under way, at most so long. */
  drain(timeoutMs: number): Promise<void>;
  /** Cuts what is left. */
  close(): Promise<void>;
}

/**
 * Listens at once, so that a probe sees life while the database still starts.
 * @param bodyStallsMs for how long a client may send nothing before its body is complete
 * @throws Error when the address is taken or not ours
 */
export async function openHttpServer(
  host: string,
  port: number,
  bodyStallsMs = BODY_STALLS_MS,
): Promise<HttpServer> {
  let current: RequestListener = whileStarting;
  const server = createServer((request, response) => {
    cutStalledBody(request, response, bodyStallsMs);
    current(request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_WITHIN_MS;
  // Uploads may take long, and answers may be long in coming: only a body that stalls is cut.
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

/** `::` is every address of both families; where the machine has no IPv6, every one of IPv4. */
async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    if (host !== EVERY_ADDRESS || errorCode(error) !== 'EAFNOSUPPORT') throw error;
    server.listen(port, '0.0.0.0');
    await once(server, 'listening');
  }
}

function cutStalledBody(
  request: IncomingMessage,
  response: ServerResponse,
  stallsMs: number,
): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (length === '0' && encoding === undefined) return;
  request.setTimeout(stallsMs, () => {
    // What has come in and waits is for the service to take: then the client is not the slow one.
    if (!request.complete && request.readableLength === 0) request.destroy();
  });
  request.once('end', () => {
    // After the answer the connection has its time to be used again.
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
  const path = request.url?.split('?', 1)[0];
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
