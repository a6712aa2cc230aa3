/** Live changes come before objects that a list or a resync brought. */
export type Priority = 'live' | 'background';

export interface WorkQueueOptions {
  /** Handles one key; a rejection means that it is tried again after a growing delay. */
  readonly handle: (key: string) => Promise<void>;
  /** Keys handled at once. One key is never handled twice at once. */
  readonly workers: number;
  readonly onError: (key: string, error: unknown, failures: number) => void;
  readonly observe?: WorkQueueObserver;
  /** The longest delay of a key that keeps failing, in milliseconds. Default: a minute. */
  readonly longestDelayMs?: number;
}

/** For metrics; times in seconds. */
export interface WorkQueueObserver {
  added(): void;
  depth(keys: number): void;
  waited(seconds: number): void;
  worked(seconds: number): void;
  retried(): void;
}

const FIRST_DELAY_MS = 5;
const LONGEST_DELAY_MS = 60_000;

/**
 * A queue of keys: each is in it at most once, handled by one worker at a time, and once more when it
 * was added while it was handled. A failing key is delayed 5 ms, 10 ms, … up to a minute.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #waiting: Readonly<Record<Priority, Map<string, number>>> = {
    live: new Map(),
    background: new Map(),
  };
  readonly #working = new Set<string>();
  readonly #again = new Map<string, Priority>();
  readonly #failures = new Map<string, number>();
  readonly #timers = new Map<string, { timer: NodeJS.Timeout; due: number }>();
  #stopped = false;
  #idle: (() => void) | null = null;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  add(key: string, priority: Priority = 'live'): void {
    if (this.#stopped) return;
    if (this.#working.has(key)) {
      if (this.#again.get(key) !== 'live') this.#again.set(key, priority);
      return;
    }
    const { live, background } = this.#waiting;
    if (live.has(key) || (priority === 'background' && background.has(key))) return;
    const since = background.get(key) ?? performance.now();
    background.delete(key);
    this.#waiting[priority].set(key, since);
    this.#options.observe?.added();
    this.#work();
  }

  /** Adds the key later; an earlier time that was asked for stays. */
  addAfter(key: string, delayMs: number): void {
    if (this.#stopped) return;
    const due = performance.now() + delayMs;
    const planned = this.#timers.get(key);
    if (planned !== undefined && planned.due <= due) return;
    clearTimeout(planned?.timer);
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      this.add(key);
    }, delayMs);
    this.#timers.set(key, { timer, due });
  }

  /** Takes no more keys and waits for those under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#waiting.live.clear();
    this.#waiting.background.clear();
    if (this.#working.size === 0) return;
    await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  #work(): void {
    while (this.#working.size < this.#options.workers) {
      const key = this.#take();
      if (key === undefined) break;
      void this.#handle(key);
    }
    this.#options.observe?.depth(this.#waiting.live.size + this.#waiting.background.size);
  }

  #take(): string | undefined {
    for (const queue of [this.#waiting.live, this.#waiting.background]) {
      const [next] = queue;
      if (next === undefined) continue;
      const [key, since] = next;
      queue.delete(key);
      this.#options.observe?.waited((performance.now() - since) / 1000);
      return key;
    }
    return undefined;
  }

  async #handle(key: string): Promise<void> {
    this.#working.add(key);
    const started = performance.now();
    try {
      await this.#options.handle(key);
      this.#failures.delete(key);
    } catch (error) {
      this.#retry(key, error);
    } finally {
      this.#options.observe?.worked((performance.now() - started) / 1000);
      this.#working.delete(key);
    }
    const again = this.#again.get(key);
    this.#again.delete(key);
    if (again !== undefined) this.add(key, again);
    this.#work();
    if (this.#working.size === 0) this.#idle?.();
  }

  #retry(key: string, error: unknown): void {
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    this.#options.onError(key, error, failures);
    this.#options.observe?.retried();
    const longest = this.#options.longestDelayMs ?? LONGEST_DELAY_MS;
    this.addAfter(key, Math.min(longest, FIRST_DELAY_MS * 2 ** (failures - 1)));
  }
}
