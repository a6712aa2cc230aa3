import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openEvents } from '../../../../test/support/event-source.ts';
import { EventStream } from '../../../http/responses/event-stream.ts';
import { LiveProgress } from '../../../execution/supervise/live-progress.ts';
import type { RunEventStore, RunState } from '../../../domain/runs/run-event-store.ts';
import { FollowedRun } from '../../../execution/supervise/followed-run.ts';
import { BEGINNING } from './run-event.ts';
import {
  EVENT_STREAM_LIMITS,
  streamRunEvents,
  type EventStreamLimits,
} from './stream-run-events.ts';

const RUNNING: RunState = {
  status: 'running',
  attempt: 1,
  createdAt: new Date(0),
  startedAt: new Date(0),
  finishedAt: null,
  errorMessage: null,
  waiting: null,
  lost: null,
};
const GRAPH = {
  nodes: Array.from({ length: 2_000 }, (_, i) => ({
    id: `n${i}`,
    type: 't',
    data: { config: {} },
  })),
  edges: [],
};

let state: RunState;
let looks: number;
let progress: LiveProgress;
const closing: (() => void)[] = [];

beforeEach(() => {
  state = RUNNING;
  looks = 0;
  progress = new LiveProgress();
  progress.add({ runId: 'r', attempt: 1 });
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Serves the events of a run that is as `state` says. @returns where, and when the stream is done */
async function serve(
  limits: Partial<EventStreamLimits>,
): Promise<{ url: string; done: Promise<ServerResponse> }> {
  const done = Promise.withResolvers<ServerResponse>();
  const store: RunEventStore = {
    graph: () => Promise.resolve(GRAPH),
    state: () => {
      looks += 1;
      return Promise.resolve(state);
    },
    nodes: () => Promise.resolve([]),
  };
  const server = createServer((_request, response) => {
    const backend = { whenFinished: () => undefined };
    const storedProgress = (): Promise<null> => Promise.resolve(null);
    void FollowedRun.open(
      { store, progress, storedProgress, backend, isOutput: () => false },
      'r',
    ).then(async (followed) => {
      const from = { followed, seen: BEGINNING };
      await streamRunEvents(new EventStream(response), from, {
        ...EVENT_STREAM_LIMITS,
        ...limits,
      });
      done.resolve(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, done: done.promise };
}

describe('the event stream of a run that never finishes', () => {
  it('sends keepalives, and ends with an error after the maximum wait', async () => {
    const { url } = await serve({ maxWaitMs: 400, keepAliveMs: 5, pollMs: 5, debounceMs: 1 });
    const text = await (await fetch(url)).text();
    expect(text).toMatch(/event: run_started\n.*\n\n(: keepalive\n\n)+event: error\n/);
    expect(text).toMatch(/data: \{"detail":"Timed out waiting for run completion"\}\n\n$/);
  });

  it('stops when the client disconnects', async () => {
    const { url, done } = await serve({ pollMs: 60_000 });
    const events = await openEvents(url);
    await events.read(2);
    events.close();
    expect((await done).writableFinished).toBe(false);
  });

  it('sends progress as soon as it is reported, and does not poll meanwhile', async () => {
    const { url } = await serve({ pollMs: 60_000, debounceMs: 1 });
    const events = await openEvents(url);
    await events.read(2);
    progress.report('r', { finished: null, started: 'n0' });
    expect(await events.read(1)).toMatchObject([{ name: 'node_started', data: { node_id: 'n0' } }]);
    expect(looks).toBeLessThanOrEqual(3);
    events.close();
  });

  it('sends changes within the debounce interval after one read', async () => {
    const { url } = await serve({ pollMs: 60_000, debounceMs: 20 });
    const events = await openEvents(url);
    await events.read(2);
    for (let i = 0; i < 1_000; i++) {
      const finished = { nodeId: `n${i}`, status: 'success', rows: i, durationMs: 1 } as const;
      progress.report('r', { finished, started: `n${i + 1}` });
    }
    const sent = await events.read(2_001);
    expect(sent.at(-2)?.data).toMatchObject({ node_id: 'n999', rows: 999 });
    expect(looks).toBeLessThan(50);
    events.close();
  });

  it('polls for a finish that is not notified', async () => {
    progress.remove('r');
    const { url } = await serve({ pollMs: 5, debounceMs: 1 });
    const events = await openEvents(url);
    await events.read(2);
    state = { ...RUNNING, status: 'failed', finishedAt: new Date(1) };
    expect(await events.rest()).toMatchObject([{ id: '1.4002', name: 'run_ended' }]);
  });
});
