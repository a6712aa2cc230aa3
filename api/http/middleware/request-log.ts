import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { traceOf } from './trace-context.ts';

export interface RequestLogOptions {
  /** True: refused requests only, the others at `debug`, for a person who reads along. */
  readonly isQuiet: boolean;
}

/**
 * Writes one line for each request, when it has ended; a refused one says why. Health checks and
 * scrapes only at `debug`.
 */
export function requestLog(logger: Logger, { isQuiet }: RequestLogOptions): RequestHandler {
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
        reason: response.locals.reason as string | undefined,
      };
      const isRefused = response.statusCode >= 400;
      const isDebug = QUIET_PATHS.has(path) || (isQuiet && !isRefused);
      logger[isDebug ? 'debug' : 'info'](fields, 'request');
    });
    next();
  };
}

const QUIET_PATHS: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);
