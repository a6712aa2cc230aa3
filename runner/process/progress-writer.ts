import { setTimeout as wait } from 'node:timers/promises';
import { objectKeys } from '../domain/object-keys.ts';
import type { NodeProgress, RunProgress, RunStep } from '../domain/run-progress.ts';
import type { RunJob } from '../domain/runner-job.ts';
import type { Runtime } from './runtime.ts';

/** So many writes may follow each other at once; after that one a second. */
const BURST = 5;
const REFILL_MS = 1_000;
/** The run goes on when the store takes longer than this. */
const PATIENCE_MS = 2_000;

/**
 * Writes how far an attempt is to the object store, for those who have no channel to its process. It
 * is a courtesy: a write that fails, or comes too soon after the last ones, is left out.
 */
export class ProgressWriter {
  readonly #job: RunJob;
  readonly #runtime: Pick<Runtime, 'store' | 'clock'>;
  readonly #finished: NodeProgress[] = [];
  #started: string | null = null;
  #allowance = BURST;
  #countedAt: number;
  #isWriting = false;

  constructor(job: RunJob, runtime: Pick<Runtime, 'store' | 'clock'>) {
    this.#job = job;
    this.#runtime = runtime;
    this.#countedAt = runtime.clock.elapsed();
  }

  /** Keeps a step in mind, for a later write. */
  note({ finished, started }: RunStep): void {
    if (finished !== null) this.#finished.push(finished);
    this.#started = started;
  }

  /** Settles when it is written: the node that comes next may leave no time for that. Never rejects. */
  async tell(step: RunStep): Promise<void> {
    this.note(step);
    if (this.#isWriting || !this.#takeAllowance()) return;
    await this.write();
  }

  /** Writes all that was noted. Settles when that is done, or takes too long; never rejects. */
  async write(): Promise<void> {
    const over = new AbortController();
    await Promise.race([
      this.#write({ finished: this.#finished, started: this.#started }),
      wait(PATIENCE_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined),
    ]);
    over.abort();
  }

  async #write(progress: RunProgress): Promise<void> {
    const key = objectKeys.runProgress(this.#job.runId, this.#job.attempt);
    this.#isWriting = true;
    try {
      await this.#runtime.store.put(key, JSON.stringify(progress));
    } catch {
      // The result will be written by the same way, and tell of what is wrong with it.
    } finally {
      this.#isWriting = false;
    }
  }

  #takeAllowance(): boolean {
    const now = this.#runtime.clock.elapsed();
    this.#allowance = Math.min(BURST, this.#allowance + (now - this.#countedAt) / REFILL_MS);
    this.#countedAt = now;
    if (this.#allowance < 1) return false;
    this.#allowance -= 1;
    return true;
  }
}
