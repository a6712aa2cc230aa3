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
 * Saves a flow that outlasts a test: it joins every row of a table with every row. It has a dataset of
 * its own, so that a test can purge it during other tests. @returns its id
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

/** Starts a run without waiting until it finishes. @returns its id */
export async function startOf(app: ApiClient, flow: string, body?: object): Promise<string> {
  const headers = { Prefer: 'respond-async' };
  const answer = await app.call('POST', `/api/flows/${flow}/runs`, body, headers);
  expect(answer).toMatchObject({ status: 202 });
  return (answer.body as Run).id;
}

/** Starts a run that does not finish by itself, calls `use` while it is running, then cancels it. */
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

/** Waits until a run finishes. */
export async function endOf(app: ApiClient, id: string): Promise<Run> {
  return await runThat(app, id, ({ finished_at }) => finished_at !== null);
}

/** Waits until a run meets a condition. @throws Error with the run after 90 seconds */
export async function runThat(
  app: ApiClient,
  id: string,
  isMet: (run: Run) => boolean,
): Promise<Run> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const run = (await app.call('GET', `/api/runs/${id}`)).body as Run;
    if (isMet(run)) return run;
    if (performance.now() > deadline) throw new Error(`The run is still ${JSON.stringify(run)}`);
    await delay(PAUSE_MS);
  }
}
