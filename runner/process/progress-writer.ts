import { setTimeout as wait } from 'node:timers/promises';
import { appendPrinted } from '../domain/printed-text.ts';
import { objectKeys } from '../domain/object-keys.ts';
import type { NodeProgress, RunProgress, RunStep } from '../domain/run-progress.ts';
import type { RunJob } from '../domain/runner-job.ts';
import type { Runtime } from './runtime.ts';

/** The token bucket of writes: bursts of 5, then one write per second. */
const MAX_BURST = 5;
const REFILL_MS = 1_000;
/** The run continues when a write takes longer. */
const WRITE_TIMEOUT_MS = 2_000;

/**
 * Writes the progress of an attempt to the object store, for readers without a channel to its process.
 * Best effort: failed writes are ignored, and writes beyond the rate limit are skipped.
 */
export class ProgressWriter {
  readonly #job: RunJob;
  readonly #runtime: Pick<Runtime, 'store' | 'clock'>;
  readonly #finished: NodeProgress[] = [];
  #started: string | null = null;
  readonly #printed = new Map<string, string>();
  #isScheduled = false;
  #tokens = MAX_BURST;
  #refilledAt: number;
  #isWriting = false;

  constructor(job: RunJob, runtime: Pick<Runtime, 'store' | 'clock'>) {
    this.#job = job;
    this.#runtime = runtime;
    this.#refilledAt = runtime.clock.elapsed();
  }

  /** Records a step for a later write. */
  record({ finished, started, printed }: RunStep): void {
    if (finished !== null) this.#finished.push(finished);
    this.#started = started;
    if (printed !== undefined) appendPrinted(this.#printed, printed);
  }

  /**
   * Records a step and writes the progress within the rate limit. Resolves after the write, since the
   * next node may block the event loop. Lines of a script are written a second later. Never rejects.
   */
  async recordAndWrite(step: RunStep): Promise<void> {
    this.record(step);
    if (step.printed !== undefined || this.#isWriting) this.#schedule();
    else if (this.#takeToken()) await this.write();
  }

  /** Writes all recorded steps. Resolves after the write or a timeout; never rejects. */
  async write(): Promise<void> {
    const written = new AbortController();
    const printed = this.#printed.size === 0 ? {} : { printed: Object.fromEntries(this.#printed) };
    await Promise.race([
      this.#write({ finished: this.#finished, started: this.#started, ...printed }),
      wait(WRITE_TIMEOUT_MS, undefined, { signal: written.signal, ref: false }).catch(
        () => undefined,
      ),
    ]);
    written.abort();
  }

  /** Writes in a second, also for what is recorded until then: lines of a script arrive in quick succession. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      if (this.#isWriting) this.#schedule();
      else void this.write();
    }, REFILL_MS).unref();
  }

  async #write(progress: RunProgress): Promise<void> {
    const key = objectKeys.runProgress(this.#job.runId, this.#job.attempt);
    this.#isWriting = true;
    try {
      await this.#runtime.store.put(key, JSON.stringify(progress));
    } catch {
      // If the store is unavailable, writing the result will report it.
    } finally {
      this.#isWriting = false;
    }
  }

  #takeToken(): boolean {
    const now = this.#runtime.clock.elapsed();
    this.#tokens = Math.min(MAX_BURST, this.#tokens + (now - this.#refilledAt) / REFILL_MS);
    this.#refilledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
