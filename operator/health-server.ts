import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';

/** An import by value would load all of `fetch`, 13 MB. */
const { createServer } = process.getBuiltinModule('node:http');

export interface HealthServerOptions {
  readonly port: number;
  readonly registry: Registry;
  readonly logger: Logger;
  readonly isLive: () => boolean;
  readonly isReady: () => boolean;
}

/** Serves /healthz, /readyz and /metrics. Resolves once it listens. */
export async function startHealthServer(options: HealthServerOptions): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request.url ?? '/', response, options).catch((error: unknown) => {
      options.logger.error({ err: error, url: request.url }, 'health request failed');
      response.writeHead(500).end('not ok\n');
    });
  });
  server.listen(options.port);
  await once(server, 'listening');
  return server;
}

async function answer(
  url: string,
  response: ServerResponse,
  { registry, isLive, isReady }: HealthServerOptions,
): Promise<void> {
  switch (url) {
    case '/healthz':
      answerProbe(response, isLive());
      break;
    case '/readyz':
      answerProbe(response, isReady());
      break;
    case '/metrics':
      response.setHeader('content-type', registry.contentType);
      response.end(await registry.metrics());
      break;
    default:
      response.writeHead(404).end('not found\n');
  }
}

function answerProbe(response: ServerResponse, isOk: boolean): void {
  response.writeHead(isOk ? 200 : 503).end(isOk ? 'ok\n' : 'not ok\n');
}
