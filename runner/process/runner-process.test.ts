import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  openWorkspace,
  specOf,
  storeDataset,
  type TestFlow,
  type TestWorkspace,
} from '../../test/support/flow-workspace.ts';
import { exactJson } from '../domain/exact-json.ts';
import { objectKeys } from '../domain/object-keys.ts';
import type { InputBinding } from '../domain/run-spec.ts';
import type { RunnerJob, RunnerMessage } from '../domain/runner-job.ts';

const MAIN = path.resolve('runner/main.ts');

let workspace: TestWorkspace;
let input: InputBinding;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  workspace = await openWorkspace();
  input = await storeDataset(workspace, {
    id: 'd',
    columns: [{ name: 'n', type: 'integer' }],
    rows: [{ n: 9007199254740993n }, { n: null }, { n: 3 }],
  });
});
afterEach(() => {
  const left = [...children].filter(
    (child) => child.exitCode === null && child.signalCode === null,
  );
  for (const child of left) child.kill('SIGKILL');
  children.clear();
  expect(left).toEqual([]);
});
afterAll(async () => {
  await workspace.close();
});

const GOOD: Omit<TestFlow, 'inputs'> = {
  nodes: { in: ['fileInput', { dataset_id: 'd' }], out: ['fileOutput', { format: 'csv' }] },
  edges: 'in>out',
};
const BAD: Omit<TestFlow, 'inputs'> = {
  nodes: { ...GOOD.nodes, bad: ['dropColumns', { columns: ['m'] }] },
  edges: 'in>bad bad>out',
};

async function storeSpec(runId: string, flow: Omit<TestFlow, 'inputs'>): Promise<void> {
  const spec = specOf({ ...flow, inputs: [input] }, runId);
  await workspace.store.put(objectKeys.runSpec(runId), exactJson.stringify(spec));
}

