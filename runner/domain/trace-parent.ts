/** A place in a distributed trace, as W3C Trace Context has it. */
export interface TraceParent {
  /** 32 hexadecimal digits in lower case, not all zero. */
  readonly traceId: string;
  /** 16 of them. */
  readonly spanId: string;
  /** Whether whoever made it may have recorded the trace. */
  readonly isSampled: boolean;
}

/** Ids of zeros are none, nor is the version ff. Versions after 00 may have more to say at the end. */
const FORMAT =
  /^(?!ff)([0-9a-f]{2})-(?!0+-)([0-9a-f]{32})-(?!0+-)([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Reads a `traceparent`. @returns null when it is none, and a new trace is to be begun */
export function parseTraceParent(text: string): TraceParent | null {
  const match = FORMAT.exec(text);
  if (match === null) return null;
  const [, version, traceId = '', spanId = '', flags = '', rest] = match;
  if (version === '00' && rest !== undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

export function formatTraceParent({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
