import type { Metrics } from '../metrics.ts';
import { openHttpServer, type HttpServer } from './http-server.ts';

/**
 * Serves `GET /metrics` on a port of its own, where nothing else is.
 * @param port 0: any free port
 * @throws Error when the port is in use
 */
export async function openMetricsServer(
  host: string,
  port: number,
  { registry }: Pick<Metrics, 'registry'>,
): Promise<HttpServer> {
  const server = await openHttpServer(host, port);
  server.handleWith((request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path !== '/metrics' || !isRead) {
      response.writeHead(path === '/metrics' ? 405 : 404).end();
      return;
    }
    registry.metrics().then(
      (text) => {
        response.writeHead(200, { 'Content-Type': registry.contentType });
        response.end(request.method === 'HEAD' ? '' : text);
      },
      () => response.writeHead(500).end(),
    );
  });
  return server;
}
