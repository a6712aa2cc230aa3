import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import type { LogEntry, OutputFile } from '../../../runner/domain/run-result.ts';
import { createObjectStore } from '../../../runner/storage/create-object-store.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { createFlow } from '../../../test/support/cluster-runs.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { OutputDatasets } from './output-datasets.ts';
import { RunRecorder } from './run-recorder.ts';
import { insertRun } from '../../domain/runs/run-lifecycle-store.ts';

let database: TestDatabase;
let folder: string;
let objects: ObjectStore;
let flowId: string;
let projectId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-outputs-'));
  objects = createObjectStore(`file:${folder}`);
  flowId = await createFlow(database.client);
  ({ projectId } = await database.client.flow.findUniqueOrThrow({ where: { id: flowId } }));
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function startRun(): Promise<string> {
  const id = randomUUID();
  await insertRun(database.client, {
    id,
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
  return id;
}

interface OutputOptions {
  readonly nodeId?: string;
  readonly name?: string;
  readonly format?: FileFormat;
}

async function written(runId: string, options: OutputOptions = {}): Promise<OutputFile> {
  const { nodeId = 'out', name = 'Kept', format = 'csv' } = options;
  const at = `runs/${runId}/${nodeId}`;
  await objects.put(`${at}.${format}`, `content of ${nodeId}`);
  await objects.put(`${at}.data`, 'columns');
  const facts = { columns: [], rowCount: 1, sample: [], profile: [], parseOptions: null };
  const dataset = { name, dataKey: `${at}.data`, facts };
  return { nodeId, format, key: `${at}.${format}`, bytes: 4, rows: 1, dataset };
}

/** Ends the run with these outputs. @returns its logs */
async function end(
  runId: string,
  outputs: readonly OutputFile[],
  store = objects,
): Promise<LogEntry[]> {
  const logger = pino({ level: 'silent' });
  const outputDatasets = new OutputDatasets({
    database: database.client,
    objects: store,
    logger,
    pause: () => Promise.resolve(),
  });
  const recorder = new RunRecorder({
    database: database.client,
    logger,
    maxAttempts: 3,
    publishes: false,
    outputDatasets,
    now: () => new Date(),
    onFailed: () => undefined,
  });
  const ending = {
    status: 'success',
    errorMessage: null,
    logs: [],
    nodeResults: [],
    outputs,
    outputLocation: null,
  } as const;
  expect(await recorder.record({ runId, attempt: 1 }, ending)).toBe(true);
  const run = await database.client.run.findUniqueOrThrow({ where: { id: runId } });
  expect(run.status).toBe('success');
  return run.logs as unknown as LogEntry[];
}

/** The store, but for one method. */
function puttingBy(put: ObjectStore['put']): ObjectStore {
  return new Proxy(objects, {
    get(target, property) {
      if (property === 'put') return put;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** The store, which is away for so many puts. */
function failingToPut(times: number): ObjectStore {
  let left = times;
  return puttingBy(async (key, content) => {
    left -= 1;
    if (left >= 0) throw new Error('connect ECONNREFUSED');
    return await objects.put(key, content);
  });
}

async function addDataset(more: {
  readonly name?: string;
  readonly sourceType?: string;
  readonly isDisabled?: boolean;
  readonly deletedAt?: Date;
}): Promise<string> {
  const { name = 'Kept', sourceType = 'csv' } = more;
  const id = randomUUID();
  const nameKey = name.toLowerCase();
  await database.client.dataset.create({
    data: { id, projectId, name, nameKey, sourceType, datasetKind: 'input', ...more },
  });
  return id;
}

async function addFlowDisabledBy(disabledBy: string): Promise<string> {
  const id = randomUUID();
  await database.client.flow.create({
    data: { id, projectId, name: 'reader', graphJson: '{}', isDisabled: true, disabledBy },
  });
  return id;
}

describe('outputs of a run that name a dataset', () => {
  it('of one name in two formats: the first is registered, the other is a warning of the run', async () => {
    const runId = await startRun();
    const csv = await written(runId, { nodeId: 'a' });
    const parquet = await written(runId, { nodeId: 'b', name: 'KEPT', format: 'parquet' });
    const logs = await end(runId, [csv, parquet]);
    expect(logs).toEqual([
      {
        level: 'warning',
        node_id: 'b',
        message:
          'The output b.parquet was not registered as dataset "KEPT": that dataset is of type csv, the output is parquet.',
      },
    ]);
    const versions = await database.client.datasetVersion.findMany({ include: { dataset: true } });
    expect(versions).toMatchObject([{ versionNumber: 1, dataset: { sourceType: 'csv' } }]);
    const outputs = await database.client.runOutput.findMany({ orderBy: { nodeId: 'asc' } });
    expect(outputs.map(({ key }) => key)).toEqual([csv.key, parquet.key]);
    expect(await objects.head(parquet.key)).not.toBeNull();
  });

  it('of one name and format become two versions, in the order of the outputs', async () => {
    const runId = await startRun();
    await end(runId, [
      await written(runId, { nodeId: 'b' }),
      await written(runId, { nodeId: 'other', name: 'A' }),
      await written(runId, { nodeId: 'a' }),
    ]);
    const versions = await database.client.datasetVersion.findMany({
      where: { dataset: { name: 'Kept' } },
      orderBy: { versionNumber: 'asc' },
    });
    const files = versions.map(async ({ sourceKey }) => {
      const { body } = await objects.get(sourceKey);
      return Buffer.concat(await body.toArray()).toString();
    });
    expect(await Promise.all(files)).toEqual(['content of b', 'content of a']);
  });

  it('are registered although the object store is away for a moment', async () => {
    const runId = await startRun();
    const output = await written(runId);
    expect(await end(runId, [output], failingToPut(3))).toEqual([]);
    expect(await database.client.datasetVersion.count()).toBe(1);
  });

  it('are given up when the object store stays away: the run warns of it, and has ended', async () => {
    const runId = await startRun();
    const output = await written(runId);
    expect(await end(runId, [output], failingToPut(Infinity))).toMatchObject([
      { level: 'warning', message: expect.stringContaining('could not be copied') as string },
    ]);
    expect(await database.client.datasetVersion.count()).toBe(0);
  });

  it('when a dataset of another type came in meanwhile, the run warns of it and no copy is left', async () => {
    const runId = await startRun();
    const output = await written(runId);
    const copies: string[] = [];
    // Somebody uploads a file of that name while the output is copied.
    const busy = puttingBy(async (key, content) => {
      copies.push(key);
      await addDataset({ sourceType: 'json' });
      return await objects.put(key, content);
    });
    const logs = await end(runId, [output], busy);
    expect(logs).toMatchObject([
      { level: 'warning', message: expect.stringContaining('is of type json') as string },
    ]);
    expect(await database.client.datasetVersion.count()).toBe(0);
    expect(copies).toHaveLength(1);
    expect(await objects.head(copies[0]!)).toBeNull();
    expect(await objects.head(output.key)).not.toBeNull();
  });

  it('bring a deleted dataset back with the flows that it had disabled, as uploads do', async () => {
    const dataset = await addDataset({ isDisabled: true, deletedAt: new Date() });
    const reader = await addFlowDisabledBy(dataset);
    const runId = await startRun();
    await end(runId, [await written(runId)]);
    expect(
      await database.client.dataset.findUniqueOrThrow({ where: { id: dataset } }),
    ).toMatchObject({ isDisabled: false, deletedAt: null, latestVersion: 1 });
    expect(await database.client.flow.findUniqueOrThrow({ where: { id: reader } })).toMatchObject({
      isDisabled: false,
      disabledBy: null,
    });
  });

  it('leave the flows of another project disabled while their own project is disabled', async () => {
    const dataset = await addDataset({ isDisabled: true });
    const reader = await addFlowDisabledBy(dataset);
    await database.client.project.create({
      data: { id: 'other', name: 'Other', nameKey: 'other', color: 'violet' },
    });
    await database.client.flow.update({ where: { id: reader }, data: { projectId: 'other' } });
    await database.client.project.update({ where: { id: projectId }, data: { isDisabled: true } });
    const runId = await startRun();
    await end(runId, [await written(runId)]);
    expect(await database.client.flow.findUniqueOrThrow({ where: { id: reader } })).toMatchObject({
      isDisabled: true,
      disabledBy: dataset,
    });
  });

  it.each([[false], [true]])(
    'stay disabled by a project that is disabled (known before: %s)',
    async (isKnown) => {
      if (isKnown) await addDataset({});
      await database.client.project.update({
        where: { id: projectId },
        data: { isDisabled: true },
      });
      const runId = await startRun();
      await end(runId, [await written(runId)]);
      expect(await database.client.dataset.findMany()).toMatchObject([
        { isDisabled: true, disabledBy: projectId, latestVersion: 1 },
      ]);
    },
  );
});
