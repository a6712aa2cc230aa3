import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { setTimeout as wait } from 'node:timers/promises';

export interface OtlpTarget {
  /** The collector's endpoint for traces, e.g. `http://collector:4318/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 500;
const ATTEMPT_TIMEOUT_MS = 3_000;

/** The statuses that OTLP/HTTP declares retryable. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

class CollectorError extends Error {
  override readonly name = 'CollectorError';
  readonly isRetryable: boolean;

  constructor(status: number) {
    super(`The collector answered ${status}`);
    this.isRetryable = RETRYABLE.has(status);
  }
}

/**
 * Sends batches of spans by OTLP over HTTP in JSON. The exporter of the SDK cannot be stopped while it
 * retries, which delays the exit of the process: see docs/adr/0005.
 */
export class OtlpExporter implements SpanExporter {
  readonly #target: OtlpTarget;
  readonly #logger: Logger;
  readonly #shutdown = new AbortController();

  constructor(target: OtlpTarget, logger: Logger) {
    this.#target = target;
    this.#logger = logger;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#send(spans).then(
      () => {
        done({ code: ExportResultCode.SUCCESS });
      },
      (error: unknown) => {
        this.#logger.warn({ err: error, spans: spans.length }, 'traces could not be sent');
        done({ code: ExportResultCode.FAILED });
      },
    );
  }

  /** Aborts the requests and the backoffs in progress. */
  shutdown(): Promise<void> {
    this.#shutdown.abort();
    return Promise.resolve();
  }

  async #send(spans: ReadableSpan[]): Promise<void> {
    const body = JsonTraceSerializer.serializeRequest(spans);
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#post(body);
        return;
      } catch (error) {
        const isFinal = error instanceof CollectorError && !error.isRetryable;
        if (isFinal || attempt === MAX_ATTEMPTS) throw error;
        const backoffMs = FIRST_BACKOFF_MS * 2 ** (attempt - 1);
        const { signal } = this.#shutdown;
        // It rejects only when it is aborted.
        await wait(backoffMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) throw error;
      }
    }
  }

  async #post(body: Uint8Array | undefined): Promise<void> {
    const response = await fetch(this.#target.url, {
      method: 'POST',
      headers: { ...this.#target.headers, 'Content-Type': 'application/json' },
      body: body === undefined ? '' : Buffer.from(body),
      redirect: 'error',
      signal: AbortSignal.any([this.#shutdown.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
    });
    // The connection is reused only when the body has been read.
    await response.arrayBuffer();
    if (!response.ok) throw new CollectorError(response.status);
  }
}