function start(args: readonly string[], ipc = false): ChildProcess {
  const child = spawn(process.execPath, ['--no-warnings', MAIN, ...args], {
    env: {
      PATH: process.env.PATH,
      SERVICE_OBJECT_STORE: `file:${path.join(workspace.folder, 'objects')}`,
      SERVICE_DATA_DIR: workspace.folder,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
    ...(ipc ? { serialization: 'advanced' } : {}),
  });
  children.add(child);
  return child;
}

async function runToExit(...args: string[]): Promise<{ code: number | null; stderr: string }> {
  const child = start(args);
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

describe('main.ts run', () => {
  it('executes an attempt, writes its result and exits with 0', async () => {
    await storeSpec('r-good', GOOD);
    expect(await runToExit('run', '--run-id', 'r-good', '--attempt', '2')).toEqual({
      code: 0,
      stderr: '',
    });
    const result = JSON.parse(
      await workspace.store.getText(objectKeys.runResult('r-good', 2)),
    ) as unknown;
    const key = 'runs/r-good/attempts/2/outputs/out.csv';
    expect(result).toMatchObject({
      runId: 'r-good',
      attempt: 2,
      status: 'success',
      outputs: [{ nodeId: 'out', key, rows: 3 }],
    });
    expect(await workspace.store.getText(key)).toBe('n\n9007199254740993\n""\n3\n');
    const text = await workspace.store.getText(objectKeys.runResult('r-good', 2));
    expect(text).toContain('"sample":[{"n":9007199254740993},{"n":null},{"n":3}]');
    expect(await readdir(path.join(workspace.folder, 'scratch'))).toEqual([]);
  });

  it('exits with 42 when the flow fails, and writes the error to the result', async () => {
    await storeSpec('r-bad', BAD);
    expect((await runToExit('run', '--run-id', 'r-bad')).code).toBe(42);
    expect(
      JSON.parse(await workspace.store.getText(objectKeys.runResult('r-bad', 1))),
    ).toMatchObject({
      status: 'failed',
      errorMessage: 'BAD (bad): "columns": There is no column "m". Did you mean "n"?',
      outputs: [],
    });
  });

  it('exits with 43 when another process has claimed the attempt, and keeps its result', async () => {
    await storeSpec('r-twice', GOOD);
    const codes = await Promise.all([
      runToExit('run', '--run-id', 'r-twice'),
      runToExit('run', '--run-id', 'r-twice'),
    ]);
    expect(codes.map(({ code }) => code).sort()).toEqual([0, 43]);
    const before = await workspace.store.getText(objectKeys.runResult('r-twice', 1));
    expect(await runToExit('run', '--run-id', 'r-twice')).toMatchObject({
      code: 43,
      stderr: expect.stringMatching(/Attempt 1 of run r-twice is claimed/) as string,
    });
    expect(await workspace.store.getText(objectKeys.runResult('r-twice', 1))).toBe(before);
  });

  it.each([
    ['r-unobserved-success', GOOD, 0],
    ['r-unobserved-failure', BAD, 42],
  ])(
    'copies the result of an earlier attempt instead of executing: %s',
    async (runId, flow, code) => {
      await storeSpec(runId, flow);
      expect((await runToExit('run', '--run-id', runId)).code).toBe(code);
      const keys = async (): Promise<string[]> => {
        const found: string[] = [];
        for await (const { key } of workspace.store.list(`runs/${runId}/attempts/`)) {
          found.push(key.replace(`runs/${runId}/attempts/`, ''));
        }
        return found;
      };
      const before = await keys();
      expect((await runToExit('run', '--run-id', runId, '--attempt', '3')).code).toBe(code);
      const [first, third] = await Promise.all(
        [1, 3].map((attempt) => workspace.store.getText(objectKeys.runResult(runId, attempt))),
      );
      expect(exactJson.parse(third!)).toEqual({
        ...(exactJson.parse(first!) as object),
        attempt: 3,
      });
      const added = (await keys()).filter((key) => !before.includes(key));
      expect(added.toSorted()).toEqual(['3/claim.json', '3/result.json']);
    },
  );

  it('exits with 2 for an invalid command line or spec, and with 1 for a missing spec', async () => {
    await workspace.store.put(objectKeys.runSpec('r-junk'), '{"runId":"r-junk"');
    expect(await runToExit()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Usage/) as string,
    });
    expect((await runToExit('run')).stderr).toMatch(/--run-id is missing/);
    expect((await runToExit('run', '--run-id', 'x', '--attempt', '0')).code).toBe(2);
    expect((await runToExit('run', '--nope')).code).toBe(2);
    expect((await runToExit('run', '--run-id', 'r-junk')).code).toBe(2);
    expect((await runToExit('run', '--run-id', 'r-none')).code).toBe(1);
    expect((await runToExit('serve')).stderr).toMatch(/needs a parent process/);
  });
});

/** A warm runner and its messages in order. */
class WarmRunner {
  readonly child = start(['serve'], true);
  readonly #messages: RunnerMessage[] = [];
  #wake: () => void = () => undefined;

  constructor() {
    this.child.on('message', (message: RunnerMessage) => {
      this.#messages.push(message);
      this.#wake();
    });
    this.child.on('exit', () => {
      this.#wake();
    });
  }

