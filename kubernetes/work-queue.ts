import { KubeApiError } from './client/kube-api-error.ts';

/** In their order: what nobody has looked at yet, live changes, what a list or a resync brought. */
const PRIORITIES = ['urgent', 'live', 'background'] as const;
export type Priority = (typeof PRIORITIES)[number];

export interface WorkQueueOptions {
  /** Handles one key; a rejection means that it is tried again after a growing delay. */
  readonly handle: (key: string) => Promise<void>;
  /** Keys handled at once. One key is never handled twice at once. */
  readonly workers: number;
  readonly onError: (key: string, error: unknown, failures: number) => void;
  readonly observe?: WorkQueueObserver;
  /** The longest delay of a key that keeps failing, in milliseconds. Default: a minute. */
  readonly maxDelayMs?: number;
}

/** For metrics; times in seconds. */
export interface WorkQueueObserver {
  added(): void;
  depth(keys: number): void;
  waited(seconds: number): void;
  worked(seconds: number): void;
  retried(): void;
}

const BASE_DELAY_MS = 5;
const MAX_DELAY_MS = 60_000;

/**
 * A queue of keys: each is in it at most once, handled by one worker at a time, and once more when it
 * was added while it was handled. A failing key is delayed 5 ms, 10 ms, … up to a minute.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #waiting: Readonly<Record<Priority, Map<string, number>>> = {
    urgent: new Map(),
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
      this.#again.set(key, firstOf(priority, this.#again.get(key)));
      return;
    }
    const known = PRIORITIES.find((one) => this.#waiting[one].has(key));
    if (known !== undefined && firstOf(priority, known) === known) return;
    const since = known === undefined ? performance.now() : this.#takeOut(key, known);
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
    for (const priority of PRIORITIES) this.#waiting[priority].clear();
    if (this.#working.size === 0) return;
    await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  #work(): void {
    while (this.#working.size < this.#options.workers) {
      const key = this.#take();
      if (key === undefined) break;
      void this.#handle(key);
    }
    const sizes = PRIORITIES.map((priority) => this.#waiting[priority].size);
    this.#options.observe?.depth(sizes.reduce((sum, size) => sum + size, 0));
  }

  #take(): string | undefined {
    for (const priority of PRIORITIES) {
      const queue = this.#waiting[priority];
      const [next] = queue;
      if (next === undefined) continue;
      const [key, since] = next;
      queue.delete(key);
      this.#options.observe?.waited((performance.now() - since) / 1000);
      return key;
    }
    return undefined;
  }

  /** @returns since when it waits */
  #takeOut(key: string, from: Priority): number {
    const since = this.#waiting[from].get(key);
    this.#waiting[from].delete(key);
    return since ?? performance.now();
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
    const longest = this.#options.maxDelayMs ?? MAX_DELAY_MS;
    const backoff = Math.min(longest, BASE_DELAY_MS * 2 ** (failures - 1));
    this.addAfter(key, Math.max(backoff, askedDelay(error)));
  }
}

/** Milliseconds that the API server asked to wait, as by a 429. */
function askedDelay(error: unknown): number {
  return error instanceof KubeApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}

function firstOf(one: Priority, other: Priority = one): Priority {
  return PRIORITIES.find((priority) => priority === one || priority === other) ?? one;
}
