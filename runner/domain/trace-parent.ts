/** A span context of W3C Trace Context. */
export interface TraceParent {
  /** 32 hexadecimal digits in lower case, not all zero. */
  readonly traceId: string;
  /** 16 hexadecimal digits in lower case, not all zero. */
  readonly spanId: string;
  /** Whether the caller may have recorded the trace. */
  readonly isSampled: boolean;
}

/** All-zero ids and the version ff are invalid. Versions after 00 may append fields. */
const FORMAT =
  /^(?!ff)([0-9a-f]{2})-(?!0+-)([0-9a-f]{32})-(?!0+-)([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Parses a `traceparent` header. @returns null when it is invalid: the caller starts a new trace */
export function parseTraceParent(text: string): TraceParent | null {
  const match = FORMAT.exec(text);
  if (match === null) return null;
  const [, version, traceId = '', spanId = '', flags = '', rest] = match;
  if (version === '00' && rest !== undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

/** Formats a `traceparent` header of version 00. */
export function formatTraceParent({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
