import { setTimeout as delay } from 'node:timers/promises';
import { isExpired, KubeApiError } from './kube-api-error.ts';
import type { KubeApi } from './kube-api.ts';
import type { KubeObject } from './kube-object.ts';
import type { Priority } from './work-queue.ts';

export interface ListWatchOptions<T> {
  readonly api: KubeApi;
  /** Path of the collection, e.g. `/apis/batch/v1/namespaces/x/jobs`. */
  readonly path: string;
  readonly labelSelector?: string;
  /** A field selector of objects that are wanted first: at the start they are listed before all, as live changes. */
  readonly urgent?: string;
  /** Makes what is kept of an object, null for nothing; whatever it drops is not held in memory. */
  readonly keep: (object: KubeObject) => T | null;
  /** An object came, changed or went. `last` is what was kept of it, for one that went. */
  readonly onChange: (name: string, priority: Priority, last: T | undefined) => void;
  readonly observe?: ListWatchObserver;
  readonly timing?: Partial<ListWatchTiming>;
  /** From 0 to 1; spreads watches of many processes. */
  readonly random?: () => number;
}

export interface ListWatchObserver {
  connected(isConnected: boolean): void;
  relisted(): void;
  restarted(reason: string): void;
}

/** All in milliseconds. */
export interface ListWatchTiming {
  /** The server ends a watch after one to two times this. */
  readonly watchFor: number;
  /** A watch without a byte for so long is cut: the server sends a bookmark about every minute. */
  readonly silentFor: number;
  /** Everything is listed anew so often, against what a watch may have missed. */
  readonly relistEvery: number;
  readonly firstBackoff: number;
  readonly longestBackoff: number;
}

const TIMING: ListWatchTiming = {
  watchFor: 300_000,
  silentFor: 100_000,
  relistEvery: 600_000,
  firstBackoff: 800,
  longestBackoff: 30_000,
};
// With 500 the garbage of long lists made a process of 250 MB one of 280.
const PAGE = '100';
// After a watch that lasted so long the server is well: the next failure starts with a short wait.
const HEALTHY_MS = 120_000;

interface ObjectList {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly KubeObject[];
}

interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: KubeObject & {
    readonly code?: number;
    readonly reason?: string;
    readonly message?: string;
  };
}

/**
 * A copy in memory of a collection, kept current: list in pages, watch with bookmarks, list anew on
 * 410 and every so often, go on after any error. A closed watch says nothing about any object.
 */
export class ListWatch<T> {
  readonly #options: ListWatchOptions<T>;
  readonly #timing: ListWatchTiming;
  readonly #objects = new Map<string, T>();
  readonly #stop = new AbortController();
  readonly #synced = Promise.withResolvers<true>();
  #resourceVersion: string | null = null;
  #listedAt = 0;
  #loop: Promise<void> | null = null;

  constructor(options: ListWatchOptions<T>) {
    this.#options = options;
    this.#timing = { ...TIMING, ...options.timing };
  }

  /** Starts, and settles after the first complete list. */
  async start(): Promise<void> {
    this.#loop ??= this.#run();
    await this.#synced.promise;
  }

  get(name: string): T | undefined {
    return this.#objects.get(name);
  }

  entries(): MapIterator<[string, T]> {
    return this.#objects.entries();
  }

