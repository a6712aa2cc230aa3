import { SpanKind, SpanStatusCode, TraceFlags, type HrTime } from '@opentelemetry/api';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { setTimeout as wait } from 'node:timers/promises';
import { OtlpExporter, type OtlpTarget } from './otlp-exporter.ts';
import type { Span, SpanSink } from '../domain/span.ts';

export interface OtlpOptions extends OtlpTarget {
  /** What the spans are said to come from. */
  readonly serviceName: string;
  readonly version: string;
  readonly logger: Logger;
}

/** Spans beyond this many that wait to be sent are dropped. */
const QUEUE = 8_192;
const BATCH = 512;
const BATCH_EVERY_MS = 1_000;
/** Longer than the exporter takes for all its tries. */
const SEND_TIMEOUT_MS = 15_000;
const LAST_SEND_MS = 1_500;

/** Sends spans by OTLP over HTTP, in batches. */
export class OtlpSpans implements SpanSink {
  readonly #exporter: OtlpExporter;
  readonly #processor: BatchSpanProcessor;
  readonly #resource: Resource;
  readonly #scope: { readonly name: string; readonly version: string };

  constructor({ url, headers, serviceName, version, logger }: OtlpOptions) {
    this.#exporter = new OtlpExporter({ url, headers }, logger);
    this.#processor = new BatchSpanProcessor({
      exporter: this.#exporter,
      maxQueueSize: QUEUE,
      maxExportBatchSize: BATCH,
      scheduledDelayMillis: BATCH_EVERY_MS,
      exportTimeoutMillis: SEND_TIMEOUT_MS,
    });
    this.#resource = resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
    });
    this.#scope = { name: 'millrace', version };
  }

  record(span: Span): void {
    this.#processor.onEnd(this.#readable(span));
  }

  /** Sends what is left, for as long as a process that ends may take for that. */
  async close(): Promise<void> {
    const over = new AbortController();
    await Promise.race([
      this.#processor.shutdown().catch(() => undefined),
      wait(LAST_SEND_MS, undefined, { signal: over.signal }).catch(() => undefined),
    ]);
    over.abort();
    await this.#exporter.shutdown();
  }

  #readable({ context, name, kind, start, end, attributes, error }: Span): ReadableSpan {
    const { traceId, spanId, parentSpanId } = context;
    const traceFlags = context.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
    const parent = parentSpanId === null ? null : { traceId, spanId: parentSpanId, traceFlags };
    return {
      name,
      kind: kind === 'server' ? SpanKind.SERVER : SpanKind.INTERNAL,
      spanContext: () => ({ traceId, spanId, traceFlags }),
      ...(parent === null ? {} : { parentSpanContext: parent }),
      startTime: hrTime(start),
      endTime: hrTime(end),
      duration: hrTime(Math.max(0, end - start)),
      status:
        error === null
          ? { code: SpanStatusCode.UNSET }
          : { code: SpanStatusCode.ERROR, message: error },
      attributes: Object.fromEntries(
        Object.entries(attributes).filter(([, value]) => value !== undefined),
      ),
      links: [],
      events: [],
      ended: true,
      resource: this.#resource,
      instrumentationScope: this.#scope,
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    };
  }
}

/** @param ms milliseconds, with a fraction */
function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
}
