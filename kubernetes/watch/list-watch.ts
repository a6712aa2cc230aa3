import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../../runner/domain/error-message.ts';
import { isExpired, isInvalid } from '../client/kube-api-error.ts';
import type { KubeObject } from '../client/kube-object.ts';
import {
  DEFAULT_TIMING,
  type ListWatchOptions,
  type ListWatchTiming,
} from './list-watch-options.ts';
import { Quarantine } from './quarantine.ts';
import { WatchBackoff } from './watch-backoff.ts';
import { selectionOf, watchQuery } from './watch-query.ts';
import { errorOf, type ObjectList, type WatchEvent } from './watch-event.ts';
import type { Priority } from '../work-queue.ts';

const PAGE = '100';
const CLOSED_EARLY = 'the watch was closed immediately without an error, as a proxy may do';
/** Marks the bookmark that ends a streamed list. */
const LIST_ENDS_ANNOTATION = 'k8s.io/initial-events-end';
const STREAMED_LIST = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' } as const;

/**
 * An informer: a cache of a collection by list and watch with bookmarks. It relists on 410 and periodically,
 * and recovers from any error. A closed watch is no evidence about any object. Lists are streamed through
 * the watch (`sendInitialEvents`) to save memory; servers that cannot do that are asked for pages.
 */
export class ListWatch<T> {
  readonly #options: ListWatchOptions<T>;
  readonly #timing: ListWatchTiming;
  readonly #objects = new Map<string, T>();
  readonly #quarantine = new Quarantine();
  readonly #stop = new AbortController();
  readonly #synced = Promise.withResolvers<true>();
  #resourceVersion: string | null = null;
  #listedAt = 0;
  /** Since when no watch is connected; null while one is. */
  #disconnectedSince: number | null = performance.now();
  #canStream = true;
  /** Whether the running list verifies a watch: what it finds was missed. */
  #isCheck = false;
  /** Cached names that the running streamed list has not delivered yet; null: no streamed list is running. */
  #unlisted: Set<string> | null = null;
  #loop: Promise<void> | null = null;

  constructor(options: ListWatchOptions<T>) {
    this.#options = options;
    this.#timing = { ...DEFAULT_TIMING, ...options.timing };
  }

  /** Starts the informer. Resolves after the first complete list. */
  async start(): Promise<void> {
    this.#loop ??= this.#run();
    await this.#synced.promise;
  }

  /** The cached form of an object. */
  get(name: string): T | undefined {
    return this.#objects.get(name);
  }

  /** Whether the latest version of the object cannot be read: its cached form is older. */
  isUnreadable(name: string): boolean {
    return this.#quarantine.has(name);
  }

  /** Whether the cache has synced and a watch was connected recently. */
  isCurrent(): boolean {
    const since = this.#disconnectedSince ?? performance.now();
    return this.#listedAt > 0 && performance.now() - since < this.#timing.staleAfter;
  }

  /** Evicts an object until it changes, without `onChange`. */
  forget(name: string): void {
    this.#objects.delete(name);
  }

  entries(): MapIterator<[string, T]> {
    return this.#objects.entries();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const backoff = new WatchBackoff(this.#timing, this.#options.random ?? Math.random);
    const { signal } = this.#stop;
    while (!this.#isStopped()) {
      const started = performance.now();
      const failure = await this.#cycle();
      this.#setConnected(false);
      const wait = backoff.after(failure, performance.now() - started);
      if (wait > 0 && !this.#isStopped()) {
        this.#options.observe?.restarted(failure === null ? CLOSED_EARLY : errorMessage(failure));
      }
      if (wait > 0) await delay(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Lists if it must, then watches until the watch ends. @returns the error that ended it; null: none */
  async #cycle(): Promise<Error | null> {
    try {
      if (this.#resourceVersion === null || this.#mustRelist()) await this.#listAndWatch();
      else await this.#watch(this.#resourceVersion);
      return null;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (isExpired(error)) this.#resourceVersion = null;
      return error;
    }
  }

  #setConnected(isConnected: boolean): void {
    this.#disconnectedSince = isConnected ? null : (this.#disconnectedSince ?? performance.now());
    this.#options.observe?.connected(isConnected);
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  #isListing(): boolean {
    return this.#unlisted !== null;
  }

  #mustRelist(): boolean {
    return performance.now() - this.#listedAt > this.#timing.relistInterval;
  }

  async #listAndWatch(): Promise<void> {
    if (this.#listedAt === 0) await this.#listUrgent();
    this.#isCheck = this.#resourceVersion !== null;
    if (this.#canStream) {
      try {
        await this.#stream();
        return;
      } catch (error) {
        if (!isInvalid(error)) throw error;
        this.#canStream = false;
        this.#unlisted = null;
      }
    }
    await this.#watch(await this.#listPages());
  }

  async #stream(): Promise<void> {
    // An interrupted list starts over: it leaves no resource version to continue from.
    this.#resourceVersion = null;
    this.#unlisted = this.#known();
    await this.#watch('', STREAMED_LIST);
    if (this.#isListing()) throw new Error('the streamed list was interrupted');
  }

  /** @returns the resource version to watch from */
  async #listPages(): Promise<string> {
    const unlisted = this.#known();
    let page = await this.#page();
    for (;;) {
      for (const object of page.items) {
        unlisted.delete(object.metadata.name);
        this.#putListed(object);
      }
      if (page.metadata.continue === undefined || page.metadata.continue === '') break;
      page = await this.#page({ continue: page.metadata.continue });
    }
    this.#endList(unlisted, page.metadata.resourceVersion);
    return page.metadata.resourceVersion;
  }

