import { setTimeout as delay } from 'node:timers/promises';
import type { WaitLimits } from './wait-limits.ts';

/** The socket of a client. */
export interface ClientSocket {
  readonly bytesRead: number;
  readonly bytesWritten: number;
  destroy(error: Error): unknown;
}

/** A client and another way to its server. */
export interface WaitingClient {
  /** Undefined: the driver shows none, so the server is probed also while it sends. */
  readonly socket?: () => ClientSocket;
  /** Connects a second time and closes that connection. Also a failure is an answer; only `false` is none. */
  readonly probe: () => Promise<unknown>;
}

/**
 * Waits for a server no longer than it may take. Beyond that the connection is closed, and the wait fails by a
 * `SilentServerError`.
 */
export class BoundedWaits {
  readonly #client: WaitingClient;
  readonly #limits: WaitLimits;

  constructor(client: WaitingClient, limits: WaitLimits) {
    this.#client = client;
    this.#limits = limits;
  }

  /** Waits for a statement. `rows`: however long a server takes that answers others. */
  async for<T>(
    what: keyof Pick<WaitLimits, 'answer' | 'change' | 'commit'> | 'rows',
    answer: PromiseLike<T>,
  ): Promise<T> {
    const done = new AbortController();
    const { signal } = done;
    const silence =
      what === 'rows' ? this.#silence(signal) : delay(this.#limits[what], undefined, { signal });
    const givenUp = silence.then(() => {
      const error = new SilentServerError();
      this.#client.socket?.().destroy(error);
      throw error;
    });
    try {
      return await Promise.race([answer, givenUp]);
    } finally {
      done.abort();
    }
  }

  /** Resolves when the server answers nobody any more. */
  async #silence(signal: AbortSignal): Promise<void> {
    let unanswered = 0;
    for (let bytes = this.#bytes(); unanswered < this.#limits.probes;) {
      await delay(this.#limits.silence, undefined, { signal });
      const isQuiet = this.#bytes() === bytes;
      bytes = this.#bytes();
      unanswered = isQuiet && !(await this.#isAnswered(signal)) ? unanswered + 1 : 0;
    }
  }

  #bytes(): number {
    const socket = this.#client.socket?.();
    return socket === undefined ? 0 : socket.bytesRead + socket.bytesWritten;
  }

  async #isAnswered(signal: AbortSignal): Promise<boolean> {
    const answered = this.#client.probe().then(
      (answer) => answer !== false,
      () => true,
    );
    const limit = delay(this.#limits.probe, false, { signal });
    return await Promise.race([answered, limit]);
  }
}

/** A server that keeps the connection and does not answer. Its code is that of a socket, which all drivers explain. */
export class SilentServerError extends Error {
  override readonly name = 'SilentServerError';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The server did not answer in time');
  }
}
