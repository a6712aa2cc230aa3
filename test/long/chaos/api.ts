import { WEBHOOK_AUTHORIZED } from '../../support/contract-app.ts';
import type { Order } from './orders.ts';

/** The fields of a run that the verdict reads. */
export interface SeenRun {
  readonly id: string;
  readonly status: string;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly error_message: string | null;
  readonly parameters: { readonly number: number } | null;
}

export interface ChaosAnswer {
  readonly status: number;
  readonly text: string;
}

/** A client drops a connection without an answer after this time. */
const PATIENCE_MS = 60_000;
const ALL_RUNS = 10_000;

/** A client of a service that is killed at any time. */
export class ChaosApi {
  readonly #url: string;

  /** @param url without `/api` */
  constructor(url: string) {
    this.#url = `${url}/api`;
  }

  /** @returns null when the connection was refused, lost or silent for a minute */
  async ask(path: string, request: RequestInit = {}): Promise<ChaosAnswer | null> {
    try {
      const answer = await fetch(this.#url + path, {
        ...request,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return null;
    }
  }

  /** Starts a run. With a key it waits for the outcome, and requests with the same key get the same run. */
  async order(flow: string, order: Order): Promise<ChaosAnswer | null> {
    const key = { 'Idempotency-Key': `order ${order.number}` };
    switch (order.by) {
      case 'trigger with a key':
        return await this.#post(`/flows/${flow}/trigger`, order, { ...WEBHOOK_AUTHORIZED, ...key });
      case 'start with a key':
        return await this.#post(`/flows/${flow}/runs`, order, key);
      case 'start':
        return await this.#post(`/flows/${flow}/runs`, order, { Prefer: 'respond-async' });
    }
  }

  /** Null without an answer that describes the run. */
  async run(id: string): Promise<SeenRun | null> {
    const answer = await this.ask(`/runs/${id}`);
    return answer?.status === 200 ? (JSON.parse(answer.text) as SeenRun) : null;
  }

  /** Ids and states of all runs of a flow. @throws Error for any status but 2xx */
  async runsOf(flow: string): Promise<readonly Pick<SeenRun, 'id' | 'status'>[]> {
    return JSON.parse(await this.text(`/runs?flow_id=${flow}&limit=${ALL_RUNS}`)) as SeenRun[];
  }

  /** Requests the text of an answer. @throws Error for any status but 2xx */
  async text(path: string, request: RequestInit = {}): Promise<string> {
    const answer = await this.ask(path, request);
    if (answer === null || answer.status >= 300)
      throw new Error(`${path}: ${answer?.status ?? 'no answer'} ${answer?.text ?? ''}`);
    return answer.text;
  }

  /** Posts JSON and reads JSON. @throws Error for any status but 2xx */
  async make(path: string, body: object): Promise<{ readonly id: string }> {
    const text = await this.text(path, {
      method: 'POST',
      headers: body instanceof FormData ? {} : { 'Content-Type': 'application/json' },
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
    return JSON.parse(text) as { id: string };
  }

  async #post(path: string, order: Order, headers: object): Promise<ChaosAnswer | null> {
    const { number, rows } = order;
    return await this.ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ parameters: { number, rows } }),
    });
  }
}
