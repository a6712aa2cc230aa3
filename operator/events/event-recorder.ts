import { setTimeout as delay } from 'node:timers/promises';
import type { OnStep } from '../failpoint.ts';
import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import type { ObjectEvent } from './object-event.ts';
import { createEvent } from './create-event.ts';

export interface EventRecorderOptions {
  readonly api: KubeApi;
  readonly now: () => Date;
  readonly onStep: OnStep;
  /** Called for an event that was dropped. Its object is reconciled all the same. */
  readonly onDropped: (event: ObjectEvent, error: unknown) => void;
}

interface QueuedEvent {
  readonly event: ObjectEvent;
  readonly time: Date;
  /** By `performance.now()`. */
  readonly due: number;
}

/** Leaves the connections to writes that Runs wait for. */
const DELAY_MS = 1000;
const MAX_QUEUED = 2000;
const FLUSH_TIMEOUT_MS = 2000;

/** Creates Events in the background, one at a time, a second after each was recorded. */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #queue = new Set<QueuedEvent>();
  readonly #stopping = new AbortController();
  #loop: Promise<void> | null = null;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
  }

  /** Queues an event; drops it when 2,000 are queued. */
  record(event: ObjectEvent): void {
    if (this.#queue.size >= MAX_QUEUED) {
      this.#options.onDropped(event, new Error(`the queue is full (${MAX_QUEUED} events)`));
      return;
    }
    this.#queue.add({ event, time: this.#options.now(), due: performance.now() + DELAY_MS });
    this.#loop ??= this.#run();
  }

  /** Flushes the queue, for at most two seconds. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const timeout = new AbortController();
    const { signal } = timeout;
    await Promise.race([
      this.#loop,
      delay(FLUSH_TIMEOUT_MS, undefined, { signal }).catch(() => undefined),
    ]);
    timeout.abort();
    this.#queue.clear();
  }

  async #run(): Promise<void> {
    for (const queued of this.#queue) {
      await this.#until(queued.due);
      this.#queue.delete(queued);
      await this.#create(queued);
    }
    this.#loop = null;
  }

  async #until(due: number): Promise<void> {
    const { signal } = this.#stopping;
    const left = due - performance.now();
    if (left > 0) await delay(left, undefined, { signal }).catch(() => undefined);
  }

  async #create({ event, time }: QueuedEvent): Promise<void> {
    const { api, onStep, onDropped } = this.#options;
    try {
      await createEvent(api, event, time);
      onStep('eventRecorded');
    } catch (error) {
      onDropped(event, error);
    }
  }
}
