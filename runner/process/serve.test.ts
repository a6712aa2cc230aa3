import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  openWorkspace,
  specOf,
  storeDataset,
  type TestWorkspace,
} from '../../test/support/flow-workspace.ts';
import { exactJson } from '../domain/exact-json.ts';
import { objectKeys } from '../domain/object-keys.ts';
import type { RunnerMessage } from '../domain/runner-job.ts';
import { openRuntime } from './open-runtime.ts';
import { serveJobs, type JobServer } from './serve.ts';

let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await openWorkspace();
  const columns = [{ name: 'n', type: 'integer' }] as const;
  const input = await storeDataset(workspace, { id: 'd', columns, rows: [{ n: 1n }, { n: 2n }] });
  const spec = specOf(
    {
      nodes: { in: ['fileInput', { dataset_id: 'd' }], out: ['fileOutput', { format: 'csv' }] },
      edges: 'in>out',
      inputs: [input],
    },
    'r',
  );
  await workspace.store.put(objectKeys.runSpec('r'), exactJson.stringify(spec));
});

afterAll(() => workspace.close());

/** Serves one job and calls `onMessage` for each message. Resolves when the job has completed. */
async function serveOne(
  job: object,
  onMessage: (message: RunnerMessage, server: JobServer) => void,
  onDefect: (error: unknown) => void = () => undefined,
): Promise<JobServer> {
  const objectStore = `file:${path.join(workspace.folder, 'objects')}`;
  const runtime = openRuntime({ objectStore, scratchDir: workspace.scratch, s3: {} }, onDefect);
  const { promise: completed, resolve: complete } = Promise.withResolvers<undefined>();
  let give: (message: unknown) => void = () => undefined;
  const server = serveJobs(
    {
      onMessage: (listener) => (give = listener),
      send: (message) => {
        if (message.type !== 'ready') onMessage(message, server);
        if (message.type === 'done' || message.type === 'failed') complete(undefined);
      },
    },
    runtime,
  );
  give({ id: 1, job });
  await completed;
  return server;
}

describe('keepProgress', () => {
  it('writes the progress of the active run, and nothing without one', async () => {
    const kept: Promise<void>[] = [];
    const server = await serveOne({ kind: 'run', runId: 'r', attempt: 1 }, (message, serving) => {
      const isAtOutput = message.type === 'progress' && message.step.started === 'out';
      if (isAtOutput) kept.push(serving.keepProgress());
    });
    expect(kept).toHaveLength(1);
    await Promise.all(kept);
    const key = objectKeys.runProgress('r', 1);
    expect(JSON.parse(await workspace.store.getText(key))).toEqual({
      finished: [
        { nodeId: 'in', status: 'success', rows: 2, durationMs: expect.any(Number) as number },
      ],
      started: 'out',
    });

    await workspace.store.delete(key);
    await server.keepProgress();
    expect(await workspace.store.head(key)).toBeNull();
  });
});

describe('an upload that the reader library rejects', () => {
  it('fails with a user error and logs the error of the library', async () => {
    const sourceKey = 'uploads/u/orders.arrow';
    await workspace.store.put(sourceKey, 'ARROW1 and no more');
    const dataKey = objectKeys.datasetData('u', 'v');
    const names = { fileName: 'orders.arrow', format: 'parquet', options: {} };
    const messages: RunnerMessage[] = [];
    const logged: unknown[] = [];
    await serveOne(
      { kind: 'ingest', sourceKey, dataKey, rewrittenKey: 'datasets/u/v/source', ...names },
      (message) => messages.push(message),
      (error) => logged.push(error),
    );
    const message =
      'orders.arrow cannot be read as an Arrow file: its content is damaged, or it ends early.';
    expect(messages).toMatchObject([{ type: 'failed', failure: { kind: 'user', message } }]);
    expect(logged).toMatchObject([{ message, cause: { message: expect.any(String) as string } }]);
  });
});

describe('a warm-up', () => {
  it('runs a flow on each engine, and leaves nothing in the store or on the disk', async () => {
    const before = await readdir(workspace.folder, { recursive: true });
    const answers: RunnerMessage[] = [];
    const defects: unknown[] = [];
    await serveOne(
      { kind: 'warmUp' },
      (message) => answers.push(message),
      (error) => defects.push(error),
    );
    expect(defects).toEqual([]);
    expect(answers[0]).toMatchObject({ type: 'done', id: 1, result: null });
    expect(await readdir(workspace.folder, { recursive: true })).toEqual(before);
  });
});
