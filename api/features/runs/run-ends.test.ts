import { randomUUID } from 'node:crypto';
import { runnerPids, signalRunners } from '../../../test/support/runner-processes.ts';
import { chain, detail, input, output, useRunService } from '../../../test/support/run-service.ts';
import type { RunRead } from './schemas.ts';

const runs = useRunService();
const { simple, ran, halted, get, until, upload, flowOf } = runs;

/** The log entry of what a simple run read. */
function versionsRead(): object {
  const versions = [{ dataset_id: runs.orders, version_number: 1, dataset_name: 'orders.csv' }];
  return { level: 'info', message: 'Dataset versions that were read.', versions };
}

describe('a run that is stopped from outside', () => {
  it('is cancelled on request, and its process is killed', async () => {
    const { id, ...begun } = await halted();
    expect(begun).toMatchObject({ status: 'running', logs: [], logs_json: [] });
    const pids = await runnerPids();
    const answer = await runs.service.call('POST', `/api/runs/${id}/cancel`);
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({ run_id: id, status: 'cancelling' });
    const run = await until(id, (now) => now.finished_at !== null);
    expect(run).toMatchObject({
      status: 'cancelled',
      error_message: 'The run was cancelled by the user.',
      output_location: null,
      logs: [{ level: 'info', message: 'The run was cancelled by the user.' }, versionsRead()],
    });
    expect(run.node_results?.map(({ status }) => status)).toEqual([
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect((await runnerPids()).filter((pid) => pids.includes(pid)).length).toBeLessThan(
      pids.length,
    );
  });

  it('fails at its timeout', async () => {
    const flow = await simple();
    await ran(flow);
    await signalRunners('SIGSTOP');
    expect(await ran(flow, { timeout_seconds: 1 })).toMatchObject({
      status: 'failed',
      node_results: null,
      error_message: expect.stringContaining('limit of 1 seconds') as string,
      logs: [{ level: 'error' }, versionsRead()],
    });
  });

  it('fails with a reason when its process dies', async () => {
    const { id } = await halted();
    await signalRunners('SIGKILL');
    expect(await until(id, (now) => now.finished_at !== null)).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining(
        'killed, most likely because the machine ran out of memory',
      ) as string,
      logs: [{ level: 'error' }, versionsRead()],
    });
  });

  it('cannot be cancelled unless it runs on this server', async () => {
    const ended = await ran(await simple());
    const refused = await runs.service.call('POST', `/api/runs/${ended.id}/cancel`);
    expect(refused.status).toBe(400);
    expect(detail(refused)).toContain('success');
    const database = await runs.service.openDatabase();
    for (const status of ['running', 'pending']) {
      await database.run.update({ where: { id: ended.id }, data: { status } });
      expect((await runs.service.call('POST', `/api/runs/${ended.id}/cancel`)).status).toBe(400);
    }
    await database.run.update({
      where: { id: ended.id },
      data: { status: 'success' },
    });
  });
});

it('counts runs in the metrics', async () => {
  const flow = await simple();
  const count = async (): Promise<number> => {
    const { text } = await runs.service.call('GET', '/metrics');
    return Number(
      /^millrace_runs_ended_total\{engine="pandas",status="success"\} (\d+)$/m.exec(text)?.[1] ?? 0,
    );
  };
  const before = await count();
  await ran(flow, { engine: 'pandas' });
  expect(await count()).toBe(before + 1);
  const { id } = await halted();
  expect((await runs.service.call('GET', '/metrics')).text).toContain(
    'millrace_runs_active{state="running"} 1',
  );
  await runs.service.call('POST', `/api/runs/${id}/cancel`);
  await until(id, (now) => now.finished_at !== null);
});

describe('a restart', () => {
  const message = 'Run interrupted by a server restart.';
  const entry = { level: 'error', message };
  const interrupted = (): object => {
    const logs = [entry, versionsRead()];
    return { status: 'failed', error_message: message, logs, logs_json: logs };
  };

  /** Gives an ended run the state in which a killed server leaves it. @param id the id it gets */
  async function leave(run: RunRead, status: string, id = run.id): Promise<string> {
    const database = await runs.service.openDatabase();
    await database.nodeResult.deleteMany({ where: { runId: run.id } });
    await database.runOutput.deleteMany({ where: { runId: run.id } });
    const data = { id, status, attempt: 2, finishedAt: null };
    await database.run.update({ where: { id: run.id }, data });
    return id;
  }

  it('fails started runs and launches pending ones', async () => {
    const flow = await simple();
    const begun = await leave(await ran(flow), 'running');
    const notBegun = await leave(await ran(flow), 'pending');
    // Nothing of another id is in the object store.
    const unprepared = await leave(await ran(flow), 'pending', randomUUID());
    await runs.service.restart();
    expect(await get(begun)).toMatchObject(interrupted());
    const { text } = await runs.service.call('GET', `/api/runs/${begun}/logs/stream`);
    expect(text).toBe(
      `data: ${JSON.stringify(entry)}\n\ndata: ${JSON.stringify(versionsRead())}\n\n` +
        `event: done\ndata: {"status":"failed","run_id":"${begun}"}\n\n`,
    );
    for (const id of [notBegun, unprepared]) {
      const ended = await until(id, (now) => now.finished_at !== null);
      expect(ended).toMatchObject({ status: 'success', node_results: [{}, { rows: 2 }, {}] });
    }
  });

  it('fails runs that can no longer be prepared, with the reason', async () => {
    const flow = await simple();
    const gone = await upload('gone.csv', 'id\n1\n');
    const reading = await flowOf(chain([input('in', gone), output()]));
    const ofOldServer = await leave(await ran(flow), 'pending', randomUUID());
    const ofGoneData = await leave(await ran(reading), 'pending', randomUUID());
    const database = await runs.service.openDatabase();
    await database.$executeRaw`UPDATE runs SET node_inputs = NULL WHERE id = ${ofOldServer}`;
    await database.dataset.delete({ where: { id: gone } });
    await runs.service.restart();
    expect(await get(ofOldServer)).toMatchObject({
      status: 'failed',
      error_message: 'The server stopped while the run was being prepared. Retry it.',
    });
    expect(await get(ofGoneData)).toMatchObject({
      status: 'failed',
      error_message: `Dataset version '${gone}:1' was deleted before the run could start.`,
    });
  });

  it('stops a running run in time', async () => {
    const { id } = await halted();
    const begin = performance.now();
    await runs.service.restart();
    expect(performance.now() - begin).toBeLessThan(5000);
    expect(await get(id)).toMatchObject(interrupted());
  });
});
