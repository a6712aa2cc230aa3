import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClusterRuns, type Replica } from '../../../../test/support/cluster-runs.ts';
import { requireSharedControlPlane } from '../../../../test/support/shared-control-plane.ts';
import { openEvents } from '../../../../test/support/event-source.ts';
import { until } from '../../../../test/support/until.ts';
import type { NodeResult } from '../../../../runner/domain/run-result.ts';
import type { RunStep } from '../../../../runner/domain/run-progress.ts';
import { ProgressWriter } from '../../../../runner/process/progress-writer.ts';
import { EventStream } from '../../../http/responses/event-stream.ts';
import type { AttemptId } from '../../../domain/runs/run-lifecycle-store.ts';
import { readProgress, StoredProgress } from '../../../execution/supervise/stored-progress.ts';
import { createRunEventStore } from '../../../domain/runs/run-event-store.ts';
import { FollowedRun } from '../../../execution/supervise/followed-run.ts';
import { BEGINNING } from './run-event.ts';
import { streamRunEvents } from './stream-run-events.ts';

const plane = await requireSharedControlPlane();

const NODES = ['in', 'out'].map((id) => ({ id, type: 'limitRows', data: { config: {} } }));
const GRAPH = { nodes: NODES, edges: [{ source: 'in', target: 'out' }] };
const DONE = { nodeId: 'in', status: 'success', rows: 3, durationMs: 1.5 } as const;

