import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { serviceVersion } from '../version.ts';
import type { SpanSink } from '../domain/span.ts';
import { trimEndCharacters } from '../../runner/domain/trim-end-characters.ts';

/** A sink whose spans go to a collector. */
export interface Tracing extends SpanSink {
  /** Exports the queued spans, within a bounded time. */
  close(): Promise<void>;
}

/** @returns null when no collector is configured; the OpenTelemetry SDK is not loaded then */
export async function openTracing(
  config: Pick<Config, 'otlpEndpoint' | 'otlpHeaders' | 'otelServiceName'>,
  logger: Logger,
): Promise<Tracing | null> {
  if (config.otlpEndpoint === null) return null;
  const { OtlpSpanSink } = await import('./otlp-span-sink.ts');
  return new OtlpSpanSink({
    url: `${trimEndCharacters(config.otlpEndpoint, '/')}/v1/traces`,
    headers: config.otlpHeaders,
    serviceName: config.otelServiceName,
    version: serviceVersion(),
    logger,
  });
}
