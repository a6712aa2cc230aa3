import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { setTimeout as wait } from 'node:timers/promises';

export interface OtlpTarget {
  /** Where traces are taken, e.g. `http://collector:4318/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const TRIES = 3;
const FIRST_PAUSE_MS = 500;
const ANSWER_WITHIN_MS = 3_000;

/** The answers after which a batch is to be sent again, as OTLP says. */
const TEMPORARY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly isTemporary: boolean;

  constructor(status: number) {
    super(`The collector answered ${status}`);
    this.isTemporary = TEMPORARY.has(status);
  }
}

/** Sends batches of spans by OTLP over HTTP in JSON. Shut down, it leaves nothing behind that goes on. */
export class OtlpExporter implements SpanExporter {
  readonly #target: OtlpTarget;
  readonly #logger: Logger;
  readonly #closing = new AbortController();

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

  /** Ends what is under way, at once. */
  shutdown(): Promise<void> {
    this.#closing.abort();
    return Promise.resolve();
  }

  async #send(spans: ReadableSpan[]): Promise<void> {
    const body = JsonTraceSerializer.serializeRequest(spans);
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#post(body);
        return;
      } catch (error) {
        const isFinal = error instanceof RefusedError && !error.isTemporary;
        if (isFinal || attempt === TRIES || this.#closing.signal.aborted) throw error;
        const pause = FIRST_PAUSE_MS * 2 ** (attempt - 1);
        const { signal } = this.#closing;
        await wait(pause, undefined, { signal }).catch(() => undefined);
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
      signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    // Read, so that the connection can be used again.
    await response.arrayBuffer();
    if (!response.ok) throw new RefusedError(response.status);
  }
}
