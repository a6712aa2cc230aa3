import type { RequestHandler, Response } from 'express';
import { formatTraceParent, parseTraceParent } from '../../../runner/domain/trace-parent.ts';
import { childOf, type SpanContext } from '../../domain/span.ts';

/**
 * Continues the trace of the caller's `traceparent`, or begins one, and answers with the place of this
 * request in it; `traceOf` gives that place.
 * @param isRecorded whether traces that begin here are recorded
 */
export function traceContext(newId: () => string, isRecorded: boolean): RequestHandler {
  return (request, response, next) => {
    const trace = childOf(parseTraceParent(request.get('traceparent') ?? ''), newId, isRecorded);
    response.locals.trace = trace;
    response.setHeader('Traceparent', formatTraceParent(trace));
    next();
  };
}

/** The place of a request in its trace. */
export function traceOf(response: Response): SpanContext {
  return response.locals.trace as SpanContext;
}
