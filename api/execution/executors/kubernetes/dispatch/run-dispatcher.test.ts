import { Registry } from 'prom-client';
import { RunRecords, SILENT } from '../../../../../test/support/run-records.ts';
import { RunMetrics } from '../../../supervise/run-metrics.ts';
import { RunProjector, type ProjectorDeps } from '../project/run-projector.ts';
import type { DispatchableRun } from '../run-resource/run-resource.ts';
import { RunDispatcher } from './run-dispatcher.ts';

let records: RunRecords;
let cluster: FakeRuns;

beforeEach(async () => {
  records = await RunRecords.open();
  cluster = new FakeRuns();
});

afterEach(() => records.close());

/** The Runs of a cluster, whose answers a test interleaves with what another process does. */
class FakeRuns {
  readonly #runs = new Map<string, { isCancelRequested: boolean }>();
  /** Called after each request for a cancellation, before its answer arrives. */
  afterRequest: () => Promise<void> = () => Promise.resolve();

  create({ runId }: Pick<DispatchableRun, 'runId'>): Promise<void> {
    if (!this.#runs.has(runId)) this.#runs.set(runId, { isCancelRequested: false });
    return Promise.resolve();
  }

  find(runId: string): Promise<object | null> {
    return Promise.resolve(this.#runs.get(runId) ?? null);
  }

  async requestCancel(runId: string): Promise<boolean> {
    const run = this.#runs.get(runId);
    if (run !== undefined) run.isCancelRequested = true;
    const after = this.afterRequest;
    this.afterRequest = () => Promise.resolve();
    await after();
    return run !== undefined;
  }

  isCancelRequested(runId: string): boolean | undefined {
    return this.#runs.get(runId)?.isCancelRequested;
  }
}

/** A process that dispatches runs. */
function replica(): RunDispatcher {
  const { client: database, objects } = records;
  const resources = cluster as unknown as ProjectorDeps['resources'];
  const projector = new RunProjector({
    database,
    objects,
    resources,
    recorder: records.recorder(),
    metrics: new RunMetrics(new Registry(), () => ({ waiting: 0, running: 0 })),
    logger: SILENT,
    now: () => new Date(),
    onFinished: () => undefined,
  });
  return new RunDispatcher({
    database,
    objects,
    resources,
    logger: SILENT,
    metrics: { dispatched: () => undefined },
    end: (runId, why) => projector.finishWithoutResource(runId, why),
  });
}

const statusOf = async (id: string): Promise<string> =>
  (await records.client.run.findUniqueOrThrow({ where: { id } })).status;

const outbox = (runId: string): Promise<number> =>
  records.client.runOutbox.count({ where: { runId } });

const dispatchable = (runId: string): DispatchableRun => ({ runId }) as DispatchableRun;

describe('a cancel is not lost', () => {
  it('when another process dispatches the run between its look for the Run and for the outbox entry', async () => {
    const runId = await records.add({ isEnqueued: true });
    const other = replica();
    cluster.afterRequest = () => other.start(dispatchable(runId));
    expect(await replica().cancel(runId)).toBe(true);
    expect(cluster.isCancelRequested(runId)).toBe(true);
    expect(await outbox(runId)).toBe(0);
    // The operator reports the end.
    expect(await statusOf(runId)).toBe('pending');
  });

  it('when another process has created the Run and not yet removed the outbox entry', async () => {
    const runId = await records.add({ isEnqueued: true });
    cluster.afterRequest = () => cluster.create({ runId });
    expect(await replica().cancel(runId)).toBe(true);
    expect(await statusOf(runId)).toBe('cancelled');
    expect(cluster.isCancelRequested(runId)).toBe(true);
    expect(await outbox(runId)).toBe(0);
  });

  it('when another process creates the Run after the run was recorded as cancelled', async () => {
    const runId = await records.add({ isEnqueued: true });
    expect(await replica().cancel(runId)).toBe(true);
    expect(await statusOf(runId)).toBe('cancelled');
    await replica().start(dispatchable(runId));
    expect(cluster.isCancelRequested(runId)).toBe(true);
  });
});

it('a run whose Run was deleted fails when it is cancelled', async () => {
  const runId = await records.add();
  expect(await replica().cancel(runId)).toBe(true);
  expect(await statusOf(runId)).toBe('failed');
});
