import { randomUUID } from 'node:crypto';
import { createFlow } from '../../../test/support/cluster-runs.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import type { RunBackend } from '../../execution/run-backend.ts';
import { insertRun } from '../../domain/runs/new-run-store.ts';
import { createIdempotencyStore } from '../../domain/runs/idempotency-store.ts';
import { IdempotentStarts, type StartedRun } from '../../execution/launch/idempotent-starts.ts';
import { RunService, type RunServiceDeps } from '../../execution/launch/run-service.ts';
import { createRunStore } from '../../domain/runs/store.ts';

let database: TestDatabase;
let flowId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  flowId = await createFlow(database.client);
});

afterAll(() => database.drop());

interface Repeat {
  readonly started: StartedRun;
  readonly runs: RunService;
  /** Settles when it has looked for the end of the run, and found none. */
  readonly looked: Promise<undefined>;
  readonly stopping: AbortController;
}

/**
 * A request with the key of a pending run.
 * @param here settles when this process has ended the run; absent: another process executes it
 */
async function repeat(here?: Promise<undefined>): Promise<Repeat> {
  const { client } = database;
  const runId = randomUUID();
  const key = randomUUID();
  await insertRun(client, {
    id: runId,
    flowId,
    engine: 'polars',
    trigger: 'manual',
    scheduleId: null,
    inputDatasetId: null,
    inputs: null,
    graph: { nodes: [], edges: [] },
    parameters: null,
    timeoutSeconds: 0,
    idempotencyKey: key,
  });
  const looked = Promise.withResolvers<undefined>();
  const backend = {
    whenFinished: () => here,
    subscribe: () => {
      looked.resolve(undefined);
    },
  } as Partial<RunBackend> as RunBackend;
  const runs = new RunService({
    store: createRunStore(client),
    backend,
  } as Partial<RunServiceDeps> as RunServiceDeps);
  const stopping = new AbortController();
  const starts = new IdempotentStarts(runs, createIdempotencyStore(client), stopping.signal);
  const started = await starts.start(flowId, key, () => Promise.reject(new Error('A second run')));
  expect(started.runId).toBe(runId);
  return { started, runs, looked: looked.promise, stopping };
}

const noOneLeaves = new AbortController().signal;

describe('a repeated request that waits for the run of its idempotency key', () => {
  it('answers with the current state when the server stops and the run goes on elsewhere', async () => {
    const { started, runs, looked, stopping } = await repeat();
    const ended = started.waitUntilFinished(noOneLeaves);
    await looked;
    stopping.abort();
    await ended;
    expect(await runs.read(started.runId)).toMatchObject({ status: 'pending' });
  });

  it('waits while a stopping server stops the run itself', async () => {
    const here = Promise.withResolvers<undefined>();
    const { started, stopping } = await repeat(here.promise);
    let isOver = false;
    const ended = started.waitUntilFinished(noOneLeaves).then(() => (isOver = true));
    stopping.abort();
    await database.client.run.count();
    expect(isOver).toBe(false);
    here.resolve(undefined);
    await ended;
  });

  it('stops waiting when its caller disconnects', async () => {
    const { started } = await repeat(new Promise(() => undefined));
    const caller = new AbortController();
    const ended = started.waitUntilFinished(caller.signal);
    caller.abort();
    await ended;
  });

  it('stops waiting when the flow is deleted, and finds no run', async () => {
    const { started, runs, looked } = await repeat();
    const ended = started.waitUntilFinished(noOneLeaves);
    await looked;
    await database.client.flow.update({ where: { id: flowId }, data: { deletedAt: new Date() } });
    await ended;
    await expect(runs.read(started.runId)).rejects.toMatchObject({ code: 'not_found' });
  });
});
