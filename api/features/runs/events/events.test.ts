import { signalRunners } from '../../../../test/support/runner-processes.ts';
import { startTestService, type TestService } from '../../../../test/support/service.ts';
import { openEvents, type SeenEvent } from '../../../../test/support/event-source.ts';
import type { RunRead } from '../schemas.ts';

let service: TestService;
let flow: string;

beforeAll(async () => {
  service = await startTestService();
  const form = new FormData();
  form.set('file', new Blob(['id,name\n1,a\n2,b\n3,c\n']), 'orders.csv');
  const { id } = (await service.call('POST', '/api/datasets/upload', form)).json as { id: string };
  flow = await flowOf({ columns: ['id'] }, id);
});

afterAll(async () => {
  await service.stop();
});

afterEach(async () => {
  await signalRunners('SIGCONT');
});

async function flowOf(pick: object, dataset: string): Promise<string> {
  const nodes = [
    { id: 'in', type: 'fileInput', data: { config: { dataset_id: dataset, format: 'csv' } } },
    { id: 'pick', type: 'selectColumns', data: { config: pick } },
    { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
  ];
  const edges = [
    { source: 'in', target: 'pick' },
    { source: 'pick', target: 'out' },
  ];
  const body = { name: 'Flow', graph_json: { nodes, edges } };
  return ((await service.call('POST', '/api/flows', body)).json as { id: string }).id;
}

async function start(headers: Readonly<Record<string, string>> = {}): Promise<RunRead> {
  return (await service.call('POST', `/api/flows/${flow}/runs`, undefined, headers))
    .json as RunRead;
}

/** Starts a run that a halted runner takes: it goes on when the runners are let go on. */
async function halted(): Promise<RunRead> {
  await start();
  await signalRunners('SIGSTOP');
  return await start({ Prefer: 'respond-async' });
}

const names = (events: readonly SeenEvent[]): string[] =>
  events.map(({ name, data }) => [name, data.node_id].filter(Boolean).join(' '));

const WHOLE = [
  'run_pending',
  'run_started',
  'node_started in',
  'node_finished in',
  'node_started pick',
  'node_finished pick',
  'node_started out',
  'node_finished out',
  'run_ended',
];

const url = (run: RunRead): string => `${service.url}/api/runs/${run.id}/events`;

it('streams the events of a run live, and the same events again once it has finished', async () => {
  const run = await halted();
  const live = await openEvents(url(run));
  const first = await live.read(2);
  expect(names(first)).toEqual(['run_pending', 'run_started']);
  await signalRunners('SIGCONT');
  const all = [...first, ...(await live.rest())];
  expect(names(all)).toEqual(WHOLE);
  expect(await (await openEvents(url(run))).rest()).toEqual(all);
  const ended = (await service.call('GET', `/api/runs/${run.id}`)).json as RunRead;
  expect(all.filter(({ name }) => name === 'node_finished').map(({ data }) => data)).toMatchObject(
    (ended.node_results ?? []).map(({ node_id, status, rows, duration_ms }) => ({
      node_id,
      status,
      rows,
      duration_ms,
    })),
  );
  expect(all.at(-1)?.data).toMatchObject({ status: 'success', at: ended.finished_at });
});

it('resumes after any Last-Event-ID, and answers 204 after the last event', async () => {
  const run = await start();
  const all = await (await openEvents(url(run))).rest();
  for (const [index, { id }] of all.slice(0, -1).entries()) {
    const rest = await (await openEvents(url(run), id)).rest();
    expect(rest).toEqual(all.slice(index + 1));
  }
  const answer = await fetch(url(run), { headers: { 'Last-Event-ID': all.at(-1)!.id } });
  expect([answer.status, await answer.text()]).toEqual([204, '']);
});

it('resumes in the middle of a run on another connection', async () => {
  const run = await halted();
  const before = await openEvents(url(run));
  const first = await before.read(2);
  before.close();
  await signalRunners('SIGCONT');
  const rest = await (await openEvents(url(run), first.at(-1)!.id)).rest();
  expect(names([...first, ...rest])).toEqual(WHOLE);
});

it('ends the stream of a cancelled run with its cancellation', async () => {
  const run = await halted();
  const live = await openEvents(url(run));
  await live.read(2);
  await service.call('POST', `/api/runs/${run.id}/cancel`);
  const rest = await live.rest();
  expect(names(rest).at(-1)).toBe('run_ended');
  expect(rest.at(-1)?.data).toMatchObject({ status: 'cancelled' });
});

it('sends an error event when the run is deleted', async () => {
  const run = await halted();
  const live = await openEvents(url(run));
  await live.read(2);
  await (await service.openDatabase()).run.delete({ where: { id: run.id } });
  expect(await live.rest()).toMatchObject([
    { name: 'error', data: { detail: 'The run was deleted' } },
  ]);
});

it.each([
  ['an id of another run', '7.99', 200],
  ['nothing', '', 200],
  ['no id', 'abc', 422],
])('accepts or rejects %s as Last-Event-ID', async (_title, id, status) => {
  const run = await start();
  const answer = await fetch(url(run), { headers: { 'Last-Event-ID': id } });
  expect(answer.status).toBe(status);
  if (status === 200) expect((await answer.text()).match(/^event: /gm)).toHaveLength(WHOLE.length);
});

it('answers 404 for an unknown run before opening the stream', async () => {
  const answer = await service.call('GET', '/api/runs/nope/events');
  expect(answer.status).toBe(404);
  expect(answer.json).toEqual({ detail: "FlowRun 'nope' not found" });
});
