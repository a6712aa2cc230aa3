import { openEvents, type SeenEvent } from '../../../../test/support/event-source.ts';
import { chain, input, output, useRunService } from '../../../../test/support/run-service.ts';
import { signalRunners } from '../../../../test/support/runner-processes.ts';
import type { RunRead } from '../schemas.ts';

const runs = useRunService();
/** Far more nodes than the runner executes before the signal. */
const SORTS = 800;
const ROWS = 100_000;

let flow: string;

beforeAll(async () => {
  const rows = Array.from({ length: ROWS }, (_, i) => `${(i * 7919) % ROWS}\n`);
  const numbers = await runs.upload('numbers.csv', `n\n${rows.join('')}`);
  const sorts = Array.from({ length: SORTS }, (_, i) => ({
    id: `sort${i}`,
    type: 'sortRows',
    data: { config: { columns: ['n'], ascending: i % 2 === 0 } },
  }));
  flow = await runs.flowOf(chain([input('in', numbers), ...sorts, output()]));
});

/** Starts a run and signals its runner after a few nodes. @returns the events that were sent live */
async function ended(
  signal: 'SIGKILL' | 'SIGSTOP',
  body: object,
): Promise<{ readonly id: string; readonly live: readonly SeenEvent[] }> {
  const headers = { Prefer: 'respond-async' };
  const started = await runs.run(flow, { engine: 'pandas', ...body }, headers);
  const { id } = started.json as RunRead;
  const events = await openEvents(url(id));
  const first = await events.read(6);
  await signalRunners(signal);
  return { id, live: [...first, ...(await events.rest())] };
}

const url = (id: string): string => `${runs.service.url}/api/runs/${id}/events`;

describe.each([
  ['was lost', 'SIGKILL', {}],
  ['took too long', 'SIGSTOP', { timeout_seconds: 15 }],
] as const)('the events of a run that %s', (_title, signal, body) => {
  it('are the same live and afterwards', async () => {
    const { id, live } = await ended(signal, body);
    expect(live.slice(0, 4).map(({ name }) => name)).toEqual([
      ...['run_pending', 'run_started', 'node_started', 'node_finished'],
    ]);
    expect(live.at(-1)).toMatchObject({ name: 'run_ended', data: { status: 'failed' } });
    expect(await (await openEvents(url(id))).rest()).toEqual(live);
    const rest = await (await openEvents(url(id), live[3]!.id)).rest();
    expect(rest).toEqual(live.slice(4));
  });

  it('end with the recorded statuses of its nodes', async () => {
    const { id, live } = await ended(signal, body);
    const results = (await runs.get(id)).node_results;
    expect(live.at(-1)?.data.nodes).toEqual(
      results?.map(({ node_id, status, rows, duration_ms }) => {
        return { node_id, status, rows, duration_ms };
      }),
    );
    expect(results?.slice(0, 2)).toMatchObject([
      { node_id: 'in', status: 'success', rows: ROWS },
      { node_id: 'sort0', status: 'success', rows: ROWS },
    ]);
  });
});
