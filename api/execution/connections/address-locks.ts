import { unavailable } from '../../domain/errors.ts';

/** Work that waits until nothing else uses its addresses. */
interface Waiting {
  readonly addresses: ReadonlySet<string>;
  readonly begin: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Lets one work at a time use an address, first come first served, so that a server which does not answer occupies
 * one worker rather than all.
 */
export class AddressLocks {
  readonly #maxWaitSeconds: number;
  readonly #used = new Set<string>();
  readonly #waiting = new Set<Waiting>();

  /** @param maxWaitSeconds how long work may wait */
  constructor(maxWaitSeconds: number) {
    this.#maxWaitSeconds = maxWaitSeconds;
  }

  /**
   * Waits until nothing else uses the addresses. Call `release` afterwards.
   * @throws DomainError unavailable when that takes too long; the error that `failWaiting` is given
   */
  async acquire(addresses: ReadonlySet<string>): Promise<void> {
    const maxWaitSeconds = this.#maxWaitSeconds;
    const turn = Promise.withResolvers<undefined>();
    const waiting: Waiting = {
      addresses,
      begin: () => {
        turn.resolve(undefined);
      },
      fail: turn.reject,
    };
    this.#waiting.add(waiting);
    this.#dispatch();
    const giveUp = setTimeout(() => {
      this.#waiting.delete(waiting);
      waiting.fail(unavailable(`The server was in use for ${maxWaitSeconds} seconds.`));
      this.#dispatch();
    }, maxWaitSeconds * 1000);
    try {
      await turn.promise;
    } finally {
      clearTimeout(giveUp);
    }
  }

  /** Ends the use of the addresses: what waits for them begins. */
  release(addresses: ReadonlySet<string>): void {
    for (const address of addresses) this.#used.delete(address);
    this.#dispatch();
  }

  /** Ends all that wait for these addresses, and perhaps for more, with the error. Call `release` afterwards. */
  failWaiting(addresses: ReadonlySet<string>, error: unknown): void {
    for (const waiting of this.#waiting) {
      if (![...addresses].every((address) => waiting.addresses.has(address))) continue;
      this.#waiting.delete(waiting);
      waiting.fail(error);
    }
  }

  /** Begins what may begin. What waits for several addresses is not overtaken on any of them. */
  #dispatch(): void {
    const taken = new Set(this.#used);
    for (const waiting of this.#waiting) {
      const { addresses } = waiting;
      if (![...addresses].some((address) => taken.has(address))) {
        this.#waiting.delete(waiting);
        for (const address of addresses) this.#used.add(address);
        waiting.begin();
      }
      for (const address of addresses) taken.add(address);
    }
  }
}
