import type { SourceChangesJob } from '../../../runner/domain/runner-job.ts';
import { addressOf } from '../../../runner/connectors/address-of-connection.ts';
import { overloaded, unavailable } from '../../domain/errors.ts';
import { JobFailedError, type Executor } from '../executors/executor.ts';
import { AddressLocks } from './address-locks.ts';

/** How long a check may take. */
export interface CheckLimits {
  /** From its start on a runner. */
  readonly checkSeconds: number;
  /** Until then: for other checks of the same server, and for a runner. */
  readonly waitSeconds: number;
}

/** The claim on the check of a slot lasts longer than both. */
const LIMITS: CheckLimits = { checkSeconds: 10, waitSeconds: 30 };

/**
 * Finds out in runner processes whether sources of connections have changed. One check at a time asks a server; when
 * it has no answer, those that wait for the same server have none either.
 */
export class SourceChecker {
  readonly #executor: Pick<Executor, 'submit'>;
  readonly #limits: CheckLimits;
  readonly #locks: AddressLocks;

  constructor(executor: Pick<Executor, 'submit'>, limits: Partial<CheckLimits> = {}) {
    this.#executor = executor;
    this.#limits = { ...LIMITS, ...limits };
    this.#locks = new AddressLocks(this.#limits.waitSeconds);
  }

  /**
   * Whether sources have changed.
   * @throws DomainError overloaded or unavailable when the sources were not asked; JobFailedError with the reason why
   *   the answer is not known
   */
  async haveChanged(job: Omit<SourceChangesJob, 'kind'>): Promise<boolean> {
    const addresses = addressesOf(job);
    const waitsSince = performance.now();
    await this.#locks.acquire(addresses);
    try {
      const waited = (performance.now() - waitsSince) / 1000;
      return await this.#check(job, this.#limits.waitSeconds - waited);
    } catch (error) {
      if (hasNoAnswer(error)) this.#locks.failWaiting(addresses, error);
      throw error;
    } finally {
      this.#locks.release(addresses);
    }
  }

  async #check(job: Omit<SourceChangesJob, 'kind'>, waitSeconds: number): Promise<boolean> {
    try {
      return await this.#executor.submit(
        { kind: 'sourceChanges', ...job },
        {
          timeoutSeconds: this.#limits.checkSeconds,
          // 0 would be no limit.
          maxWaitSeconds: Math.max(Math.ceil(waitSeconds), 1),
        },
      );
    } catch (error) {
      if (!(error instanceof JobFailedError)) throw error;
      const { kind, message } = error.failure;
      if (kind === 'overloaded') throw overloaded(message);
      if (kind === 'unavailable') throw unavailable(message);
      throw error;
    }
  }
}

function hasNoAnswer(error: unknown): boolean {
  return error instanceof JobFailedError && error.failure.kind === 'timedOut';
}

/** The servers that a check asks. */
function addressesOf({
  connections,
  sources,
}: Omit<SourceChangesJob, 'kind'>): ReadonlySet<string> {
  const used = new Set(sources.map(({ connectionId }) => connectionId));
  return new Set(
    connections
      .filter(({ id }) => used.has(id))
      // Addresses are in canonical form, with their fields in one order.
      .map((connection) => JSON.stringify(addressOf(connection))),
  );
}
