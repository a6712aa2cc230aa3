import { randomUUID } from 'node:crypto';
import { TRANSACTION } from '../../../prisma/client.ts';
import { newRun, RunRecords } from '../../../test/support/run-records.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import { failedCompletion, type RunCompletion } from './run-completion.ts';
import { createRunEventStore } from './run-event-store.ts';
import { insertRun } from './new-run-store.ts';
import { writeWaiting } from './waiting-reason-store.ts';
import { advanceAttempt, finishRun, markRunning } from './run-lifecycle-store.ts';

let records: RunRecords;

beforeAll(async () => {
  records = await RunRecords.open();
});

afterAll(() => records.close());

const time = new Date('2026-11-21T09:34:09.175Z');

async function pending(): Promise<{ runId: string; attempt: number }> {
  return { runId: await records.add({ parameters: { big: 9007199254740993n } }), attempt: 1 };
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
  const run = await records.client.run.findUniqueOrThrow({
    where: { id: runId },
    include: { nodeResults: { orderBy: { position: 'asc' } }, outputs: true },
  });
  const results = run.nodeResults.map(({ resultJson }) => resultJson);
  return { status: run.status, results, outputs: run.outputs.length };
}

describe('the lifecycle of a run', () => {
  it('goes from pending to running to success, with all of its results recorded', async () => {
    const at = await pending();
    expect(await markRunning(records.client, at, time)).toBe(true);
    expect((await stored(at.runId)).status).toBe('running');
    expect(await finishRun(records.client, at, success)).toBe(true);
    const { status, results, outputs } = await stored(at.runId);
    expect({ status, outputs }).toEqual({ status: 'success', outputs: 1 });
    expect(results.map((text) => (JSON.parse(text) as NodeResult).node_id)).toEqual([
      'out',
      'out2',
    ]);
    expect(results[0]).toContain('"a":9007199254740993');
  });

  it('records exactly one of many concurrent completions', async () => {
    const at = await pending();
    const completions = [
      success,
      { ...failedCompletion('one'), time },
      { ...failedCompletion('two'), time },
      success,
    ];
    const won = await Promise.all(
      completions.map((completion) => finishRun(records.client, at, completion)),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    const winner = completions[won.indexOf(true)];
    const { status, results } = await stored(at.runId);
    expect(status).toBe(winner?.status);
    expect(results).toHaveLength(winner?.nodeResults?.length ?? 0);
    expect(await markRunning(records.client, at, time)).toBe(false);
    expect((await stored(at.runId)).status).toBe(status);
  });

  it('ignores the start and the completion of another attempt', async () => {
    const at = await pending();
    const stale = { ...at, attempt: 2 };
    expect(await markRunning(records.client, stale, time)).toBe(false);
    expect(await finishRun(records.client, stale, success)).toBe(false);
    expect(await stored(at.runId)).toEqual({ status: 'pending', results: [], outputs: 0 });
  });

  it('is pending again once its attempt is lost, and late reports of that attempt change nothing', async () => {
    const { client } = records;
    const at = await pending();
    const first = new Date(Date.now() + 1_000);
    await markRunning(client, at, first);
    const next = { ...at, attempt: 2 };
    const finishedAt = new Date(first.getTime() + 1_000);
    const lost = { number: 1, reason: 'EvictedByQueue', finishedAt: finishedAt.toISOString() };
    expect(await advanceAttempt(client, next, [lost])).toBe(true);
    const state = async (): Promise<unknown> => createRunEventStore(client).state(at.runId);
    const waits = {
      status: 'pending',
      attempt: 2,
      startedAt: first,
      waiting: null,
      lost: { reason: 'EvictedByQueue', at: finishedAt },
    };
    expect(await state()).toMatchObject(waits);
    expect(await markRunning(client, at, first)).toBe(false);
    expect(await advanceAttempt(client, at, [])).toBe(false);
    expect(await finishRun(client, at, success)).toBe(false);
    expect(await writeWaiting(client, at, { reason: 'Unschedulable', message: '' })).toBe(false);
    expect(await state()).toMatchObject(waits);
    expect(await writeWaiting(client, next, { reason: 'Queued', message: '' })).toBe(true);
    expect(await markRunning(client, next, new Date(first.getTime() + 60_000))).toBe(true);
    expect(await writeWaiting(client, next, { reason: 'Queued', message: '' })).toBe(false);
    const runs = { ...waits, status: 'running', waiting: null };
    expect(await state()).toMatchObject(runs);
  });

  it('stores NUL and lone surrogates of messages and names as replacement characters', async () => {
    const at = await pending();
    const odd = 'nul \0 and half \ud800';
    const outputs = [{ ...success.outputs[0]!, nodeId: odd }];
    const completion = {
      ...success,
      status: 'failed',
      errorMessage: odd,
      outputLocation: odd,
      outputs,
    } as const;
    expect(
      await finishRun(records.client, at, {
        ...completion,
        logs: [{ level: 'error', message: odd }],
      }),
    ).toBe(true);
  });

  it('keeps integers of parameters beyond 2^53', async () => {
    const { runId } = await pending();
    const [row] = await records.client.$queryRaw<{ text: string }[]>`
      SELECT parameters AS text FROM runs WHERE id = ${runId}`;
    expect(row?.text).toBe('{"big":9007199254740993}');
  });
});

describe('inserting a run with an idempotency key', () => {
  it('inserts one of many concurrent runs, which owns the key', async () => {
    const runs = Array.from({ length: 20 }, () => newRun(records.flowId, { idempotencyKey: 'k' }));
    const written = await Promise.all(runs.map((run) => insertRun(records.client, run)));
    expect(written.filter((isWritten) => isWritten)).toHaveLength(1);
    const ids = runs.map(({ id }) => id);
    const rows = await records.client.run.findMany({ where: { id: { in: ids } } });
    const key = await records.client.idempotencyKey.findFirstOrThrow({ where: { key: 'k' } });
    expect(rows.map(({ id }) => id)).toEqual([key.runId]);
  });

  it('leaves the key free when the transaction is rolled back', async () => {
    const client = records.client;
    const failing = client.$transaction(async (transaction) => {
      await insertRun(transaction, newRun(records.flowId, { idempotencyKey: 'undone' }));
      throw new Error('undo');
    }, TRANSACTION);
    await expect(failing).rejects.toThrow('undo');
    expect(await insertRun(client, newRun(records.flowId, { idempotencyKey: 'undone' }))).toBe(
      true,
    );
  });
});

describe('inserting a run of a deleted flow', () => {
  it.each([{}, { idempotencyKey: 'gone' }])('inserts nothing (%j)', async (key) => {
    expect(await insertRun(records.client, newRun(randomUUID(), key))).toBe(false);
  });
});
