import { setTimeout as delay } from 'node:timers/promises';
import type { RunStatus } from '../../../runner/domain/run-status.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import { WEBHOOK_AUTHORIZED } from '../../support/contract-app.ts';
import { eventually } from './eventually.ts';

/** A run as the API tells it, as far as it is looked at here. */
export interface RunAnswer {
  readonly id: string;
  readonly status: RunStatus;
  readonly error_message: string | null;
  readonly waiting: { readonly reason: string; readonly message: string } | null;
  readonly logs: readonly { readonly message: string }[];
}

export interface MissedTime {
  readonly scheduled_for: string;
  readonly run_id: string | null;
}

/** What a run may be started with. */
export type RunOptions = Readonly<Record<string, unknown>>;

const ENDS_WITHIN_MS = 150_000;
const HEARD_WITHIN_MS = 60_000;
const UNHEARD = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** The service as a client beside the cluster uses it. */
export class Service {
  readonly #api: string;

  constructor(url: string) {
    this.#api = `${url}/api`;
  }

  /** @returns the dataset's id */
  async upload(name: string, content: string): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([content]), name);
    return (await this.#call<{ id: string }>('POST', '/datasets/upload', form)).id;
  }

  /** @returns the flow's id */
  async saveFlow(name: string, graph: object): Promise<string> {
    return (await this.#call<{ id: string }>('POST', '/flows', { name, graph_json: graph })).id;
  }

  /** Starts a run without waiting for its end. @returns its id */
  async start(flow: string, options: RunOptions = {}): Promise<string> {
    const headers = { Prefer: 'respond-async' };
    return (await this.#call<{ id: string }>('POST', `/flows/${flow}/runs`, options, headers)).id;
  }

  /** Runs a flow, waiting for the answer as a plain client does. */
  async runToEnd(flow: string, options: RunOptions = {}): Promise<RunAnswer> {
    return await this.#call<RunAnswer>('POST', `/flows/${flow}/runs`, options);
  }

  /** Runs a flow as a webhook does: what comes with the same key is the same run. */
  async trigger(flow: string, key: string): Promise<RunAnswer> {
    const headers = { ...WEBHOOK_AUTHORIZED, 'Idempotency-Key': key };
    return await this.#call<RunAnswer>('POST', `/flows/${flow}/trigger`, {}, headers);
  }

  async runsOfFlow(flow: string): Promise<readonly Pick<RunAnswer, 'id' | 'status'>[]> {
    return await this.#call('GET', `/runs?flow_id=${flow}`);
  }

  async run(id: string): Promise<RunAnswer> {
    return await this.#call<RunAnswer>('GET', `/runs/${id}`);
  }

  async cancel(id: string): Promise<void> {
    await this.#call('POST', `/runs/${id}/cancel`);
  }

  /** @returns the schedule's id */
  async schedule(flow: string, body: object): Promise<string> {
    return (await this.#call<{ id: string }>('POST', `/flows/${flow}/schedules`, body)).id;
  }

  /** @returns when it comes next; null: not by itself */
  async changeSchedule(id: string, change: object): Promise<Date | null> {
    const { next_run_at: next } = await this.#call<{ next_run_at: string | null }>(
      'PATCH',
      `/schedules/${id}`,
      change,
    );
    return next === null ? null : new Date(next);
  }

  async deleteSchedule(id: string): Promise<void> {
    await this.#call('DELETE', `/schedules/${id}`);
  }

  async changeFlow(id: string, change: object): Promise<void> {
    await this.#call('PUT', `/flows/${id}`, change);
  }

  /** Has the times of a range run. */
  async backfill(schedule: string, range: { from: string; to: string }): Promise<void> {
    await this.#call('POST', `/schedules/${schedule}/backfill`, range);
  }

  /** The past times that a schedule missed, the newest first. @returns each with its run */
  async missedOf(schedule: string): Promise<readonly MissedTime[]> {
    return await this.#call<MissedTime[]>('GET', `/schedules/${schedule}/backfill`);
  }

  /** Fires a schedule and waits for the end of its run. */
  async fireNow(schedule: string): Promise<RunAnswer> {
    return await this.#call<RunAnswer>('POST', `/schedules/${schedule}/run-now`);
  }

  /** The newest first. @returns their ids */
  async runsOf(schedule: string): Promise<readonly string[]> {
    const runs = await this.#call<readonly { id: string }[]>('GET', `/schedules/${schedule}/runs`);
    return runs.map(({ id }) => id);
  }

  async set(setting: string, value: number): Promise<void> {
    await this.#call('PUT', `/settings/${setting}`, { value });
  }

  async reset(setting: string): Promise<void> {
    await this.#call('DELETE', `/settings/${setting}`);
  }

  async output(run: string, node: string): Promise<string> {
    const answer = await heard(`${this.#api}/runs/${run}/output?node_id=${node}`);
    if (!answer.ok)
      throw new Error(`The output of ${run}: ${answer.status} ${await answer.text()}`);
    return await answer.text();
  }

  /** Waits until a runner is at work; short work may be done already. */
  async begun(id: string): Promise<void> {
    await eventually(
      `run ${id} to begin`,
      async () => brief(await this.run(id)),
      (run) => run.status !== 'pending',
      ENDS_WITHIN_MS,
    );
  }

  async ended(id: string, withinMs = ENDS_WITHIN_MS): Promise<RunAnswer> {
    return await eventually(
      `the end of run ${id}`,
      async () => brief(await this.run(id)),
      (run) => isTerminal(run.status),
      withinMs,
    );
  }

  async #call<T>(method: string, path: string, body?: unknown, more: object = {}): Promise<T> {
    const isForm = body instanceof FormData;
    const answer = await heard(this.#api + path, {
      method,
      headers: { ...(isForm ? {} : { 'Content-Type': 'application/json' }), ...more },
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  }
}

/**
 * Asks again while there is no connection: the node's proxy learns of a pod a moment after the pod is
 * ready, and of a request without a connection nobody has heard.
 */
export async function heard(url: string, request: RequestInit = {}): Promise<Response> {
  const deadline = performance.now() + HEARD_WITHIN_MS;
  for (;;) {
    try {
      return await fetch(url, request);
    } catch (error) {
      if (!isUnheard(error) || performance.now() > deadline) throw error;
    }
    await delay(100);
  }
}

function isUnheard(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : null;
  return UNHEARD.has(String(cause?.code));
}

function brief({ id, status, error_message, waiting, logs }: RunAnswer): RunAnswer {
  return { id, status, error_message, waiting, logs };
}
