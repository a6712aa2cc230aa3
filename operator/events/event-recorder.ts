import { setTimeout as delay } from 'node:timers/promises';
import type { OnStep } from '../failpoint.ts';
import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import type { ObjectEvent } from './object-event.ts';
import { createEvent } from './create-event.ts';

export interface EventRecorderOptions {
  readonly api: KubeApi;
  readonly now: () => Date;
  readonly onStep: OnStep;
  /** An event could not be recorded, which changes nothing for its object. */
  readonly onLost: (event: ObjectEvent, error: unknown) => void;
}

interface Waiting {
  readonly event: ObjectEvent;
  readonly time: Date;
  /** By the clock of `performance`. */
  readonly due: number;
}

/** Events are for people: what Runs wait for comes first. */
const AFTER_MS = 1000;
const MOST_WAITING = 2000;
const STOPS_WITHIN_MS = 2000;

/** Events on their way to the API server, one at a time, when what they tell of is a moment old. */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #waiting = new Set<Waiting>();
  readonly #stopping = new AbortController();
  #loop: Promise<void> | null = null;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
  }

  /** Queues an event. It is created a second later, so that writes that Runs wait for go first. */
  record(event: ObjectEvent): void {
    if (this.#waiting.size >= MOST_WAITING) {
      this.#options.onLost(event, new Error('too many events wait'));
      return;
    }
    this.#waiting.add({ event, time: this.#options.now(), due: performance.now() + AFTER_MS });
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
    for (const waiting of this.#waiting) {
      await this.#until(waiting.due);
      this.#waiting.delete(waiting);
      await this.#create(waiting);
    }
    this.#loop = null;
  }

  async #until(due: number): Promise<void> {
    const { signal } = this.#stopping;
    const left = due - performance.now();
    if (left > 0) await delay(left, undefined, { signal }).catch(() => undefined);
  }

  async #create({ event, time }: Waiting): Promise<void> {
    const { api, onStep, onLost } = this.#options;
    try {
      await createEvent(api, event, time);
      onStep('eventRecorded');
    } catch (error) {
      onLost(event, error);
    }
  }
}
