import type { KubeApi } from '../client/kube-api.ts';
import type { KubeObject } from '../client/kube-object.ts';
import type { Priority } from '../work-queue.ts';

export interface ListWatchOptions<T> {
  readonly api: KubeApi;
  /** Path of the collection, e.g. `/apis/batch/v1/namespaces/x/jobs`. */
  readonly path: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** A field selector of objects that are wanted first: at the start they are listed before all, as live changes. */
  readonly urgent?: string;
  /**
   * Makes what is kept of an object, null for nothing; whatever it drops is not held in memory.
   * `known` is what was kept of it before: given back while it is still true, it makes no garbage.
   */
  readonly keep: (object: KubeObject, known: T | undefined) => T | null;
  /**
   * `keep` threw for this version of an object: it is left alone until it changes, and what was kept of
   * it stays. Called once for each such version. Without this such an object fails the whole watch.
   */
  readonly onUnreadable?: (object: KubeObject, error: unknown) => void;
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
  /** A periodic list found an object that had come or gone without a word of the watch. */
  missed(): void;
}

/** All in milliseconds. */
export interface ListWatchTiming {
  /** The server ends a watch after one to two times this. */
  readonly watchTimeout: number;
  /** A watch without a byte for so long is cut: the server sends a bookmark about every minute. */
  readonly idleTimeout: number;
  /** Everything is listed anew so often, against what a watch may have missed. */
  readonly relistInterval: number;
  readonly baseBackoff: number;
  readonly maxBackoff: number;
  /** A copy that no watch has renewed for so long is not current. */
  readonly staleAfter: number;
}

export const DEFAULT_TIMING: ListWatchTiming = {
  watchTimeout: 300_000,
  idleTimeout: 100_000,
  relistInterval: 600_000,
  baseBackoff: 800,
  maxBackoff: 30_000,
  staleAfter: 120_000,
};
