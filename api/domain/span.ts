import type { TraceParent } from '../../runner/domain/trace-parent.ts';

/** The place of a span in its trace. */
export interface SpanContext extends TraceParent {
  /** Null for the root span. */
  readonly parentSpanId: string | null;
}

/** Finished work, as it is exported to a tracing system. */
export interface Span {
  readonly context: SpanContext;
  readonly name: string;
  /** `server`: it answered a request from outside. */
  readonly kind: 'server' | 'internal';
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  /** By the names of OpenTelemetry's conventions where there is one; what is undefined is left out. */
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Why it failed; null when it did not. */
  readonly error: string | null;
}

/** Where spans go. */
export interface SpanSink {
  /** Takes a span; it neither waits nor throws. */
  record(span: Span): void;
}

/**
 * The place of new work: under its parent, or in a trace of its own.
 * @param newId makes UUIDs, whose digits form the ids
 * @param isRecorded whether a trace that begins here is recorded
 */
export function childOf(
  parent: TraceParent | null,
  newId: () => string,
  isRecorded: boolean,
): SpanContext {
  const digits = (): string => newId().replaceAll('-', '');
  return {
    traceId: parent?.traceId ?? digits(),
    // The last sixteen: the first hold less that is random.
    spanId: digits().slice(-16),
    parentSpanId: parent?.spanId ?? null,
    isSampled: parent?.isSampled ?? isRecorded,
  };
}
