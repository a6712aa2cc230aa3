/** A bounded first-come queue in which large jobs can be passed over while small ones go on. */
export class WaitingJobs<J extends { readonly large: boolean }> {
  readonly #jobs = new Set<J>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#jobs.size;
  }

  /** @returns false when the queue is full */
  add(job: J): boolean {
    if (this.#jobs.size >= this.#capacity) return false;
    this.#jobs.add(job);
    return true;
  }

  /** @returns false when the job was not waiting (any more) */
  remove(job: J): boolean {
    return this.#jobs.delete(job);
  }

  /** Takes the oldest job, or the oldest small one when large ones may not start. */
  take(options: { readonly largeAllowed: boolean }): J | undefined {
    for (const job of this.#jobs) {
      if (job.large && !options.largeAllowed) continue;
      this.#jobs.delete(job);
      return job;
    }
    return undefined;
  }

  takeAll(): J[] {
    const all = [...this.#jobs];
    this.#jobs.clear();
    return all;
  }
}
