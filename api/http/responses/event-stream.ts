import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { disconnectSignal } from '../disconnect-signal.ts';

export interface ServerSentEvent {
  /** What a client that comes back shows as `Last-Event-ID`. */
  readonly id?: string;
  /** Absent: `message`. */
  readonly name?: string;
  readonly data: unknown;
}

/** An answer of server-sent events. Nothing is held back for a slow reader but what the socket holds. */
export class EventStream {
  readonly #response: ServerResponse;
  /** Aborts when the client has gone, or the answer has ended. */
  readonly signal: AbortSignal;

  /** Begins the answer: the client knows at once that it is there. */
  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    const isHead = response.req.method === 'HEAD';
    // Only the headers were asked for: there is nobody to wait for the events.
    if (isHead) response.end();
    this.signal = isHead ? AbortSignal.abort() : disconnectSignal(response);
  }

  /** Settles when the client can take more, or has gone. */
  async send({ id, name, data }: ServerSentEvent): Promise<void> {
    const head = `${id === undefined ? '' : `id: ${id}\n`}${name === undefined ? '' : `event: ${name}\n`}`;
    await this.#write(`${head}data: ${exactJson.stringify(data)}\n\n`);
  }

  /** A sign of life that clients do not see. */
  async comment(text: string): Promise<void> {
    await this.#write(`: ${text}\n\n`);
  }

  end(): void {
    this.#response.end();
  }

  async #write(frame: string): Promise<void> {
    if (this.signal.aborted || this.#response.write(frame)) return;
    await once(this.#response, 'drain', { signal: this.signal }).catch(() => undefined);
  }
}