describe('the events of a run in a cluster', () => {
  let runs: ClusterRuns;
  let one: Replica;
  let other: Replica;
  let url: string;
  let runId: string;
  let step: (step: RunStep) => Promise<void>;
  const server = createServer((_request, response) => {
    const parts = {
      store: createRunEventStore(runs.database.client),
      progress: new StoredProgress(runs.objects),
      storedProgress: (at: AttemptId) => readProgress(runs.objects, at),
      backend: other.backend,
      isOutput: () => false,
    };
    void FollowedRun.open(parts, runId).then((followed) =>
      streamRunEvents(new EventStream(response), { followed, seen: BEGINNING }),
    );
  });

  beforeAll(async () => {
    runs = await ClusterRuns.open(plane);
    await runs.createNamespace();
    one = await runs.replica();
    other = await runs.replica();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(async () => {
    ({ runId } = await one.launcher.launch(runs.prepared({ graph: GRAPH })));
    await until(() => runs.resource(runId));
    const clock = { now: () => new Date(), elapsed: () => performance.now() };
    const writer = new ProgressWriter(
      { kind: 'run', runId, attempt: 1 },
      { store: runs.objects, clock },
    );
    step = (next) => writer.recordAndWrite(next);
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await runs.close();
    await plane.stop();
  });

  const running = (): Promise<void> =>
    runs.writeStatus(runId, { phase: 'running', attempt: 1, startedAt: new Date().toISOString() });

  it('stream from a server that did not launch the run', async () => {
    const events = await openEvents(url);
    expect(await events.read(1)).toMatchObject([{ id: '1.0', name: 'run_pending' }]);
    await running();
    await step({ finished: null, started: 'in' });
    expect(await events.read(2)).toMatchObject([
      { id: '1.1', name: 'run_started' },
      { id: '1.2', name: 'node_started', data: { node_id: 'in' } },
    ]);
    await step({ finished: DONE, started: 'out' });
    expect(await events.read(2)).toMatchObject([
      { id: '1.3', name: 'node_finished', data: { node_id: 'in', rows: 3, duration_ms: 1.5 } },
      { id: '1.4', name: 'node_started', data: { node_id: 'out' } },
    ]);
    const result = (node_id: string): NodeResult => ({
      node_id,
      type: 'limitRows',
      label: node_id,
      status: 'success',
      rows: 3,
      columns: [],
      sample: [],
      error: null,
      duration_ms: 1.5,
    });
    await runs.succeed(runId, { nodeResults: [result('in'), result('out')] });
    expect(await events.rest()).toMatchObject([
      { id: '1.5', name: 'node_finished', data: { node_id: 'out', rows: 3 } },
      { id: '1.6', name: 'run_ended', data: { status: 'success' } },
    ]);
  });

  it('report the waiting reason, and report it again when it changes', async () => {
    const events = await openEvents(url);
    await events.read(1);
    for (const reason of ['Unschedulable', 'QuotaExceeded']) {
      const message = `Because of ${reason}.`;
      await runs.writeStatus(runId, { phase: 'pending', attempt: 1 }, message, reason);
      const [event] = await events.read(1);
      expect(event).toMatchObject({ name: 'run_waiting', data: { attempt: 1, reason, message } });
      expect(event).not.toHaveProperty('id', expect.stringContaining('.'));
    }
    await running();
    expect(await events.read(1)).toMatchObject([{ id: '1.1', name: 'run_started' }]);
    await runs.succeed(runId);
  });

  it('begin again when a queue has evicted the run, which is pending until its next attempt starts', async () => {
    await running();
    await step({ finished: DONE, started: 'out' });
    const events = await openEvents(url);
    expect((await events.read(5)).at(-1)).toMatchObject({ id: '1.4', name: 'node_started' });
    const lostAt = '2026-11-21T09:34:09.000Z';
    const attempts = [
      { number: 1, reason: 'EvictedByQueue', message: 'Its place is taken.', lostAt },
    ];
    const next = { phase: 'pending', attempt: 2, attempts } as const;
    await runs.writeStatus(runId, next, 'It waits for the queue again.', 'Queued');
    const message = 'Attempt 1 was lost. EvictedByQueue: Its place is taken.';
    const at = '2026-11-21T09:34:09.000000Z';
    expect(await events.read(2)).toMatchObject([
      { id: '2.0', name: 'run_pending', data: { status: 'pending', attempt: 2, at, message } },
      { name: 'run_waiting', data: { attempt: 2, reason: 'Queued' } },
    ]);
    await runs.writeStatus(runId, { ...next, phase: 'running' });
    expect(await events.read(1)).toMatchObject([
      { id: '2.1', name: 'run_started', data: { attempt: 2 } },
    ]);
    await runs.succeed(runId, {}, 2);
  });

  it('keep the node statuses of a cancelled run', async () => {
    await running();
    await step({ finished: DONE, started: 'out' });
    await runs.writeStatus(runId, { phase: 'cancelled', attempt: 1 });
    const last = (await (await openEvents(url)).rest()).at(-1);
    expect(last?.data).toMatchObject({
      status: 'cancelled',
      nodes: [
        { node_id: 'in', status: 'success', rows: 3, duration_ms: 1.5 },
        { node_id: 'out', status: 'failed', rows: null },
      ],
    });
  });

  it('keep the node statuses of a run without a result', async () => {
    await running();
    await step({ finished: null, started: 'in' });
    await step({ finished: DONE, started: 'out' });
    const message = 'The pod of the run was lost.';
    await runs.writeStatus(runId, { phase: 'failed', attempt: 1 }, message);
    const events = await (await openEvents(url)).rest();
    expect(events.map(({ id, name }) => `${id} ${name}`)).toEqual([
      ...['1.0 run_pending', '1.1 run_started', '1.2 node_started', '1.3 node_finished'],
      ...['1.4 node_started', '1.5 node_finished', '1.6 run_ended'],
    ]);
    expect(events.at(-1)?.data).toMatchObject({
      status: 'failed',
      error_message: message,
      nodes: [
        { node_id: 'in', status: 'success', rows: 3 },
        { node_id: 'out', status: 'failed', rows: null },
      ],
    });
  });

  it('belong to a run that continues the trace of its request', async () => {
    const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
    const prepared = runs.prepared({ graph: GRAPH, trace: { ...trace, isSampled: true } });
    const launched = await one.launcher.launch(prepared);
    const resource = await until(() => runs.resource(launched.runId));
    const { traceparent, parentSpanId } = await runs.row(launched.runId);
    expect(resource.metadata.annotations).toEqual({ 'millrace.dev/traceparent': traceparent });
    expect(traceparent).toMatch(new RegExp(`^00-${trace.traceId}-[0-9a-f]{16}-01$`));
    expect(parentSpanId).toBe(trace.spanId);
    const spec = await runs.objects.getText(`runs/${launched.runId}/spec.json`);
    expect(JSON.parse(spec)).toMatchObject({ traceparent });
  });
});
