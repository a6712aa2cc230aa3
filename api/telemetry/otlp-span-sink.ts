import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Tracer,
} from '@opentelemetry/api';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { setTimeout as wait } from 'node:timers/promises';
import type { Span, SpanContext, SpanSink } from '../domain/span.ts';
import { OtlpExporter, type OtlpTarget } from './otlp-exporter.ts';

export interface OtlpOptions extends OtlpTarget {
  /** `service.name` of the resource; it outranks OTEL_RESOURCE_ATTRIBUTES. */
  readonly serviceName: string;
  readonly version: string;
  readonly logger: Logger;
}

/** The processor drops spans when this many are queued. */
const MAX_QUEUED_SPANS = 8_192;
const BATCH_SIZE = 512;
const BATCH_INTERVAL_MS = 1_000;
/** Longer than all attempts of the exporter together. */
const EXPORT_TIMEOUT_MS = 15_000;
/** How long `close` waits for the last batches. */
const FLUSH_TIMEOUT_MS = 1_500;

/** Exports spans in batches by OTLP over HTTP. */
export class OtlpSpanSink implements SpanSink {
  readonly #exporter: OtlpExporter;
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #ids = new GivenIds();

  constructor({ serviceName, version, logger, ...target }: OtlpOptions) {
    this.#exporter = new OtlpExporter(target, logger);
    this.#provider = new TracerProvider({
      resource: detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(
        resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
      ),
      // The caller has decided: `record` skips spans that are not sampled.
      sampler: new AlwaysOnSampler(),
      idGenerator: this.#ids,
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: this.#exporter,
          maxQueueSize: MAX_QUEUED_SPANS,
          maxExportBatchSize: BATCH_SIZE,
          scheduledDelayMillis: BATCH_INTERVAL_MS,
          exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer('millrace', version);
  }

  record({ context, name, kind, start, end, attributes, error }: Span): void {
    if (!context.isSampled) return;
    this.#ids.use(context);
    const options = {
      kind: kind === 'server' ? SpanKind.SERVER : SpanKind.INTERNAL,
      startTime: start,
      attributes,
    };
    const span = this.#tracer.startSpan(name, options, parentContext(context));
    if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
    span.end(Math.max(start, end));
  }

  /** Exports the queued spans. It gives up after 1.5 seconds, and leaves no timer and no connection. */
  async close(): Promise<void> {
    const flushed = new AbortController();
    await Promise.race([
      this.#provider.shutdown().catch(() => undefined),
      wait(FLUSH_TIMEOUT_MS, undefined, { signal: flushed.signal }).catch(() => undefined),
    ]);
    flushed.abort();
    await this.#exporter.shutdown();
  }
}

/** Gives the next span the ids that the response, the log and the run already carry. */
class GivenIds {
  #context: SpanContext | null = null;

  use(context: SpanContext): void {
    this.#context = context;
  }

  generateTraceId(): string {
    return this.#context?.traceId ?? '';
  }

  generateSpanId(): string {
    return this.#context?.spanId ?? '';
  }
}

function parentContext({ traceId, parentSpanId }: SpanContext): Context {
  if (parentSpanId === null) return ROOT_CONTEXT;
  const parent = { traceId, spanId: parentSpanId, traceFlags: TraceFlags.SAMPLED };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}
