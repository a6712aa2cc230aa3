import type { Request, RequestHandler, Response } from 'express';
import type { SpanSink } from '../../domain/span.ts';
import { METHODS } from './request-metrics.ts';
import { traceOf } from './trace-context.ts';

/** Records one span for each finished request. */
export function requestSpans(spans: SpanSink): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    // Read now: the router changes it later.
    const { path } = request;
    response.once('close', () => {
      const method = METHODS.has(request.method) ? request.method : '_OTHER';
      const route = response.locals.route as string | undefined;
      const status = response.statusCode;
      spans.record({
        context: traceOf(response),
        name: [method === '_OTHER' ? 'HTTP' : method, route].filter(Boolean).join(' '),
        kind: 'server',
        start: performance.timeOrigin + start,
        end: performance.timeOrigin + performance.now(),
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          // Without the query string, which can contain secrets.
          'url.path': path,
          ...peerAttributes(request),
          'error.type': errorType(response),
          'millrace.request.id': response.locals.requestId as string,
        },
        error: status >= 500 ? `Answered ${status}` : null,
      });
    });
    next();
  };
}

function peerAttributes(request: Request): Readonly<Record<string, string | number | undefined>> {
  const { socket } = request;
  return {
    'url.scheme': request.protocol,
    'server.address': request.hostname,
    'server.port': socket.localPort,
    'client.address': socket.remoteAddress?.replace('::ffff:', ''),
    'network.protocol.version': request.httpVersion,
    'user_agent.original': request.get('user-agent'),
  };
}

/** A client that disconnects early is not an error of the service, so only this attribute shows it. */
function errorType(response: Response): string | undefined {
  if (response.statusCode >= 500) return String(response.statusCode);
  return response.writableFinished ? undefined : 'client_disconnected';
}
