import type { RequestHandler } from 'express';
import type { Metrics } from '../../metrics.ts';

/** The methods that metrics and spans distinguish. All others count as one. */
export const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

/** Counts and times requests by route template, which bounds the number of time series. */
export function requestMetrics(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const stop = metrics.requestSeconds.startTimer();
    response.once('close', () => {
      const method = METHODS.has(request.method) ? request.method : 'other';
      const route = (response.locals.route as string | undefined) ?? 'unmatched';
      metrics.requests.inc({ method, route, status: response.statusCode });
      stop({ method, route });
    });
    next();
  };
}

/** `GET /metrics` in the text format of Prometheus. */
export function metricsPage(metrics: Metrics): RequestHandler {
  return async (_request, response) => {
    response.locals.route = '/metrics';
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  };
}
