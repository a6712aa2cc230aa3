import { randomUUID } from 'node:crypto';
import { TRANSACTION } from '../../../prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import { failedCompletion, type RunCompletion } from './run-completion.ts';
import { finishRun, insertRun, markRunning, type NewRun } from './run-lifecycle-store.ts';

let database: TestDatabase;
const flowId = randomUUID();

beforeAll(async () => {
  database = await createTestDatabase();
  const projectId = randomUUID();
  await database.client.project.create({
    data: { id: projectId, name: 'P', nameKey: 'p', color: 'violet' },
  });
  await database.client.flow.create({
    data: { id: flowId, projectId, name: 'F', graphJson: '{}' },
  });
});

afterAll(async () => {
  await database.drop();
});

const time = new Date('2026-11-21T09:34:09.175Z');

function newRun(more: Partial<NewRun> = {}): NewRun {
  return {
    id: randomUUID(),
    flowId,
    engine: 'polars',
    trigger: 'manual',
    scheduleId: null,
    inputDatasetId: null,
    inputs: [],
    graph: { nodes: [], edges: [] },
    parameters: { big: 9007199254740993n },
    timeoutSeconds: 0,
    ...more,
  };
}

async function pending(): Promise<{ runId: string; attempt: number }> {
  const run = newRun();
  await insertRun(database.client, run);
  return { runId: run.id, attempt: 1 };
}

const node: NodeResult = {
  node_id: 'out',
  type: 'fileOutput',
  label: 'Out',
  status: 'success',
  rows: 1,
  columns: ['a'],
  sample: [{ a: 9007199254740993n, b: 'nul \0 and half \ud800' }],
  error: null,
  duration_ms: 1.5,
};

const success: RunCompletion & { time: Date } = {
  status: 'success',
  errorMessage: null,
  logs: [{ level: 'info', message: 'done' }],
  nodeResults: [node, { ...node, node_id: 'out2' }],
  outputs: [{ nodeId: 'out', format: 'csv', key: 'k', bytes: 3, rows: 1, dataset: null }],
  outputLocation: 'x/out.csv',
  time,
};

async function stored(
  runId: string,
): Promise<{ status: string; results: string[]; outputs: number }> {
  const run = await database.client.run.findUniqueOrThrow({
    where: { id: runId },
    include: { nodeResults: { orderBy: { position: 'asc' } }, outputs: true },
  });
  const results = run.nodeResults.map(({ resultJson }) => resultJson);
  return { status: run.status, results, outputs: run.outputs.length };
}

describe('what is recorded of a run', () => {
  it('goes from pending to running to its end, everything of the end at once', async () => {
    const at = await pending();
    expect(await markRunning(database.client, at, time)).toBe(true);
    expect((await stored(at.runId)).status).toBe('running');
    expect(await finishRun(database.client, at, success)).toBe(true);
    const { status, results, outputs } = await stored(at.runId);
    expect({ status, outputs }).toEqual({ status: 'success', outputs: 1 });
    expect(results.map((text) => (JSON.parse(text) as NodeResult).node_id)).toEqual([
      'out',
      'out2',
    ]);
    expect(results[0]).toContain('"a":9007199254740993');
  });

  it('is final: of many ends exactly one is written', async () => {
    const at = await pending();
    const endings = [
      success,
      { ...failedCompletion('one'), time },
      { ...failedCompletion('two'), time },
      success,
    ];
    const won = await Promise.all(endings.map((ending) => finishRun(database.client, at, ending)));
    expect(won.filter(Boolean)).toHaveLength(1);
    const winner = endings[won.indexOf(true)];
    const { status, results } = await stored(at.runId);
    expect(status).toBe(winner?.status);
    expect(results).toHaveLength(winner?.nodeResults?.length ?? 0);
    expect(await markRunning(database.client, at, time)).toBe(false);
    expect((await stored(at.runId)).status).toBe(status);
  });

  it('is that of the current attempt only', async () => {
    const at = await pending();
    const stale = { ...at, attempt: 2 };
    expect(await markRunning(database.client, stale, time)).toBe(false);
    expect(await finishRun(database.client, stale, success)).toBe(false);
    expect(await stored(at.runId)).toEqual({ status: 'pending', results: [], outputs: 0 });
  });

  it('takes any text that data and names can hold', async () => {
    const at = await pending();
    const odd = 'nul \0 and half \ud800';
    const outputs = [{ ...success.outputs[0]!, nodeId: odd }];
    const ending = {
      ...success,
      status: 'failed',
      errorMessage: odd,
      outputLocation: odd,
      outputs,
    } as const;
    expect(
      await finishRun(database.client, at, { ...ending, logs: [{ level: 'error', message: odd }] }),
    ).toBe(true);
  });

  it('keeps long integers of parameters', async () => {
    const { runId } = await pending();
    const [row] = await database.client.$queryRaw<{ text: string }[]>`
      SELECT parameters AS text FROM runs WHERE id = ${runId}`;
    expect(row?.text).toBe('{"big":9007199254740993}');
  });
});

describe('a run with an idempotency key', () => {
  it('is written by one of many at once, and the key tells which', async () => {
    const runs = Array.from({ length: 20 }, () => newRun({ idempotencyKey: 'k' }));
    const written = await Promise.all(runs.map((run) => insertRun(database.client, run)));
    expect(written.filter((isWritten) => isWritten)).toHaveLength(1);
    const ids = runs.map(({ id }) => id);
    const rows = await database.client.run.findMany({ where: { id: { in: ids } } });
    const key = await database.client.idempotencyKey.findFirstOrThrow({ where: { key: 'k' } });
    expect(rows.map(({ id }) => id)).toEqual([key.runId]);
  });

  it('leaves the key free when its transaction comes to nothing', async () => {
    const client = database.client;
    const failing = client.$transaction(async (transaction) => {
      await insertRun(transaction, newRun({ idempotencyKey: 'undone' }));
      throw new Error('undo');
    }, TRANSACTION);
    await expect(failing).rejects.toThrow('undo');
    expect(await insertRun(client, newRun({ idempotencyKey: 'undone' }))).toBe(true);
  });
});

describe('a run of a flow that was deleted meanwhile', () => {
  it.each([{}, { idempotencyKey: 'gone' }])('is not written (%j)', async (key) => {
    expect(await insertRun(database.client, newRun({ flowId: randomUUID(), ...key }))).toBe(false);
  });
});
