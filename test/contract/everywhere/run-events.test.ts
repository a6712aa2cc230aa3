import { useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow } from '../../support/contract-cases.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';
import { startOf, whileRunning, type Run } from '../../support/contract-runs.ts';
import { openEvents, type SeenEvent } from '../../support/event-source.ts';

const app = useContractApp();
let dataset: string;
let flow: string;

beforeAll(async () => {
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n'));
  flow = await saveFlow(app, chain([input(dataset), node('limitRows', { n: 1 }, 'top'), output()]));
});

const url = (id: string): string => `${app.url}/api/runs/${id}/events`;

const names = (events: readonly SeenEvent[]): string[] =>
  events.map(({ name, data }) => [name, data.node_id].filter(Boolean).join(' '));

const WHOLE = [
  'run_pending',
  'run_started',
  ...['in', 'top', 'out'].flatMap((id) => [`node_started ${id}`, `node_finished ${id}`]),
  'run_ended',
];

describe('the events of a run', () => {
  it.concurrent(
    'are streamed while it runs, are the same after it has finished, and can be read from any event',
    async () => {
      const id = await startOf(app, flow);
      const all = await (await openEvents(url(id))).rest();
      expect(names(all)).toEqual(WHOLE);
      expect(await (await openEvents(url(id))).rest()).toEqual(all);
      for (const [index, { id: last }] of all.slice(0, -1).entries()) {
        expect(await (await openEvents(url(id), last)).rest()).toEqual(all.slice(index + 1));
      }
      const headers = { 'Last-Event-ID': all.at(-1)!.id };
      expect(await app.call('GET', `/api/runs/${id}/events`, undefined, headers)).toMatchObject({
        status: 204,
        body: '',
      });
      const ended = (await app.call('GET', `/api/runs/${id}`)).body as Run;
      const finished = all.filter(({ name }) => name === 'node_finished').map(({ data }) => data);
      expect(finished).toMatchObject(
        (ended.node_results as Run[]).map(({ node_id, status, rows, duration_ms }) => ({
          node_id,
          status,
          rows,
          duration_ms,
        })),
      );
      expect(all.at(-1)?.data).toMatchObject({ status: 'success', at: ended.finished_at });
    },
  );

  it.concurrent('report outputs after all other nodes, with the time of writing', async () => {
    const nodes = [
      input(dataset),
      output(),
      node('limitRows', { n: 1 }, 'top'),
      output({}, 'last'),
    ];
    const edges = ['in>out', 'in>top', 'top>last'].map((edge) => edge.split('>'));
    const graph = { nodes, edges: edges.map(([source, target]) => ({ source, target })) };
    const id = await startOf(app, await saveFlow(app, graph));
    const all = await (await openEvents(url(id))).rest();
    expect(names(all).slice(2, -1)).toEqual(
      ['in', 'top', 'out', 'last'].flatMap((node) => [
        `node_started ${node}`,
        `node_finished ${node}`,
      ]),
    );
    expect(await (await openEvents(url(id))).rest()).toEqual(all);
  });

  it.concurrent('end with its cancellation', async () => {
    const live = await whileRunning(app, async (id) => {
      const events = await openEvents(url(id));
      expect(names(await events.read(2))).toEqual(['run_pending', 'run_started']);
      return events;
    });
    expect((await live.rest()).at(-1)).toMatchObject({
      name: 'run_ended',
      data: { status: 'cancelled' },
    });
  });

  it.concurrent('are 404 in JSON when there is no such run', async () => {
    const answer = await app.call('GET', '/api/runs/nope/events');
    expect(answer).toMatchObject({ status: 404, body: { detail: "FlowRun 'nope' not found" } });
  });
});