  #known(): Set<string> {
    return new Set([...this.#objects.keys(), ...this.#quarantine.names()]);
  }

  /** Objects that were not listed have been deleted meanwhile. */
  #endList(unlisted: ReadonlySet<string>, resourceVersion: string): void {
    for (const name of unlisted) {
      this.#drop(name, 'live');
      this.#noteMissed();
    }
    this.#resourceVersion = resourceVersion;
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
    const { api, path } = this.#options;
    return await api.request<ObjectList>(path, {
      query: { limit: PAGE, ...selectionOf(this.#options), ...query },
      signal: this.#stop.signal,
    });
  }

  async #watch(from: string, query: Readonly<Record<string, string>> = {}): Promise<void> {
    const { api, path, random = Math.random } = this.#options;
    const idle = new AbortController();
    const onIdle = (): void => {
      idle.abort(new Error('the watch received no data, not even a bookmark'));
    };
    let timer = setTimeout(onIdle, this.#timing.idleTimeout);
    try {
      const lines = api.lines(path, {
        query: { ...watchQuery(this.#options, this.#timing, from, random()), ...query },
        signal: AbortSignal.any([this.#stop.signal, idle.signal]),
        onData: () => {
          clearTimeout(timer);
          timer = setTimeout(onIdle, this.#timing.idleTimeout);
        },
      });
      for await (const line of lines) {
        this.#setConnected(true);
        this.#handle(JSON.parse(line) as WatchEvent);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #handle(event: WatchEvent): void {
    const { type, object } = event;
    if (type === 'ERROR') throw errorOf(event);
    if (this.#unlisted !== null) {
      this.#handleListed(this.#unlisted, type, object);
      return;
    }
    this.#resourceVersion = object.metadata.resourceVersion;
    if (type === 'DELETED') this.#drop(object.metadata.name, 'live');
    else if (type !== 'BOOKMARK') this.#put(object, 'live');
  }

  /** A streamed list may include changes, and its resource versions are unordered until the final bookmark. */
  #handleListed(unlisted: Set<string>, type: WatchEvent['type'], object: KubeObject): void {
    const { name, annotations, resourceVersion } = object.metadata;
    if (type === 'BOOKMARK') {
      if (annotations?.[LIST_ENDS_ANNOTATION] !== 'true') return;
      this.#unlisted = null;
      this.#endList(unlisted, resourceVersion);
    } else if (type === 'DELETED') this.#drop(name, 'live');
    else {
      unlisted.delete(name);
      if (type === 'MODIFIED') this.#put(object, 'live');
      else this.#putListed(object);
    }
  }

  /** An object that is new in a relist is a live change. */
  #putListed(object: KubeObject): void {
    const isNews = this.#listedAt > 0 && !this.#objects.has(object.metadata.name);
    this.#put(object, isNews ? 'live' : 'background');
    if (isNews && this.#objects.has(object.metadata.name)) this.#noteMissed();
  }

  #noteMissed(): void {
    if (this.#isCheck) this.#options.observe?.missed();
  }

  #put(object: KubeObject, priority: Priority): void {
    const { name } = object.metadata;
    const kept = this.#read(object);
    if (kept === undefined) return;
    if (kept === null) {
      this.#drop(name, priority);
      return;
    }
    this.#objects.set(name, kept);
    this.#options.onChange(name, priority, undefined);
  }

  /** @returns undefined if the object cannot be read: its cached form stays */
  #read(object: KubeObject): T | null | undefined {
    const { name } = object.metadata;
    try {
      const kept = this.#options.transform(object, this.#objects.get(name));
      this.#quarantine.release(name);
      return kept;
    } catch (error) {
      const { onUnreadable } = this.#options;
      if (onUnreadable === undefined) throw error;
      if (this.#quarantine.add(object)) onUnreadable(object, error);
      return undefined;
    }
  }

  #drop(name: string, priority: Priority): void {
    this.#quarantine.release(name);
    const last = this.#objects.get(name);
    if (last === undefined) return;
    this.#objects.delete(name);
    this.#options.onChange(name, priority, last);
  }
}
