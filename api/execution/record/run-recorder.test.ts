import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createObjectStore } from '../../../runner/storage/create-object-store.ts';
import type { OutputFile } from '../../../runner/domain/run-result.ts';
import { createFlow } from '../../../test/support/cluster-runs.ts';
import {
  allowConnections,
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import { OutputDatasets } from './output-datasets.ts';
import type { RunCompletion } from '../../domain/runs/run-completion.ts';
import { RunRecorder, type RecorderDeps } from './run-recorder.ts';
import { insertRun } from '../../domain/runs/run-lifecycle-store.ts';

describe('the end of a run whose output becomes a dataset', () => {
  let database: TestDatabase;
  let folder: string;
  let flowId: string;
  const warnings: string[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-recorder-'));
    flowId = await createFlow(database.client);
    warnings.length = 0;
  });

  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Makes a run with the file that it has written. */
  async function pending(): Promise<{ runId: string; output: OutputFile }> {
    const objects = createObjectStore(`file:${folder}`);
    const runId = randomUUID();
    await insertRun(database.client, {
      id: runId,
      flowId,
      engine: 'polars',
      trigger: 'manual',
      scheduleId: null,
      inputDatasetId: null,
      inputs: [],
      parameters: null,
      timeoutSeconds: 0,
      graph: { nodes: [], edges: [] },
    });
    const output: OutputFile = {
      nodeId: 'out',
      format: 'csv',
      key: `runs/${runId}/out.csv`,
      bytes: 4,
      rows: 1,
      dataset: {
        name: 'Kept',
        dataKey: `runs/${runId}/out.parquet`,
        facts: { columns: [], rowCount: 1, sample: [], profile: [], parseOptions: null },
      },
    };
    await objects.put(output.key, 'a\n1\n');
    await objects.put(output.dataset!.dataKey, 'columns');
    return { runId, output };
  }

  /** @returns whether the end was written */
  async function record(
    runId: string,
    output: OutputFile,
    more: Partial<Pick<RecorderDeps, 'maxBackoffMs' | 'stopping'>> = {},
  ): Promise<boolean> {
    const objects = createObjectStore(`file:${folder}`);
    const logger = pino({ level: 'warn' }, { write: (line) => warnings.push(line) });
    const recorder = new RunRecorder({
      database: database.client,
      logger,
      maxAttempts: 1000,
      publishes: false,
      ...more,
      outputDatasets: new OutputDatasets({ database: database.client, objects, logger }),
      now: () => new Date(),
      onFailed: () => undefined,
    });
    const ending: RunCompletion = {
      status: 'success',
      errorMessage: null,
      logs: [],
      nodeResults: [],
      outputs: [output],
      outputLocation: null,
    };
    return await recorder.record({ runId, attempt: 1 }, ending);
  }

  it('is written when the database was away as it came', async () => {
    const { runId, output } = await pending();
    await allowConnections(database.url, false);
    const isWritten = record(runId, output);
    await until(() => warnings.length > 0);
    await allowConnections(database.url, true);
    expect(await isWritten).toBe(true);
    const run = await database.client.run.findUniqueOrThrow({ where: { id: runId } });
    expect(run.status).toBe('success');
    const versions = await database.client.datasetVersion.findMany({ include: { dataset: true } });
    expect(versions).toMatchObject([{ sourceRunId: runId, dataset: { name: 'Kept' } }]);
  });

  it('is tried on and on, after pauses that do not grow for ever', async () => {
    const { runId, output } = await pending();
    await allowConnections(database.url, false);
    const isWritten = record(runId, output, { maxBackoffMs: 5 });
    await until(() => warnings.length > 30);
    await allowConnections(database.url, true);
    expect(await isWritten).toBe(true);
  });

  it('is left to the next start when the process stops while the database is away', async () => {
    const { runId, output } = await pending();
    await allowConnections(database.url, false);
    const stopping = new AbortController();
    const { signal } = stopping;
    const isWritten = record(runId, output, { stopping: signal });
    // After so many the pauses take seconds.
    await until(() => warnings.length > 4);
    const stoppedAt = performance.now();
    stopping.abort();
    await expect(isWritten).rejects.toThrow();
    expect(performance.now() - stoppedAt).toBeLessThan(1000);
    await allowConnections(database.url, true);
    const run = await database.client.run.findUniqueOrThrow({ where: { id: runId } });
    expect(run.status).toBe('pending');
  });
});
