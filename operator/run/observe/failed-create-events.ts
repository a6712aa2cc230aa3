import type { KubeApi } from '../../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { ListWatch } from '../../../kubernetes/watch/list-watch.ts';
import type {
  ListWatchObserver,
  ListWatchTiming,
} from '../../../kubernetes/watch/list-watch-options.ts';
import { paths } from '../../../kubernetes/resources/paths.ts';

export interface FailedCreateEventsOptions {
  readonly api: KubeApi;
  readonly namespace: string;
  /** Whether the Job still needs its pod. Events of other Jobs are not cached. */
  readonly isAwaited: (job: JobReference) => boolean;
  /** Called when the newest Event of a Job has changed. */
  readonly onChange: (job: JobReference) => void;
  /** Called for an Event that cannot be read. It is ignored. */
  readonly onUnreadable: (event: KubeObject, error: unknown) => void;
  readonly observe?: ListWatchObserver;
}

export interface JobReference {
  readonly name: string;
  readonly uid: string;
}

interface FailedCreate {
  readonly job: JobReference;
  readonly message: string;
  /** RFC 3339, in whole seconds. */
  readonly at: string;
}

interface EventObject extends KubeObject {
  readonly involvedObject: { readonly name?: string; readonly uid?: string };
  readonly message?: string;
  readonly lastTimestamp?: string | null;
}

const SELECTOR = 'involvedObject.kind=Job,reason=FailedCreate';

/**
 * API servers do not cache Events, so a watch of them sends no bookmarks: without changes it is silent, and
 * its resource version is compacted after five minutes. It relists before that.
 */
const TIMING: Partial<ListWatchTiming> = {
  watchTimeout: 60_000,
  idleTimeout: 150_000,
  relistInterval: 180_000,
};

/**
 * Caches the newest FailedCreate Event of each Job that waits for its pod. The Job controller reports only
 * by Events why it cannot create a pod (quota, admission).
 */
export class FailedCreateEvents {
  readonly #events: ListWatch<FailedCreate>;
  /** Names of the cached Events by the uid of their Job. */
  readonly #newest = new Map<string, string>();
  #isListed = false;
  #deadline: NodeJS.Timeout | undefined;

  constructor(options: FailedCreateEventsOptions) {
    const { api, namespace, isAwaited, onChange, onUnreadable, observe } = options;
    this.#events = new ListWatch<FailedCreate>({
      api,
      path: paths.events(namespace),
      fieldSelector: SELECTOR,
      timing: TIMING,
      onUnreadable,
      ...(observe === undefined ? {} : { observe }),
      transform: (object) => {
        const failedCreate = readFailedCreate(object);
        return isAwaited(failedCreate.job) && this.#isNews(failedCreate) ? failedCreate : null;
      },
      onChange: (name, _priority, last) => {
        const failedCreate = this.#events.get(name);
        if (failedCreate !== undefined) this.#replace(failedCreate.job.uid, name);
        else if (last !== undefined) this.#newest.delete(last.job.uid);
        const job = (failedCreate ?? last)?.job;
        if (job !== undefined) onChange(job);
      },
    });
  }

  /** Resolves when all Events have been listed once. */
  async start(): Promise<void> {
    await this.#events.start();
    this.#isListed = true;
  }

  /** Resolves then, or after that many milliseconds. @returns whether all Events have been listed */
  async startWithin(ms: number): Promise<boolean> {
    const { promise: timeout, resolve } = Promise.withResolvers<unknown>();
    this.#deadline = setTimeout(resolve, ms);
    await Promise.race([this.start(), timeout]);
    clearTimeout(this.#deadline);
    return this.#isListed;
  }

  /** Whether all Events have been listed once. */
  get isListed(): boolean {
    return this.#isListed;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#deadline);
    await this.#events.stop();
  }

  /** Number of Jobs with a cached Event. */
  get size(): number {
    return this.#newest.size;
  }

  /** Message of the newest Event of the Job with that uid; null: none. */
  of(job: string): string | null {
    const name = this.#newest.get(job);
    return name === undefined ? null : (this.#events.get(name)?.message ?? null);
  }

  /** Forgets a Job that has finished or is gone. */
  forget(job: string): void {
    const name = this.#newest.get(job);
    if (name === undefined) return;
    this.#newest.delete(job);
    this.#events.forget(name);
  }

  /** Quota messages differ at each attempt of the Job controller, and each one is a new Event. */
  #isNews({ job, at }: FailedCreate): boolean {
    const known = this.#events.get(this.#newest.get(job.uid) ?? '');
    return known === undefined || Date.parse(at) >= Date.parse(known.at);
  }

  #replace(job: string, name: string): void {
    const before = this.#newest.get(job);
    if (before !== undefined && before !== name) this.#events.forget(before);
    this.#newest.set(job, name);
  }
}

function readFailedCreate(object: KubeObject): FailedCreate {
  const { involvedObject, message = '', lastTimestamp, metadata } = object as EventObject;
  return {
    job: { name: involvedObject.name ?? '', uid: involvedObject.uid ?? '' },
    message,
    at: lastTimestamp ?? metadata.creationTimestamp ?? '',
  };
}
