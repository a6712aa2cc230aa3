import { setTimeout as delay } from 'node:timers/promises';
import type { OnStep } from '../failpoint.ts';
import type { KubeApi } from '../kube/kube-api.ts';
import type { VersionedRun } from './read-objects.ts';
import { recordEvent } from './record-event.ts';

export interface EventQueueOptions {
  readonly api: KubeApi;
  readonly now: () => Date;
  readonly onStep: OnStep;
  /** An event could not be recorded, which changes nothing for the Run. */
  readonly onLost: (run: string, error: unknown) => void;
}

interface Waiting {
  readonly run: VersionedRun;
  readonly time: Date;
  /** By the clock of `performance`. */
  readonly due: number;
}

/** Events are for people: what Runs wait for comes first. */
const AFTER_MS = 1000;
const MOST_WAITING = 2000;
const STOPS_WITHIN_MS = 2000;

/** Events on their way to the API server, one at a time, when what they tell of is a moment old. */
export class EventQueue {
  readonly #options: EventQueueOptions;
  readonly #waiting = new Set<Waiting>();
  readonly #stopping = new AbortController();
  #loop: Promise<void> | null = null;

  constructor(options: EventQueueOptions) {
    this.#options = options;
  }

  /** Tells, a moment later, of the state that a Run has come to. */
  add(run: VersionedRun): void {
    if (this.#waiting.size >= MOST_WAITING) {
      this.#options.onLost(run.name, new Error('too many events wait'));
      return;
    }
    this.#waiting.add({ run, time: this.#options.now(), due: performance.now() + AFTER_MS });
    this.#loop ??= this.#run();
  }

  /** Records what waits, if that takes no more than two seconds. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const enough = new AbortController();
    const { signal } = enough;
    await Promise.race([
      this.#loop,
      delay(STOPS_WITHIN_MS, undefined, { signal }).catch(() => undefined),
    ]);
    enough.abort();
    this.#waiting.clear();
  }

  async #run(): Promise<void> {
    for (const event of this.#waiting) {
      await this.#until(event.due);
      this.#waiting.delete(event);
      await this.#record(event);
    }
    this.#loop = null;
  }

  async #until(due: number): Promise<void> {
    const { signal } = this.#stopping;
    const left = due - performance.now();
    if (left > 0) await delay(left, undefined, { signal }).catch(() => undefined);
  }

  async #record({ run, time }: Waiting): Promise<void> {
    const { api, onStep, onLost } = this.#options;
    try {
      await recordEvent(api, run, time);
      onStep('eventRecorded');
    } catch (error) {
      onLost(run.name, error);
    }
  }
}
