import type { KubeApi } from '../client/kube-api.ts';
import type { KubeObject } from '../client/kube-object.ts';
import type { Priority } from '../work-queue.ts';

export interface ListWatchOptions<T> {
  readonly api: KubeApi;
  /** Path of the collection, e.g. `/apis/batch/v1/namespaces/x/jobs`. */
  readonly path: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Field selector of objects to list before all others on the first list, with the priority of live changes. */
  readonly urgent?: string;
  /**
   * Transforms an object into its cached form, as client-go's `TransformFunc`; null: do not cache it.
   * @param known the cached form so far; returning it avoids garbage
   */
  readonly transform: (object: KubeObject, known: T | undefined) => T | null;
  /**
   * Called once for each version of an object for which `transform` throws. The object is ignored until it
   * changes, and its cached form stays. Without this handler the watch fails.
   */
  readonly onUnreadable?: (object: KubeObject, error: unknown) => void;
  /** Called when an object was added, changed or deleted. @param last the cached form of a deleted object */
  readonly onChange: (name: string, priority: Priority, last: T | undefined) => void;
  readonly observe?: ListWatchObserver;
  readonly timing?: Partial<ListWatchTiming>;
  /** From 0 to 1: jitter of timeouts and backoff. */
  readonly random?: () => number;
}

export interface ListWatchObserver {
  connected(isConnected: boolean): void;
  relisted(): void;
  restarted(reason: string): void;
  /** A periodic list found an addition or a deletion that the watch had missed. */
  missed(): void;
}

/** Durations in milliseconds. */
export interface ListWatchTiming {
  /** The server closes a watch after one to two times this. */
  readonly watchTimeout: number;
  /** A watch without data for this long is closed. The server sends a bookmark about every minute. */
  readonly idleTimeout: number;
  /** Interval of full lists, against events that a watch may have missed. */
  readonly relistInterval: number;
  readonly baseBackoff: number;
  readonly maxBackoff: number;
  /** The cache is stale when no watch was connected for this long. */
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
