import { setTimeout as delay } from 'node:timers/promises';
import type { RunStatus } from '../../../runner/domain/run-status.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import { WEBHOOK_AUTHORIZED } from '../../support/contract-app.ts';
import { eventually } from './eventually.ts';

/** The fields of the API's run that tests read. */
export interface RunAnswer {
  readonly id: string;
  readonly status: RunStatus;
  readonly error_message: string | null;
  readonly waiting: { readonly reason: string; readonly message: string } | null;
  readonly logs: readonly { readonly message: string }[];
  readonly node_results?: readonly { readonly node_id: string; readonly cached: boolean }[] | null;
}

export interface MissedTime {
  readonly scheduled_for: string;
  readonly run_id: string | null;
}

/** Body of the request that starts a run. */
export type RunOptions = Readonly<Record<string, unknown>>;

const ENDS_WITHIN_MS = 150_000;
const CONNECTED_WITHIN_MS = 60_000;
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** A client of the service outside of the cluster. */
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

  /** Starts a run without waiting for its outcome. @returns its id */
  async start(flow: string, options: RunOptions = {}): Promise<string> {
    const headers = { Prefer: 'respond-async' };
    return (await this.#call<{ id: string }>('POST', `/flows/${flow}/runs`, options, headers)).id;
  }

  /** Runs a flow and waits for its outcome in one request. */
  async runToEnd(flow: string, options: RunOptions = {}): Promise<RunAnswer> {
    return await this.#call<RunAnswer>('POST', `/flows/${flow}/runs`, options);
  }

  /** Runs a flow by webhook: requests with the same key get the same run. */
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

  /** Retries a run and waits for the outcome. @param query begins with `?` */
  async retry(id: string, query: string): Promise<RunAnswer> {
    return await this.#call<RunAnswer>('POST', `/runs/${id}/retry${query}`);
  }

  async cancel(id: string): Promise<void> {
    await this.#call('POST', `/runs/${id}/cancel`);
  }

  /** @returns the schedule's id */
  async schedule(flow: string, body: object): Promise<string> {
    return (await this.#call<{ id: string }>('POST', `/flows/${flow}/schedules`, body)).id;
  }

  /** @returns the next scheduled time; null when there is none */
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

  /** Runs the scheduled times of a range. */
  async backfill(schedule: string, range: { from: string; to: string }): Promise<void> {
    await this.#call('POST', `/schedules/${schedule}/backfill`, range);
  }

  /** The missed times of a schedule with their runs, newest first. */
  async missedOf(schedule: string): Promise<readonly MissedTime[]> {
    return await this.#call<MissedTime[]>('GET', `/schedules/${schedule}/backfill`);
  }

  /** Triggers a schedule and waits for the outcome of its run. */
  async runNow(schedule: string): Promise<RunAnswer> {
    return await this.#call<RunAnswer>('POST', `/schedules/${schedule}/run-now`);
  }

  /** Ids of the runs of a schedule, newest first. */
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
    const answer = await fetchOnceConnected(`${this.#api}/runs/${run}/output?node_id=${node}`);
    if (!answer.ok)
      throw new Error(`The output of ${run}: ${answer.status} ${await answer.text()}`);
    return await answer.text();
  }

  /** Waits until a run is running or has finished. */
  async started(id: string): Promise<void> {
    await eventually(
      `run ${id} to start`,
      async () => brief(await this.run(id)),
      (run) => run.status !== 'pending',
      ENDS_WITHIN_MS,
    );
  }

  /** Waits until a run has finished. */
  async finished(id: string, withinMs = ENDS_WITHIN_MS): Promise<RunAnswer> {
    return await eventually(
      `run ${id} to finish`,
      async () => brief(await this.run(id)),
      (run) => isTerminal(run.status),
      withinMs,
    );
  }

  async #call<T>(method: string, path: string, body?: unknown, more: object = {}): Promise<T> {
    const isForm = body instanceof FormData;
    const answer = await fetchOnceConnected(this.#api + path, {
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
 * Fetches, and retries while no connection is established: the node's proxy learns of a pod a moment
 * after the pod is ready.
 */
export async function fetchOnceConnected(
  url: string,
  request: RequestInit = {},
): Promise<Response> {
  const deadline = performance.now() + CONNECTED_WITHIN_MS;
  for (;;) {
    try {
      return await fetch(url, request);
    } catch (error) {
      if (!isNotConnected(error) || performance.now() > deadline) throw error;
    }
    await delay(100);
  }
}

function isNotConnected(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : null;
  return NOT_CONNECTED.has(String(cause?.code));
}

function brief({ id, status, error_message, waiting, logs }: RunAnswer): RunAnswer {
  return { id, status, error_message, waiting, logs };
}
