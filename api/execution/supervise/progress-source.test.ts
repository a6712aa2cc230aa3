import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { NodeProgress, RunStep } from '../../../runner/domain/run-progress.ts';
import { ProgressWriter } from '../../../runner/process/progress-writer.ts';
import { LocalFolderStore } from '../../../runner/storage/local-folder-store.ts';
import { LiveProgress } from './live-progress.ts';
import { until } from '../../../test/support/until.ts';
import type { ProgressSource } from './progress-source.ts';
import { StoredProgress } from './stored-progress.ts';

/** A run that reports progress, and its source. */
interface Rig {
  readonly source: ProgressSource;
  report(step: RunStep): Promise<void>;
  /** A fresh source, as in another server, where that is possible. */
  reopened(): ProgressSource;
}

let folder: string;
let elapsed: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-progress-'));
  elapsed = 0;
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const JOB = { kind: 'run', runId: 'r', attempt: 2 } as const;

function live(): Rig {
  const source = new LiveProgress();
  source.add(JOB);
  return {
    source,
    report: (step) => {
      source.report('r', step);
      return Promise.resolve();
    },
    reopened: () => source,
  };
}

function stored(): Rig {
  const store = new LocalFolderStore(folder);
  const clock = { now: () => new Date(0), elapsed: () => elapsed };
  const writer = new ProgressWriter(JOB, { store, clock });
  return {
    source: new StoredProgress(store),
    report: (step) => writer.recordAndWrite(step),
    reopened: () => new StoredProgress(store),
  };
}

const done = (nodeId: string): NodeProgress => ({
  nodeId,
  status: 'success',
  rows: 3,
  durationMs: 1.25,
});

describe.each([
  ['of this process', live],
  ['in the object store', stored],
])('the progress of runs %s', (_title, open) => {
  it('is empty before the first report, and unknown for another attempt', async () => {
    const rig = open();
    expect((await rig.source.read(JOB))?.finished ?? []).toEqual([]);
    await rig.report({ finished: null, started: 'a' });
    expect(await rig.reopened().read({ runId: 'r', attempt: 1 })).toBeNull();
    expect(await rig.reopened().read({ runId: 'x', attempt: 2 })).toBeNull();
  });

  it('has all reports in order', async () => {
    const rig = open();
    await rig.report({ finished: null, started: 'a' });
    expect(await rig.reopened().read(JOB)).toEqual({ finished: [], started: 'a' });
    await rig.report({ finished: done('a'), started: 'b' });
    await rig.report({ finished: { ...done('b'), status: 'failed', rows: null }, started: null });
    expect(await rig.reopened().read(JOB)).toEqual({
      finished: [done('a'), { ...done('b'), status: 'failed', rows: null }],
      started: null,
    });
  });

  it('has what scripts printed, by node', async () => {
    const rig = open();
    const print = (started: string, text: string): Promise<void> =>
      rig.report({ finished: null, started, printed: { nodeId: started, text } });
    await rig.report({ finished: null, started: 'a' });
    await print('a', 'one\nt');
    await print('a', 'wo\n');
    await rig.report({ finished: done('a'), started: 'b' });
    await print('b', 'three\n');
    await until(async () => (await rig.reopened().read(JOB))?.printed?.b !== undefined);
    expect(await rig.reopened().read(JOB)).toEqual({
      finished: [done('a')],
      started: 'b',
      printed: { a: 'one\ntwo\n', b: 'three\n' },
    });
  });

  it('is a snapshot that later reports do not change', async () => {
    const rig = open();
    await rig.report({ finished: null, started: 'a' });
    const before = await rig.source.read(JOB);
    await rig.report({ finished: done('a'), started: 'b' });
    expect(before).toEqual({ finished: [], started: 'a' });
  });
});

describe('the progress in the object store', () => {
  const started = async (): Promise<string | null | undefined> =>
    (await new StoredProgress(new LocalFolderStore(folder)).read(JOB))?.started;

  it('is written at most five times in a burst, then once a second, always as a whole', async () => {
    const rig = stored();
    for (let i = 0; i < 20; i++)
      await rig.report({ finished: done(`n${i}`), started: `n${i + 1}` });
    expect(await started()).toBe('n5');
    elapsed += 999;
    await rig.report({ finished: done('n20'), started: 'n21' });
    expect(await started()).toBe('n5');
    elapsed += 1;
    await rig.report({ finished: done('n21'), started: 'n22' });
    const progress = await new StoredProgress(new LocalFolderStore(folder)).read(JOB);
    expect(progress?.started).toBe('n22');
    expect(progress?.finished.map(({ nodeId }) => nodeId)).toEqual(
      Array.from({ length: 22 }, (_, i) => `n${i}`),
    );
  });

  it('does not fail the run when the store fails', async () => {
    const store = new LocalFolderStore(folder);
    store.put = () => Promise.reject(new Error('The store is away'));
    const clock = { now: () => new Date(0), elapsed: () => 0 };
    const writer = new ProgressWriter(JOB, { store, clock });
    await expect(writer.recordAndWrite({ finished: null, started: 'a' })).resolves.toBeUndefined();
  });

  it.each(['{"finished":', '{"finished":[],"started":5}'])(
    'is null when it is unreadable: %s',
    async (text) => {
      const source = new StoredProgress({ getText: () => Promise.resolve(text) });
      expect(await source.read(JOB)).toBeNull();
    },
  );

  it('is read once for concurrent readers', async () => {
    let reads = 0;
    const source = new StoredProgress({
      getText: () => {
        reads += 1;
        return Promise.resolve('{"finished":[],"started":"a"}');
      },
    });
    await Promise.all(Array.from({ length: 50 }, () => source.read(JOB)));
    expect(reads).toBe(1);
  });
});
