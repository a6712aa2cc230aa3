import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { traceOf } from './trace-context.ts';

/** Writes one line for each request, when it has ended. Health checks and scrapes only at `debug`. */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const { method } = request;
    // The path alone: a query string can carry what does not belong into a log.
    const path = request.path;
    response.once('close', () => {
      const fields = {
        requestId: response.locals.requestId as string,
        trace_id: traceOf(response).traceId,
        method,
        path,
        route: response.locals.route as string | undefined,
        status: response.statusCode,
        complete: response.writableFinished,
        durationMs: Math.round((performance.now() - started) * 100) / 100,
      };
      logger[QUIET.has(path) ? 'debug' : 'info'](fields, 'request');
    });
    next();
  };
}

const QUIET: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);
