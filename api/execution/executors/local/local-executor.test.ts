import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Connection } from '../../../../runner/domain/connection.ts';
import type { RunStep } from '../../../../runner/domain/run-progress.ts';
import { isAlive } from '../../../../test/support/make-once.ts';
import { until } from '../../../../test/support/until.ts';
import { JobFailedError, type RunOptions, type ShortJob } from '../executor.ts';
import type { RunOutcome } from '../../../domain/runs/run-outcome.ts';
import { LocalExecutor, type LocalExecutorOptions } from './local-executor.ts';

const SCRIPTED = path.join(import.meta.dirname, '../../../../test/fixtures/scripted-runner.ts');
const LARGE = 33 * 1024 ** 2;

function executor(
  options: Partial<LocalExecutorOptions> & {
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): LocalExecutor {
  const { args = [], env = {}, ...rest } = options;
  return new LocalExecutor({
    command: {
      executable: process.execPath,
      args: ['--max-old-space-size=40', SCRIPTED, ...args],
      env: { PATH: process.env.PATH ?? '', ...env },
    },
    maxConcurrentRuns: 2,
    ...rest,
  });
}

function options(some: Partial<RunOptions> = {}): RunOptions {
  return { timeoutSeconds: 0, inputBytes: 0, signal: new AbortController().signal, ...some };
}

/** The pid of the process that executed a run; the scripted runner reports it. */
function pidOf(outcome: RunOutcome): string {
  if (outcome.kind !== 'finished') throw new Error(`The run ended as ${JSON.stringify(outcome)}`);
  return outcome.result.errorMessage ?? '';
}

/** Begins a run and waits until a process took it. */
async function start(
  local: LocalExecutor,
  runId: string,
  some: Partial<RunOptions> = {},
): Promise<{ ending: Promise<RunOutcome> }> {
  const taken = Promise.withResolvers<undefined>();
  const onStarted = (): void => {
    taken.resolve(undefined);
  };
  const ending = local.run(runId, 1, options({ ...some, onStarted }));
  await taken.promise;
  return { ending };
}

const PREVIEW = {
  kind: 'preview',
  engine: 'polars',
  graph: { nodes: [], edges: [] },
  parameters: {},
  inputs: [],
  localTime: '2026-11-22T00:00:00',
  nodeId: null,
  limit: 1,
  profile: false,
} as const;
/** The scripted runner does what the id says. */
function connection(id: string): Connection {
  const fields = { host: null, port: null, database: 'd', username: null, secret: null };
  return { id, name: id, provider: 'sqlite', ...fields, options: null };
}
/** The scripted runner never answers it. */
const HANGING_UPLOAD = {
  kind: 'ingest',
  sourceKey: 'hang',
  fileName: 'f',
  format: 'csv',
  options: {},
  dataKey: 'd',
  rewrittenKey: 'r',
} as const;

describe('the local executor', () => {
  let local: LocalExecutor;
  afterEach(async () => {
    await local.close();
  });

  it('uses one process for many runs, and a second one for a concurrent run', async () => {
    local = executor();
    const first = pidOf(await local.run('pid', 1, options()));
    expect(pidOf(await local.run('pid', 1, options()))).toBe(first);
    await start(local, 'hang');
    expect(pidOf(await local.run('pid', 1, options()))).not.toBe('');
  });

  it('replaces a process after its maximum number of jobs, and one that holds too much memory', async () => {
    local = executor({ limits: { jobsPerProcess: 2 } });
    const pids = [];
    for (let i = 0; i < 4; i++) pids.push(pidOf(await local.run('pid', 1, options())));
    expect(pids[0]).toBe(pids[1]);
    expect(pids[2]).not.toBe(pids[0]);
    await local.close();
    local = executor({ limits: { maxResidentBytes: 1 } });
    const one = pidOf(await local.run('pid', 1, options()));
    expect(pidOf(await local.run('pid', 1, options()))).not.toBe(one);
  });

  it.each([
    ['exit3', /exit code 3: first line \| the disk is full/],
    ['sigkill', /was killed, most likely because the machine ran out of memory/],
    ['heap', /ran out of memory/],
    ['abort', /signal SIGABRT/],
    ['internal', /^a defect$/],
  ])('reports why a run was lost: %s', async (runId, reason) => {
    local = executor();
    const outcome = await local.run(runId, 1, options());
    expect(outcome).toEqual({ kind: 'lost', reason: expect.stringMatching(reason) as string });
    expect(pidOf(await local.run('pid', 1, options()))).not.toBe('');
  });

  it('kills a run that takes too long, even one that never yields', async () => {
    local = executor();
    const outcome = await local.run('spin', 1, options({ timeoutSeconds: 1 }));
    expect(outcome).toEqual({ kind: 'timedOut', timeoutSeconds: 1 });
  });

  it('cancels a running run and kills the processes it started', async () => {
    local = executor();
    const controller = new AbortController();
    const step = Promise.withResolvers<RunStep>();
    const ending = local.run(
      'withChild',
      1,
      options({ signal: controller.signal, onProgress: step.resolve }),
    );
    const child = String((await step.promise).started);
    expect(isAlive(Number(child))).toBe(true);
    controller.abort();
    await expect(ending).resolves.toEqual({ kind: 'cancelled' });
    await until(() => !isAlive(Number(child)));
  });

  it('cancels a queued run, which then never starts', async () => {
    local = executor({ maxConcurrentRuns: 1 });
    await start(local, 'hang');
    const controller = new AbortController();
    let wasStarted = false;
    const onStarted = (): void => {
      wasStarted = true;
    };
    const ending = local.run('pid', 1, options({ signal: controller.signal, onStarted }));
    controller.abort();
    await expect(ending).resolves.toEqual({ kind: 'cancelled' });
    expect(wasStarted).toBe(false);
  });

  it('never starts a large run that is cancelled while its process is prepared', async () => {
    local = executor();
    await local.run('pid', 1, options());
    await until(() => local.runLoad.running === 0);
    const controller = new AbortController();
    let wasStarted = false;
    const onStarted = (): void => {
      wasStarted = true;
    };
    const { signal } = controller;
    // The idle process gets a lower priority before it receives the job.
    const ending = local.run('pid', 1, options({ inputBytes: LARGE, signal, onStarted }));
    expect(local.runLoad).toEqual({ waiting: 0, running: 1 });
    controller.abort();
    await expect(ending).resolves.toEqual({ kind: 'cancelled' });
    expect(wasStarted).toBe(false);
  });

  it('reserves a process for small runs beside large ones', async () => {
    local = executor({ maxConcurrentRuns: 2 });
    await start(local, 'hang', { inputBytes: LARGE });
    const waitingLarge = local.run('pid', 1, options({ inputBytes: LARGE }));
    expect(pidOf(await local.run('pid', 1, options()))).not.toBe('');
    expect(local.runLoad).toMatchObject({ waiting: 1 });
    await local.close();
    await expect(waitingLarge).resolves.toEqual({ kind: 'stopped' });
  });

  it('executes a large run at low priority, in a process used for other large runs only', async () => {
    local = executor();
    const large = pidOf(await local.run('pid', 1, options({ inputBytes: LARGE })));
    const small = pidOf(await local.run('pid', 1, options()));
    expect(small).not.toBe(large);
    expect(pidOf(await local.run('pid', 1, options({ inputBytes: LARGE })))).toBe(large);
    expect(pidOf(await local.run('pid', 1, options()))).toBe(small);
    const step = Promise.withResolvers<RunStep>();
    void local.run('withChild', 1, options({ inputBytes: LARGE, onProgress: step.resolve }));
    expect(nicenessOf(String((await step.promise).started))).toBe(5);
  });

  it('executes runs at a lower priority than the service itself', async () => {
    local = executor();
    const step = Promise.withResolvers<RunStep>();
    void local.run('withChild', 1, options({ onProgress: step.resolve }));
    expect(nicenessOf(String((await step.promise).started))).toBe(3);
  });

  it('never lets runs, uploads and previews wait for each other', async () => {
    local = executor({ maxConcurrentRuns: 1 });
    await start(local, 'hang');
    for (let i = 0; i < 3; i++) void local.submit(HANGING_UPLOAD).catch(() => undefined);
    await expect(local.submit(PREVIEW)).resolves.toBeDefined();
  });

  it('never lets previews, requests that use a connection and checks of sources wait for each other', async () => {
    local = executor();
    const [hanging, answering] = [connection('hang'), connection('pid')];
    const probes: ShortJob[] = [
      { kind: 'connectionTest', connection: hanging },
      { kind: 'connectionTables', connection: hanging },
      { kind: 'storageObjects', connection: hanging, prefix: '' },
    ];
    for (const job of probes) void local.submit(job).catch(() => undefined);
    const check = { kind: 'sourceChanges', sources: [] } as const;
    const changes = { ...check, connections: [answering] };
    await expect(local.submit(PREVIEW)).resolves.toBeDefined();
    await expect(local.submit(changes)).resolves.toBeDefined();
    await local.close();

    local = executor();
    for (let i = 0; i < 5; i++) {
      void local.submit({ ...check, connections: [hanging] }).catch(() => undefined);
    }
    const test = { kind: 'connectionTest', connection: answering } as const;
    await expect(local.submit(test)).resolves.toBeDefined();
    await expect(local.submit(PREVIEW)).resolves.toBeDefined();
  });

  it('gives up a job that finds no process in time, and lets one that found a process have its whole time', async () => {
    local = executor();
    const check = {
      kind: 'sourceChanges',
      sources: [],
      connections: [connection('hang')],
    } as const;
    const checks = Array.from({ length: 4 }, () =>
      local.submit(check, { maxWaitSeconds: 60, timeoutSeconds: 60 }),
    );
    const held = Promise.allSettled(checks);
    await expect(local.submit(check, { maxWaitSeconds: 0.05 })).rejects.toMatchObject({
      failure: { kind: 'overloaded', message: expect.stringMatching(/was free within/) as string },
    });
    await local.close();
    for (const outcome of await held) {
      expect(outcome).toMatchObject({ reason: { failure: { kind: 'unavailable' } } });
    }

    local = executor();
    await local.submit(PREVIEW);
    const limits = { maxWaitSeconds: 0.2, timeoutSeconds: 0.4 };
    await expect(local.submit(check, limits)).rejects.toMatchObject({
      failure: { kind: 'timedOut' },
    });
  });

  it('stops all idle processes but one after the idle timeout', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-pool-'));
    const END_FILE = path.join(folder, 'end');
    local = executor({ maxConcurrentRuns: 3, limits: { idleTimeoutMs: 100 }, env: { END_FILE } });
    const runs = ['1', '2', '3'].map(() => {
      const step = Promise.withResolvers<RunStep>();
      const ending = local.run('untilFile', 1, options({ onProgress: step.resolve }));
      return { ending, pid: step.promise.then(({ started }) => String(started)) };
    });
    const pids = await Promise.all(runs.map(({ pid }) => pid));
    expect(new Set(pids).size).toBe(3);
    writeFileSync(END_FILE, '');
    await Promise.all(runs.map(({ ending }) => ending));
    await until(() => pids.filter((pid) => isAlive(Number(pid))).length === 1);
    expect(pids.filter((pid) => isAlive(Number(pid)))).toEqual([
      pidOf(await local.run('pid', 1, options())),
    ]);
    rmSync(folder, { recursive: true });
  });

  it('rejects a preview as overloaded or stopping when it cannot be executed now', async () => {
    local = executor({ queueCapacity: 0 });
    await expect(local.submit(PREVIEW)).rejects.toMatchObject({
      failure: { kind: 'overloaded', message: expect.stringMatching(/waiting already/) as string },
    });
    await local.close();
    local = executor();
    const hanging = local.submit(HANGING_UPLOAD);
    const closed = local.close();
    await expect(hanging).rejects.toMatchObject({
      failure: { kind: 'unavailable', message: expect.stringMatching(/stopping/) as string },
    });
    await closed;
  });

  it('rejects runs beyond the queue limit', async () => {
    local = executor({ maxConcurrentRuns: 1, queueCapacity: 1 });
    await start(local, 'hang');
    const waiting = local.run('pid', 1, options());
    await expect(local.run('pid', 1, options())).resolves.toMatchObject({ kind: 'lost' });
    await local.close();
    await expect(waiting).resolves.toEqual({ kind: 'stopped' });
  });

  it('reports the reason for each job when no process can be started', async () => {
    local = executor({ args: ['broken'] });
    const lost = {
      kind: 'lost',
      reason: expect.stringContaining('this runner never starts') as string,
    };
    const both = await Promise.all([local.run('a', 1, options()), local.run('b', 1, options())]);
    expect(both).toEqual([lost, lost]);
  });

  it('does not report a process that starts too slowly as out of memory', async () => {
    local = executor({ limits: { startTimeoutMs: 1 } });
    expect(await local.run('pid', 1, options())).toEqual({
      kind: 'lost',
      reason:
        'The runner process did not start within 0.001 seconds, most likely because the machine is too busy. Try again later.',
    });
  });

  it('answers work that a slow start delays as overloaded, so that its caller tries again', async () => {
    local = executor({ limits: { startTimeoutMs: 1 } });
    await expect(local.submit(PREVIEW)).rejects.toMatchObject({ failure: { kind: 'overloaded' } });
  });

  it('stops all processes within two seconds when it closes', async () => {
    local = executor();
    const endings = [(await start(local, 'spin')).ending, (await start(local, 'hang')).ending];
    endings.push(local.run('pid', 1, options()));
    const begin = performance.now();
    await local.close();
    expect(performance.now() - begin).toBeLessThan(2000);
    await expect(Promise.all(endings)).resolves.toEqual(endings.map(() => ({ kind: 'stopped' })));
    await expect(local.run('pid', 1, options())).resolves.toEqual({ kind: 'stopped' });
    await expect(local.submit({ kind: 'ingest' } as never)).rejects.toBeInstanceOf(JobFailedError);
  });
});

function nicenessOf(pid: string): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
  return Number(afterName.split(' ')[16]);
}
