import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from './api-client.ts';
import { idOf, saveFlow } from './contract-cases.ts';
import { input, output } from './contract-graphs.ts';

/** A run as the API returns it. */
export interface Run {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

const WITHIN_MS = 90_000;
const PAUSE_MS = 50;
const ROWS = 30_000;

/**
 * A flow that does not end while one looks: it joins each row of a table with each. Its dataset is
 * its own, so that a test can purge it while others run beside it. @returns its id
 */
export async function longFlow(app: ApiClient): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, index) => `1,${index}\n`);
  const content = `k,n\n${rows.join('')}`;
  const name = `square-${randomUUID()}.csv`;
  const dataset = await idOf(app.upload('/api/datasets/upload', name, content));
  const nodes = [
    input(dataset),
    { id: 'square', type: 'join', data: { config: { on: 'k', how: 'inner' } } },
    output(),
  ];
  const edges = [
    { source: 'in', target: 'square', targetHandle: 'left' },
    { source: 'in', target: 'square', targetHandle: 'right' },
    { source: 'square', target: 'out' },
  ];
  return await saveFlow(app, { nodes, edges });
}

/** Starts a run without waiting for its end. @returns its id */
export async function startOf(app: ApiClient, flow: string, body?: object): Promise<string> {
  const headers = { Prefer: 'respond-async' };
  const answer = await app.call('POST', `/api/flows/${flow}/runs`, body, headers);
  expect(answer).toMatchObject({ status: 202 });
  return (answer.body as Run).id;
}

/** Starts a run that does not end by itself, does something when it is running, then cancels it. */
export async function whileRunning<T>(app: ApiClient, use: (id: string) => Promise<T>): Promise<T> {
  const id = await startOf(app, await longFlow(app));
  try {
    await runThat(app, id, ({ status }) => status === 'running');
    return await use(id);
  } finally {
    await app.call('POST', `/api/runs/${id}/cancel`);
    await endOf(app, id);
  }
}

/** Waits for the end of a run. */
export async function endOf(app: ApiClient, id: string): Promise<Run> {
  return await runThat(app, id, ({ finished_at }) => finished_at !== null);
}

/** Waits until a run is so. @throws Error with the run as it was last, after 90 seconds */
export async function runThat(
  app: ApiClient,
  id: string,
  isSo: (run: Run) => boolean,
): Promise<Run> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const run = (await app.call('GET', `/api/runs/${id}`)).body as Run;
    if (isSo(run)) return run;
    if (performance.now() > deadline) throw new Error(`The run stays ${JSON.stringify(run)}`);
    await delay(PAUSE_MS);
  }
}
