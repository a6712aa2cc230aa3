import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosAnswer, ChaosApi } from './api.ts';
import type { Order } from './orders.ts';

export interface ClientOptions {
  readonly api: ChaosApi;
  readonly flow: string;
  /** How many clients wait for outcomes concurrently. */
  readonly clients: number;
  /** Returns the rows of the next order. */
  readonly nextRows: () => number;
}

const WAYS = ['start', 'trigger with a key', 'start with a key'] as const;
const AGAIN_AFTER_MS = 200;
/** Statuses with which a client retries while a part is unavailable. */
const AWAY = new Set([502, 503, 504]);

/** Clients that each start a run when their last one has finished. */
export class Clients {
  readonly orders: Order[] = [];
  /** Answers that no kill explains. */
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

  /** Number of orders with an outcome. */
  get ended(): number {
    return this.#ended;
  }

  /** Starts no more orders. Returns when each order has an outcome, or after the timeout. */
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

  /** Retries with one key until the answer is a finished run. */
  async #untilTold(order: Order): Promise<void> {
    const { api, flow } = this.#options;
    while (!this.#hasGivenUp) {
      const run = this.#runOf(order, await api.order(flow, order));
      if (run?.isEnded === true) return;
      await delay(AGAIN_AFTER_MS);
    }
  }

  /** Starts a run once and polls it until it has finished; does not retry when the answer is lost. */
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
