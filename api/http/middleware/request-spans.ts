import type { Request, RequestHandler, Response } from 'express';
import type { SpanSink } from '../../domain/span.ts';
import { METHODS } from './request-metrics.ts';
import { traceOf } from './trace-context.ts';

/** Records one span for each request, when it has ended. */
export function requestSpans(spans: SpanSink): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    // What the router makes of the URL later does not matter here.
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
          // Without the query, which can carry what does not belong into a trace.
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

/** A client that leaves before the end of its answer is no fault of the service, but is worth telling. */
function errorType(response: Response): string | undefined {
  if (response.statusCode >= 500) return String(response.statusCode);
  return response.writableFinished ? undefined : 'client_disconnected';
}
