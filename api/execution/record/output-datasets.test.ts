import { randomUUID } from 'node:crypto';
import type { LogEntry, OutputFile } from '../../../runner/domain/run-result.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import {
  RunRecords,
  SILENT,
  SUCCESS,
  writeOutput,
  type OutputOptions,
} from '../../../test/support/run-records.ts';
import { OutputDatasets } from './output-datasets.ts';

let records: RunRecords;
let projectId: string;

beforeEach(async () => {
  records = await RunRecords.open();
  const where = { id: records.flowId };
  ({ projectId } = await records.client.flow.findUniqueOrThrow({ where }));
});

afterEach(() => records.close());

const written = (runId: string, options?: OutputOptions): Promise<OutputFile> =>
  writeOutput(records.objects, runId, options);

/** Records the success of the run with these outputs. @returns its logs */
async function finish(
  runId: string,
  outputs: readonly OutputFile[],
  objects?: ObjectStore,
): Promise<LogEntry[]> {
  const recorder = records.recorder({ maxAttempts: 3 }, objects === undefined ? {} : { objects });
  expect(await recorder.record({ runId, attempt: 1 }, { ...SUCCESS, outputs })).toBe(true);
  const run = await records.client.run.findUniqueOrThrow({ where: { id: runId } });
  expect(run.status).toBe('success');
  return JSON.parse(run.logs ?? '') as LogEntry[];
}