  get size(): number {
    return this.#objects.size;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    let backoff = this.#timing.firstBackoff;
    while (!this.#isStopped()) {
      const started = performance.now();
      const failure = await this.#cycle();
      this.#options.observe?.connected(false);
      if (failure === null || performance.now() - started > HEALTHY_MS) {
        backoff = this.#timing.firstBackoff;
      }
      if (failure === null || this.#isStopped()) continue;
      await this.#pause(failure, backoff);
      backoff = Math.min(this.#timing.longestBackoff, backoff * 2);
    }
  }

  /** Lists when it must, then watches until the watch ends. @returns what to wait for, if anything */
  async #cycle(): Promise<Error | null> {
    try {
      if (this.#resourceVersion === null || this.#mustRelist()) await this.#list();
      await this.#watch();
      return null;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (!this.#isStopped()) this.#options.observe?.restarted(error.message);
      if (!isExpired(error)) return error;
      this.#resourceVersion = null;
      return null;
    }
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  async #pause(error: Error, backoff: number): Promise<void> {
    const asked = error instanceof KubeApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    const jitter = 0.5 + (this.#options.random ?? Math.random)();
    const { signal } = this.#stop;
    await delay(Math.max(asked, backoff * jitter), undefined, { signal }).catch(() => undefined);
  }

  #mustRelist(): boolean {
    return performance.now() - this.#listedAt > this.#timing.relistEvery;
  }

  async #list(): Promise<void> {
    if (this.#listedAt === 0) await this.#listUrgent();
    const seen = new Set<string>();
    let page = await this.#page();
    for (;;) {
      for (const object of page.items) {
        seen.add(object.metadata.name);
        this.#put(object, 'background');
      }
      if (page.metadata.continue === undefined || page.metadata.continue === '') break;
      page = await this.#page({ continue: page.metadata.continue });
    }
    for (const name of this.#objects.keys()) if (!seen.has(name)) this.#drop(name, 'live');
    this.#resourceVersion = page.metadata.resourceVersion;
    this.#listedAt = performance.now();
    this.#options.observe?.relisted();
    this.#synced.resolve(true);
  }

  async #listUrgent(): Promise<void> {
    const { urgent } = this.#options;
    if (urgent === undefined) return;
    const { items } = await this.#page({ fieldSelector: urgent });
    for (const object of items) this.#put(object, 'live');
  }

  async #page(query: Readonly<Record<string, string>> = {}): Promise<ObjectList> {
    const { api, path, labelSelector } = this.#options;
    return await api.request<ObjectList>(path, {
      query: {
        limit: PAGE,
        ...(labelSelector === undefined ? {} : { labelSelector }),
        ...query,
      },
      signal: this.#stop.signal,
    });
  }

  async #watch(): Promise<void> {
    const { api, path, labelSelector, random = Math.random } = this.#options;
    const silence = new AbortController();
    const onSilence = (): void => {
      silence.abort(new Error('the watch fell silent'));
    };
    let timer = setTimeout(onSilence, this.#timing.silentFor);
    try {
      const lines = api.lines(path, {
        query: {
          watch: 'true',
          allowWatchBookmarks: 'true',
          resourceVersion: this.#resourceVersion ?? '',
          timeoutSeconds: String(Math.round((this.#timing.watchFor * (1 + random())) / 1000)),
          ...(labelSelector === undefined ? {} : { labelSelector }),
        },
        signal: AbortSignal.any([this.#stop.signal, silence.signal]),
        onData: () => {
          clearTimeout(timer);
          timer = setTimeout(onSilence, this.#timing.silentFor);
        },
      });
      for await (const line of lines) {
        this.#options.observe?.connected(true);
        this.#take(JSON.parse(line) as WatchEvent);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #take({ type, object }: WatchEvent): void {
    if (type === 'ERROR') {
      throw new KubeApiError(object.code ?? 500, {
        reason: object.reason ?? 'Unknown',
        message: object.message ?? 'the watch ended with an error',
        retryAfterSeconds: null,
      });
    }
    this.#resourceVersion = object.metadata.resourceVersion;
    if (type === 'DELETED') this.#drop(object.metadata.name, 'live');
    else if (type !== 'BOOKMARK') this.#put(object, 'live');
  }

  #put(object: KubeObject, priority: Priority): void {
    const { name } = object.metadata;
    const kept = this.#options.keep(object);
    if (kept === null) {
      this.#drop(name, priority);
      return;
    }
    this.#objects.set(name, kept);
    this.#options.onChange(name, priority, undefined);
  }

  #drop(name: string, priority: Priority): void {
    const last = this.#objects.get(name);
    if (last === undefined) return;
    this.#objects.delete(name);
    this.#options.onChange(name, priority, last);
  }
}
