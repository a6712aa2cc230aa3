import { openEvents } from '../../../test/support/event-source.ts';
import { chain, input, output, useRunService } from '../../../test/support/run-service.ts';
import { signalRunners } from '../../../test/support/runner-processes.ts';
import type { RunRead } from './schemas.ts';

const runs = useRunService();
/** Far more than are executed before the signal comes. */
const SORTS = 800;
const ROWS = 100_000;

let numbers: string;
let flow: string;

beforeAll(async () => {
  const rows = Array.from({ length: ROWS }, (_, i) => `${(i * 7919) % ROWS}\n`);
  numbers = await runs.upload('numbers.csv', `n\n${rows.join('')}`);
  const sorts = Array.from({ length: SORTS }, (_, i) => ({
    id: `sort${i}`,
    type: 'sortRows',
    data: { config: { columns: ['n'], ascending: i % 2 === 0 } },
  }));
  flow = await runs.flowOf(chain([input('in', numbers), ...sorts, output()]));
});

/** Starts a run, signals its runner after two nodes, and waits for the end of the run. */
async function stopped(
  signal: 'SIGKILL' | 'SIGSTOP',
  body: object,
  then: (id: string) => Promise<unknown>,
): Promise<RunRead> {
  const headers = { Prefer: 'respond-async' };
  const started = await runs.run(flow, { engine: 'pandas', ...body }, headers);
  const { id } = started.json as RunRead;
  const events = await openEvents(`${runs.service.url}/api/runs/${id}/events`);
  await events.read(6);
  await signalRunners(signal);
  await then(id);
  await events.rest();
  return await runs.get(id);
}

const cancel = (id: string): Promise<unknown> =>
  runs.service.call('POST', `/api/runs/${id}/cancel`);
const nothing = (): Promise<void> => Promise.resolve();

describe.each([
  ['cancelled', 'SIGSTOP', {}, cancel],
  ['stopped by its timeout', 'SIGSTOP', { timeout_seconds: 15 }, nothing],
  ['lost with its runner', 'SIGKILL', {}, nothing],
] as const)('a run that is %s', (_title, signal, body, then) => {
  it('keeps its finished nodes, fails the current node and skips later ones', async () => {
    const run = await stopped(signal, body, then);
    const results = run.node_results ?? [];
    const failedAt = results.findIndex(({ status }) => status === 'failed');
    expect(failedAt).toBeGreaterThan(1);
    expect(results.slice(0, failedAt)).toMatchObject(
      Array.from({ length: failedAt }, () => ({ status: 'success', rows: ROWS, error: null })),
    );
    expect(results[failedAt]).toMatchObject({ rows: null, error: run.error_message });
    const later = results.slice(failedAt + 1).map(({ status, error }) => ({ status, error }));
    expect(new Set(later.map((node) => JSON.stringify(node)))).toEqual(
      new Set([JSON.stringify({ status: 'skipped', error: null })]),
    );
    expect(results).toHaveLength(SORTS + 2);
  });

  it('logs the dataset versions that it read', async () => {
    const { logs, error_message } = await stopped(signal, body, then);
    expect(logs).toMatchObject([
      { message: error_message },
      {
        level: 'info',
        versions: [{ dataset_id: numbers, version_number: 1, dataset_name: 'numbers.csv' }],
      },
    ]);
  });
});
