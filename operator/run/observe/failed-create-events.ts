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
  /** Whether a pod of the Job is awaited: nothing is kept of any other. */
  readonly isAwaited: (job: JobReference) => boolean;
  /** Why a Job can make no pod has changed. */
  readonly onChange: (job: JobReference) => void;
  /** An Event cannot be read: it is left alone. */
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
 * API servers keep no cache of Events, so that a watch of them brings no bookmarks: one without news is
 * silent, and its version is compacted away after five minutes. It is begun and listed anew before that.
 */
const TIMING: Partial<ListWatchTiming> = {
  watchTimeout: 60_000,
  idleTimeout: 150_000,
  relistInterval: 180_000,
};

/**
 * Why Jobs can make no pods (quota, admission), which they say only by Events: the newest word of each
 * Job whose pod is awaited, by one watch of the namespace.
 */
export class FailedCreateEvents {
  readonly #events: ListWatch<FailedCreate>;
  /** Names of the Events that are kept, by the uids of their Jobs. */
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
      keep: (object) => {
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

  /** Settles when all Events have been listed once. */
  async start(): Promise<void> {
    await this.#events.start();
    this.#isListed = true;
  }

  /** Settles then too, or so many milliseconds later. @returns whether all Events have been listed */
  async startWithin(ms: number): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<unknown>();
    this.#deadline = setTimeout(resolve, ms);
    await Promise.race([this.start(), late]);
    clearTimeout(this.#deadline);
    return this.#isListed;
  }

  /** All Events have been listed once: of a Job without a word no failedCreate is known. */
  get isListed(): boolean {
    return this.#isListed;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#deadline);
    await this.#events.stop();
  }

  /** Of how many Jobs something is kept. */
  get size(): number {
    return this.#newest.size;
  }

  /** Why the Job with that uid could make no pod last; null when that is not known. */
  of(job: string): string | null {
    const name = this.#newest.get(job);
    return name === undefined ? null : (this.#events.get(name)?.message ?? null);
  }

  /** A Job has ended or gone. */
  forget(job: string): void {
    const name = this.#newest.get(job);
    if (name === undefined) return;
    this.#newest.delete(job);
    this.#events.forget(name);
  }

  /** The words of a quota change with every try, and each makes an Event. */
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