/** The object store with another `put`. */
function withPut(put: ObjectStore['put']): ObjectStore {
  return new Proxy(records.objects, {
    get(target, property) {
      if (property === 'put') return put;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** The object store, which fails so many puts. */
function failingToPut(times: number): ObjectStore {
  let left = times;
  return withPut(async (key, content) => {
    left -= 1;
    if (left >= 0) throw new Error('connect ECONNREFUSED');
    return await records.objects.put(key, content);
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
  await records.client.dataset.create({
    data: { id, projectId, name, nameKey, sourceType, datasetKind: 'input', ...more },
  });
  return id;
}

async function addFlowDisabledBy(disabledBy: string): Promise<string> {
  const id = randomUUID();
  await records.client.flow.create({
    data: { id, projectId, name: 'reader', graphJson: '{}', isDisabled: true, disabledBy },
  });
  return id;
}

describe('registering outputs that name a dataset', () => {
  it('registers the first of two outputs of one name and different formats, and warns of the other', async () => {
    const runId = await records.add();
    const csv = await written(runId, { nodeId: 'a' });
    const parquet = await written(runId, { nodeId: 'b', name: 'KEPT', format: 'parquet' });
    const logs = await finish(runId, [csv, parquet]);
    expect(logs).toEqual([
      {
        level: 'warning',
        node_id: 'b',
        message:
          'The output b.parquet was not registered as dataset "KEPT": that dataset is of type csv, the output is parquet.',
      },
    ]);
    const versions = await records.client.datasetVersion.findMany({ include: { dataset: true } });
    expect(versions).toMatchObject([{ versionNumber: 1, dataset: { sourceType: 'csv' } }]);
    const outputs = await records.client.runOutput.findMany({ orderBy: { nodeId: 'asc' } });
    expect(outputs.map(({ key }) => key)).toEqual([csv.key, parquet.key]);
    expect(await records.objects.head(parquet.key)).not.toBeNull();
  });

  it('adds two versions in the order of the outputs for one name and format', async () => {
    const runId = await records.add();
    await finish(runId, [
      await written(runId, { nodeId: 'b' }),
      await written(runId, { nodeId: 'other', name: 'A' }),
      await written(runId, { nodeId: 'a' }),
    ]);
    const versions = await records.client.datasetVersion.findMany({
      where: { dataset: { name: 'Kept' } },
      orderBy: { versionNumber: 'asc' },
    });
    const files = versions.map(async ({ sourceKey }) => {
      const { body } = await records.objects.get(sourceKey);
      return Buffer.concat(await body.toArray()).toString();
    });
    expect(await Promise.all(files)).toEqual(['content of b', 'content of a']);
  });

  it('retries while the object store is unavailable', async () => {
    const runId = await records.add();
    const output = await written(runId);
    expect(await finish(runId, [output], failingToPut(3))).toEqual([]);
    expect(await records.client.datasetVersion.count()).toBe(1);
  });

  it('gives up and warns in the log of the run when the object store stays unavailable', async () => {
    const runId = await records.add();
    const output = await written(runId);
    expect(await finish(runId, [output], failingToPut(Infinity))).toMatchObject([
      { level: 'warning', message: expect.stringContaining('could not be copied') as string },
    ]);
    expect(await records.client.datasetVersion.count()).toBe(0);
  });

  it('warns and removes the copy when a dataset of another type is created concurrently', async () => {
    const runId = await records.add();
    const output = await written(runId);
    const copies: string[] = [];
    // A concurrent upload of that name.
    const busy = withPut(async (key, content) => {
      copies.push(key);
      await addDataset({ sourceType: 'json' });
      return await records.objects.put(key, content);
    });
    const logs = await finish(runId, [output], busy);
    expect(logs).toMatchObject([
      { level: 'warning', message: expect.stringContaining('is of type json') as string },
    ]);
    expect(await records.client.datasetVersion.count()).toBe(0);
    expect(copies).toHaveLength(1);
    expect(await records.objects.head(copies[0]!)).toBeNull();
    expect(await records.objects.head(output.key)).not.toBeNull();
  });

  it('restores a deleted dataset with the flows that its deletion disabled, as uploads do', async () => {
    const dataset = await addDataset({ isDisabled: true, deletedAt: new Date() });
    const reader = await addFlowDisabledBy(dataset);
    const runId = await records.add();
    await finish(runId, [await written(runId)]);
    expect(
      await records.client.dataset.findUniqueOrThrow({ where: { id: dataset } }),
    ).toMatchObject({ isDisabled: false, deletedAt: null, latestVersion: 1 });
    expect(await records.client.flow.findUniqueOrThrow({ where: { id: reader } })).toMatchObject({
      isDisabled: false,
      disabledBy: null,
    });
  });

  it('leaves flows of another project disabled while their own project is disabled', async () => {
    const dataset = await addDataset({ isDisabled: true });
    const reader = await addFlowDisabledBy(dataset);
    await records.client.project.create({
      data: { id: 'other', name: 'Other', nameKey: 'other', color: 'violet' },
    });
    await records.client.flow.update({ where: { id: reader }, data: { projectId: 'other' } });
    await records.client.project.update({ where: { id: projectId }, data: { isDisabled: true } });
    const runId = await records.add();
    await finish(runId, [await written(runId)]);
    expect(await records.client.flow.findUniqueOrThrow({ where: { id: reader } })).toMatchObject({
      isDisabled: true,
      disabledBy: dataset,
    });
  });

  it.each([[false], [true]])(
    'leaves the dataset disabled while its project is disabled (dataset exists: %s)',
    async (isKnown) => {
      if (isKnown) await addDataset({});
      await records.client.project.update({
        where: { id: projectId },
        data: { isDisabled: true },
      });
      const runId = await records.add();
      await finish(runId, [await written(runId)]);
      expect(await records.client.dataset.findMany()).toMatchObject([
        { isDisabled: true, disabledBy: projectId, latestVersion: 1 },
      ]);
    },
  );
});

describe('the copies of outputs whose success is not recorded', () => {
  /** Records a success with an output beside another outcome. @returns the objects of datasets */
  async function lose(runId: string, before: () => Promise<unknown>): Promise<string[]> {
    const outputs = [await written(runId)];
    await before();
    const at = { runId, attempt: 1 };
    expect(await records.recorder().record(at, { ...SUCCESS, outputs })).toBe(false);
    const keys: string[] = [];
    for await (const { key } of records.objects.list('datasets/')) keys.push(key);
    return keys;
  }

  it('have a deletion until a version has them, which a process leaves that dies before', async () => {
    const runId = await records.add();
    const output = await written(runId);
    const { client, objects } = records;
    const outputs = new OutputDatasets({ database: client, objects, logger: SILENT });
    // The process dies after the copy.
    await outputs.prepare(runId, [output]);
    const left = await client.objectDeletion.findMany();
    expect(left).toHaveLength(2);
    for (const { key, dueAt } of left) {
      expect(await objects.head(key)).not.toBeNull();
      expect(dueAt?.getTime()).toBeGreaterThan(Date.now() + 60 * 60 * 1000);
    }
    // Another one records the run.
    await finish(runId, [output]);
    expect(await client.objectDeletion.findMany()).toEqual([]);
    const version = await client.datasetVersion.findFirstOrThrow();
    expect(left.map(({ key }) => key)).toContain(version.sourceKey);
    // A third one, which is late, dies too: the version keeps its objects.
    await outputs.prepare(runId, [output]);
    expect(await client.objectDeletion.findMany()).toEqual([]);
  });

  it('are removed when another outcome is recorded', async () => {
    const runId = await records.add();
    const cancelled = { ...SUCCESS, status: 'cancelled' } as const;
    const recorded = (): Promise<boolean> =>
      records.recorder().record({ runId, attempt: 1 }, cancelled);
    expect(await lose(runId, recorded)).toEqual([]);
    expect(await records.client.dataset.count()).toBe(0);
  });

  it('stay when another process recorded the same success', async () => {
    const runId = await records.add();
    const keys = await lose(runId, async () => {
      await finish(runId, [await written(runId)]);
      // As a process that has not noticed the end finds it.
      await written(runId);
    });
    expect(keys).toHaveLength(2);
    expect(await records.client.datasetVersion.count()).toBe(1);
  });

  it('stay while another attempt of the run is under way, which writes the same objects', async () => {
    const runId = await records.add();
    const next = (): Promise<unknown> =>
      records.client.run.update({ where: { id: runId }, data: { attempt: 2 } });
    expect(await lose(runId, next)).toHaveLength(2);
  });
});
