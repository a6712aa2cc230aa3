import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosAnswer, ChaosApi } from './api.ts';
import type { Order } from './orders.ts';

export interface ClientOptions {
  readonly api: ChaosApi;
  readonly flow: string;
  /** How many wait for an end at once. */
  readonly clients: number;
  /** How large the next order is. */
  readonly nextRows: () => number;
}

const WAYS = ['start', 'trigger with a key', 'start with a key'] as const;
const AGAIN_AFTER_MS = 200;
/** What a client may be answered while a part is away: told to come again. */
const AWAY = new Set([502, 503, 504]);

/** Clients that keep asking for runs, each for the next when its last has ended. */
export class Clients {
  readonly orders: Order[] = [];
  /** Answers that nobody should get, whatever was killed. */
  readonly refusals: string[] = [];
  readonly #options: ClientOptions;
  readonly #working: Promise<unknown>;
  #isStopping = false;
  #hasGivenUp = false;
  #ended = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#working = Promise.all(Array.from({ length: options.clients }, () => this.#work()));
  }

  /** How many orders were told their end. */
  get ended(): number {
    return this.#ended;
  }

  /** Asks for nothing more. @returns when each was told the end of its order, or has waited so long */
  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    const timer = setTimeout(() => (this.#hasGivenUp = true), withinMs);
    await this.#working;
    clearTimeout(timer);
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      const number = this.orders.length + 1;
      const order = {
        number,
        rows: this.#options.nextRows(),
        by: WAYS[number % WAYS.length]!,
        answers: new Set<string>(),
      };
      this.orders.push(order);
      await (order.by === 'start' ? this.#once(order) : this.#untilTold(order));
      this.#ended += 1;
    }
  }

  /** Asks with one key until the run is told that has ended. */
  async #untilTold(order: Order): Promise<void> {
    const { api, flow } = this.#options;
    while (!this.#hasGivenUp) {
      const run = this.#runOf(order, await api.order(flow, order));
      if (run?.isEnded === true) return;
      await delay(AGAIN_AFTER_MS);
    }
  }

  /** Asks once, then looks at the run until it has ended; an answer that was lost is not asked for again. */
  async #once(order: Order): Promise<void> {
    const { api, flow } = this.#options;
    const started = this.#runOf(order, await api.order(flow, order));
    if (started === null) return;
    while (!this.#hasGivenUp) {
      const run = await api.run(started.id);
      if (run?.finished_at != null) return;
      await delay(AGAIN_AFTER_MS);
    }
  }

  #runOf(order: Order, answer: ChaosAnswer | null): { id: string; isEnded: boolean } | null {
    if (answer === null || AWAY.has(answer.status)) return null;
    if (answer.status >= 300) {
      this.refusals.push(`order ${order.number}: ${answer.status} ${answer.text.slice(0, 300)}`);
      return null;
    }
    const run = JSON.parse(answer.text) as { id: string; finished_at: string | null };
    order.answers.add(run.id);
    return { id: run.id, isEnded: run.finished_at !== null };
  }
}
