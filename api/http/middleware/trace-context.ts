import type { RequestHandler, Response } from 'express';
import { formatTraceParent, parseTraceParent } from '../../../runner/domain/trace-parent.ts';
import { childOf, type SpanContext } from '../../domain/span.ts';

/**
 * Continues the trace of the caller's `traceparent` or starts one, and returns the request's own
 * `Traceparent` in the response. `traceOf` reads its span context.
 * @param isRecorded whether traces that start here are sampled
 */
export function traceContext(newId: () => string, isRecorded: boolean): RequestHandler {
  return (request, response, next) => {
    const trace = childOf(parseTraceParent(request.get('traceparent') ?? ''), newId, isRecorded);
    response.locals.trace = trace;
    response.setHeader('Traceparent', formatTraceParent(trace));
    next();
  };
}

/** The span context of a request. */
export function traceOf(response: Response): SpanContext {
  return response.locals.trace as SpanContext;
}
