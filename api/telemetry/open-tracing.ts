import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { serviceVersion } from '../version.ts';
import type { SpanSink } from '../domain/span.ts';
import { trimEndCharacters } from '../../runner/domain/trim-end-characters.ts';

/** A way to a tracing system. */
export interface Tracing extends SpanSink {
  /** Sends what is left, for a bounded time. */
  close(): Promise<void>;
}

/** @returns null when no tracing system is configured; then nothing of it is loaded */
export async function openTracing(
  config: Pick<Config, 'otlpEndpoint' | 'otlpHeaders' | 'otelServiceName'>,
  logger: Logger,
): Promise<Tracing | null> {
  if (config.otlpEndpoint === null) return null;
  const { OtlpSpans } = await import('./otlp-spans.ts');
  return new OtlpSpans({
    url: `${trimEndCharacters(config.otlpEndpoint, '/')}/v1/traces`,
    headers: config.otlpHeaders,
    serviceName: config.otelServiceName,
    version: serviceVersion(),
    logger,
  });
}
