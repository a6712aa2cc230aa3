import { KubeApiError } from './client/kube-api-error.ts';

/** In order: new objects that a client waits for, changes of a watch, objects of a list or a resync. */
const PRIORITIES = ['urgent', 'live', 'background'] as const;
export type Priority = (typeof PRIORITIES)[number];

export interface WorkQueueOptions {
  /** Handles one key. A rejection requeues the key with exponential backoff. */
  readonly handle: (key: string) => Promise<void>;
  /** Maximum number of keys handled concurrently. One key is never handled concurrently with itself. */
  readonly workers: number;
  /** @param failures number of failures of the key in a row */
  readonly onError: (key: string, error: unknown, failures: number) => void;
  readonly observe?: WorkQueueObserver;
  /** Maximum backoff in milliseconds. Default: a minute. */
  readonly maxDelayMs?: number;
}

/** Observer for metrics. Durations are in seconds. */
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
 * A rate-limited work queue of keys, as in client-go: it deduplicates keys, hands a key to one worker at a
 * time, and requeues a key that was added while it was handled. A failing key is delayed by 5 ms, 10 ms, …
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #waiting: Readonly<Record<Priority, Map<string, number>>> = {
    urgent: new Map(),
    live: new Map(),
    background: new Map(),
  };
  readonly #working = new Set<string>();
  readonly #dirty = new Map<string, Priority>();
  readonly #failures = new Map<string, number>();
  readonly #timers = new Map<string, { timer: NodeJS.Timeout; due: number }>();
  #stopped = false;
  #idle: (() => void) | null = null;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  /** Adds a key. A queued key keeps its higher priority. */
  add(key: string, priority: Priority = 'live'): void {
    if (this.#stopped) return;
    if (this.#working.has(key)) {
      this.#dirty.set(key, firstOf(priority, this.#dirty.get(key)));
      return;
    }
    const known = PRIORITIES.find((one) => this.#waiting[one].has(key));
    if (known !== undefined && firstOf(priority, known) === known) return;
    const since = known === undefined ? performance.now() : this.#remove(key, known);
    this.#waiting[priority].set(key, since);
    this.#options.observe?.added();
    this.#startWorkers();
  }

  /** Adds a key after a delay. Of several delays of one key the earliest counts. */
  addAfter(key: string, delayMs: number): void {
    if (this.#stopped) return;
    const due = performance.now() + delayMs;
    const pending = this.#timers.get(key);
    if (pending !== undefined && pending.due <= due) return;
    clearTimeout(pending?.timer);
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      this.add(key);
    }, delayMs);
    this.#timers.set(key, { timer, due });
  }

  /** Drops all queued keys and waits for those in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    for (const priority of PRIORITIES) this.#waiting[priority].clear();
    if (this.#working.size === 0) return;
    await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  #startWorkers(): void {
    while (this.#working.size < this.#options.workers) {
      const key = this.#next();
      if (key === undefined) break;
      void this.#handle(key);
    }
    const sizes = PRIORITIES.map((priority) => this.#waiting[priority].size);
    this.#options.observe?.depth(sizes.reduce((sum, size) => sum + size, 0));
  }

  #next(): string | undefined {
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

  /** @returns when the key was queued */
  #remove(key: string, from: Priority): number {
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
    const priority = this.#dirty.get(key);
    this.#dirty.delete(key);
    if (priority !== undefined) this.add(key, priority);
    this.#startWorkers();
    if (this.#working.size === 0) this.#idle?.();
  }

  #retry(key: string, error: unknown): void {
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    this.#options.onError(key, error, failures);
    this.#options.observe?.retried();
    const longest = this.#options.maxDelayMs ?? MAX_DELAY_MS;
    const backoff = Math.min(longest, BASE_DELAY_MS * 2 ** (failures - 1));
    this.addAfter(key, Math.max(backoff, retryAfterMs(error)));
  }
}

/** The `Retry-After` of the API server, e.g. with a 429, in milliseconds. */
function retryAfterMs(error: unknown): number {
  return error instanceof KubeApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}

function firstOf(one: Priority, other: Priority = one): Priority {
  return PRIORITIES.find((priority) => priority === one || priority === other) ?? one;
}
