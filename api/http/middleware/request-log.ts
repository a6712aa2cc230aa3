import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { traceOf } from './trace-context.ts';

export interface RequestLogOptions {
  /** Logs only rejected requests at `info`, and the others at `debug`: for a terminal. */
  readonly isQuiet: boolean;
}

/**
 * Logs one line for each finished request, with the reason when it was rejected. Health checks and
 * scrapes are logged at `debug`.
 */
export function requestLog(logger: Logger, { isQuiet }: RequestLogOptions): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const { method } = request;
    // Without the query string, which can contain secrets.
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
        reason: response.locals.reason as string | undefined,
      };
      const isRejected = response.statusCode >= 400;
      const isDebug = QUIET_PATHS.has(path) || (isQuiet && !isRejected);
      logger[isDebug ? 'debug' : 'info'](fields, 'request');
    });
    next();
  };
}

const QUIET_PATHS: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);