  async next(): Promise<RunnerMessage> {
    for (;;) {
      const message = this.#messages.shift();
      if (message !== undefined) return message;
      if (this.child.exitCode !== null) throw new Error('Runner exited');
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  give(id: number, job: RunnerJob): void {
    this.child.send({ id, job });
  }

  /** The next message other than progress. Returns when the runner accepts another job. */
  async answer(): Promise<RunnerMessage> {
    for (;;) {
      const message = await this.next();
      if (message.type === 'progress') continue;
      if ('residentBytes' in message && message.residentBytes === null) await this.next();
      return message;
    }
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    expect(await exited).toEqual([0, null]);
  }
}

describe('main.ts serve', () => {
  it('sends ready and executes jobs one by one until the channel closes', async () => {
    await storeSpec('s-1', GOOD);
    await storeSpec('s-2', { ...BAD, engine: 'pandas' });
    const runner = new WarmRunner();
    expect(await runner.next()).toEqual({ type: 'ready' });

    runner.give(1, { kind: 'run', runId: 's-1', attempt: 1 });
    const messages = [];
    for (let index = 0; index < 4; index++) messages.push(await runner.next());
    expect(messages).toMatchObject([
      { type: 'progress', id: 1, step: { finished: null, started: 'in' } },
      { type: 'progress', id: 1, step: { finished: { nodeId: 'in', rows: 3 }, started: 'out' } },
      { type: 'progress', id: 1, step: { finished: { nodeId: 'out', rows: 3 }, started: null } },
      { type: 'done', id: 1, result: { status: 'success', runId: 's-1' } },
    ]);
    expect(await workspace.store.head(objectKeys.runResult('s-1', 1))).not.toBeNull();
    const [, , , done] = messages;
    if (done?.type === 'done' && done.residentBytes === null) await runner.next();

    runner.give(2, { kind: 'run', runId: 's-2', attempt: 1 });
    expect(await runner.answer()).toMatchObject({ type: 'done', result: { status: 'failed' } });

    runner.give(3, { kind: 'run', runId: 's-1', attempt: 1 });
    expect(await runner.answer()).toMatchObject({
      type: 'failed',
      id: 3,
      failure: { kind: 'internal', message: expect.stringMatching(/claimed/) as string },
    });
    await runner.stop();
  });

  it('executes previews and distinguishes user errors from unknown nodes', async () => {
    const runner = new WarmRunner();
    await runner.next();
    const { graph, parameters, inputs, engine } = specOf({ ...BAD, inputs: [input] });
    const job = {
      kind: 'preview',
      graph,
      parameters,
      inputs,
      localTime: '2026-11-22T00:00:00',
      engine,
      limit: 1,
      profile: false,
    } as const;
    runner.give(1, { ...job, nodeId: 'in' });
    expect(await runner.answer()).toMatchObject({
      type: 'done',
      id: 1,
      result: {
        columns: ['n'],
        rows: [{ n: 9007199254740993n }],
        row_count: 3,
        truncated: true,
        profile: null,
      },
    });
    runner.give(2, { ...job, nodeId: 'out' });
    expect(await runner.answer()).toMatchObject({
      type: 'failed',
      failure: {
        kind: 'user',
        nodeId: 'bad',
        message: expect.stringMatching(/^BAD \(bad\)/) as string,
      },
    });
    runner.give(3, { ...job, nodeId: 'zz' });
    expect(await runner.answer()).toMatchObject({ failure: { kind: 'notFound', nodeId: 'zz' } });
    await runner.stop();
  });

  it('ingests an upload and rewrites a source with another dialect', async () => {
    await workspace.store.put('uploads/u/source.csv', 'a;b\n1;x\n2;y\n');
    const runner = new WarmRunner();
    await runner.next();
    const job = {
      kind: 'ingest',
      sourceKey: 'uploads/u/source.csv',
      fileName: 'my.csv',
      format: 'csv',
      options: {},
      dataKey: objectKeys.datasetData('u', 'v'),
      rewrittenKey: 'datasets/u/v/source.csv',
    } as const;
    runner.give(1, job);
    expect(await runner.answer()).toMatchObject({
      type: 'done',
      result: { rewritten: true, facts: { rowCount: 2, parseOptions: { delimiter: ';' } } },
    });
    expect(await workspace.store.getText(job.rewrittenKey)).toBe('a,b\n1,x\n2,y\n');
    expect(await workspace.store.head(job.dataKey)).not.toBeNull();
    runner.give(2, { ...job, options: { delimiter: '::' } });
    expect(await runner.answer()).toMatchObject({ type: 'failed', failure: { kind: 'user' } });
    runner.give(3, { ...job, sourceKey: 'uploads/none/source.csv' });
    expect(await runner.answer()).toMatchObject({ type: 'failed', failure: { kind: 'notFound' } });
    await runner.stop();
  });

  it('exits on SIGTERM without waiting', async () => {
    const runner = new WarmRunner();
    await runner.next();
    const exited = once(runner.child, 'exit');
    runner.child.kill('SIGTERM');
    expect(await exited).toEqual([null, 'SIGTERM']);
  });
});
