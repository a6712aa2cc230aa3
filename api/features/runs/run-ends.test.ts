import { runnerPids, signalRunners } from '../../../test/support/runner-processes.ts';
import { detail, useRunService } from '../../../test/support/run-service.ts';

const runs = useRunService();
const { simple, ran, halted, get, until } = runs;

describe('the end of a run that does not end by itself', () => {
  it('is cancelled, and its process killed', async () => {
    const { id } = await halted();
    const pids = await runnerPids();
    const answer = await runs.service.call('POST', `/api/runs/${id}/cancel`);
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({ run_id: id, status: 'cancelling' });
    const run = await until(id, (now) => now.finished_at !== null);
    expect(run).toMatchObject({
      status: 'cancelled',
      error_message: 'The run was cancelled by the user.',
      output_location: null,
      logs: [{ level: 'info' }],
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

  it('comes with its timeout', async () => {
    const flow = await simple();
    await ran(flow);
    await signalRunners('SIGSTOP');
    expect(await ran(flow, { timeout_seconds: 1 })).toMatchObject({
      status: 'failed',
      node_results: null,
      error_message: expect.stringContaining('limit of 1 seconds') as string,
    });
  });

  it('comes with the death of its process, which is told', async () => {
    const { id } = await halted();
    await signalRunners('SIGKILL');
    expect(await until(id, (now) => now.finished_at !== null)).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining(
        'killed, most likely because the machine ran out of memory',
      ) as string,
    });
  });

  it('cannot be asked for when it is not running here', async () => {
    const ended = await ran(await simple());
    const refused = await runs.service.call('POST', `/api/runs/${ended.id}/cancel`);
    expect(refused.status).toBe(400);
    expect(detail(refused)).toContain('success');
    for (const status of ['running', 'pending']) {
      await runs.service.database.run.update({ where: { id: ended.id }, data: { status } });
      expect((await runs.service.call('POST', `/api/runs/${ended.id}/cancel`)).status).toBe(400);
    }
    await runs.service.database.run.update({
      where: { id: ended.id },
      data: { status: 'success' },
    });
  });
});

it('counts runs', async () => {
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
  it('brings unfinished runs to a true end', async () => {
    const flow = await simple();
    const interrupted = await ran(flow);
    const notBegun = await ran(flow);
    const unprepared = await ran(flow);
    const { database } = runs.service;
    for (const [{ id }, status] of [
      [interrupted, 'running'],
      [notBegun, 'pending'],
      [unprepared, 'pending'],
    ] as const) {
      await database.nodeResult.deleteMany({ where: { runId: id } });
      await database.runOutput.deleteMany({ where: { runId: id } });
      await database.run.update({
        where: { id },
        data: { status, attempt: 2, finishedAt: null },
      });
    }
    await database.run.update({
      where: { id: unprepared.id },
      data: { id: `${unprepared.id.slice(0, -1)}x` },
    });
    await runs.service.restart();
    expect(await get(interrupted.id)).toMatchObject({
      status: 'failed',
      error_message: 'Run interrupted by a server restart.',
    });
    expect((await until(notBegun.id, (now) => now.finished_at !== null)).status).toBe('success');
    expect(await get(`${unprepared.id.slice(0, -1)}x`)).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('Retry it') as string,
    });
  });

  it('ends a running run, in time', async () => {
    const { id } = await halted();
    const begin = performance.now();
    await runs.service.restart();
    expect(performance.now() - begin).toBeLessThan(5000);
    expect(await get(id)).toMatchObject({
      status: 'failed',
      error_message: 'Run interrupted by a server restart.',
    });
  });
});
