import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { disconnectSignal } from '../disconnect-signal.ts';

export interface ServerSentEvent {
  /** A client that reconnects sends it as `Last-Event-ID`. */
  readonly id?: string;
  /** Default: `message`. */
  readonly name?: string;
  readonly data: unknown;
}

/** A response of server-sent events. For a slow client it buffers only what the socket holds. */
export class EventStream {
  readonly #response: ServerResponse;
  /** Aborts when the client disconnects or the response ends. */
  readonly signal: AbortSignal;

  /** Starts the response and flushes its headers. */
  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    const isHead = response.req.method === 'HEAD';
    // HEAD requests only the headers.
    if (isHead) response.end();
    this.signal = isHead ? AbortSignal.abort() : disconnectSignal(response);
  }

  /** Resolves when the socket accepts more data or the client has disconnected. */
  async send({ id, name, data }: ServerSentEvent): Promise<void> {
    const head = `${id === undefined ? '' : `id: ${id}\n`}${name === undefined ? '' : `event: ${name}\n`}`;
    await this.#write(`${head}data: ${exactJson.stringify(data)}\n\n`);
  }

  /** Sends a comment, which clients ignore: a keepalive. */
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
