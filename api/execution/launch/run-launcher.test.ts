import { pino } from 'pino';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { preparedRun } from '../../../test/support/cluster-runs.ts';
import type { Database } from '../../../prisma/client.ts';
import type { RunBackend } from '../run-backend.ts';
import { RunLauncher } from './run-launcher.ts';

const lost = new Error('Connection terminated unexpectedly');

/** What the database answers to a look for the row. */
type Look = 'absent' | 'present' | 'away';

/** A launcher whose insert is not answered, and what it does. */
class LossyLaunches {
  readonly launched: string[] = [];
  readonly recorded: string[] = [];
  readonly deletedSpecs: string[] = [];
  readonly stopping = new AbortController();
  looks = 0;
  /** False: an insert is answered. */
  losesInserts = true;
  /** Settles when the outcome of a run is recorded. */
  recording: Promise<void> = Promise.resolve();
  /** How long it waits in all. */
  waitedMs = 0;
  readonly launcher: RunLauncher;

  /** @param answers of the database to each look for the row; the last one stays */
  constructor(answers: readonly Look[]) {
    const count = (): Promise<number> => {
      const answer = answers[Math.min(this.looks, answers.length - 1)];
      this.looks += 1;
      return answer === 'away'
        ? Promise.reject(lost)
        : Promise.resolve(Number(answer === 'present'));
    };
    const database = {
      $executeRaw: () => (this.losesInserts ? Promise.reject(lost) : Promise.resolve(1)),
      run: { count },
    };
    const note = (list: string[]) => (run: { readonly runId: string }) =>
      Promise.resolve(void list.push(run.runId));
    const backend = {
      usesOutbox: false,
      executorId: 'process',
      launch: note(this.launched),
      record: (run: { readonly runId: string }) => {
        this.recorded.push(run.runId);
        return this.recording;
      },
    };
    const objects = {
      put: () => Promise.resolve(),
      delete: (key: string) => Promise.resolve(void this.deletedSpecs.push(key)),
    };
    this.launcher = new RunLauncher({
      database: database as unknown as Database,
      backend: backend as unknown as RunBackend,
      objects: objects as unknown as ObjectStore,
      logger: pino({ level: 'silent' }),
      newId: () => 'made',
      stopping: this.stopping.signal,
      pause: async (ms) => {
        this.waitedMs += ms;
        // Long enough for what the launcher does beside its looks.
        if (ms > 0) await new Promise(setImmediate);
      },
    });
  }

  /** Resolves when the launcher has looked for the row so often, or looks no more. */
  async looked(times: number): Promise<void> {
    for (let n = 0; n < 1_000 && this.looks < times; n += 1) await new Promise(setImmediate);
    for (let n = 0; n < 5; n += 1) await new Promise(setImmediate);
  }
}

const prepared = preparedRun('flow');
const refused = { ...prepared, inputs: { failure: 'The dataset is disabled.' } };

describe('RunLauncher after a lost connection during the insert', () => {
  it('launches the run when its row exists', async () => {
    const launches = new LossyLaunches(['present']);
    const { runId } = await launches.launcher.launch(prepared);
    expect(runId).toBe('made');
    expect(launches.launched).toEqual(['made']);
  });

  it('rejects without launching when there is no row, and then deletes the spec', async () => {
    const launches = new LossyLaunches(['absent']);
    await expect(launches.launcher.launch(prepared)).rejects.toBe(lost);
    expect(launches.deletedSpecs).toEqual([]);
    await launches.looked(3);
    expect(launches.launched).toEqual([]);
    expect(launches.deletedSpecs).toHaveLength(1);
    await launches.looked(3);
    expect(launches.looks).toBe(3);
  });

  it('launches the run whose row the database shows only after the caller has its error', async () => {
    const away = Array<Look>(20).fill('away');
    const launches = new LossyLaunches([...away, 'present']);
    await expect(launches.launcher.launch(prepared)).rejects.toBe(lost);
    await launches.looked(21);
    expect(launches.launched).toEqual(['made']);
    expect(launches.deletedSpecs).toEqual([]);
    // It looks about every ten seconds.
    expect(launches.waitedMs).toBeGreaterThan(100_000);
  });

  it('launches the run whose insert the server was still executing at the first look', async () => {
    const launches = new LossyLaunches(['absent', 'present']);
    await expect(launches.launcher.launch(prepared)).rejects.toBe(lost);
    await launches.looked(2);
    expect(launches.launched).toEqual(['made']);
    expect(launches.deletedSpecs).toEqual([]);
  });

  it('records a run that cannot start once its row is found', async () => {
    const launches = new LossyLaunches([...Array<Look>(5).fill('away'), 'present']);
    await expect(launches.launcher.launch(refused)).rejects.toBe(lost);
    await launches.looked(6);
    expect(launches.recorded).toEqual(['made']);
  });

  it('looks no more for the row when the process stops', async () => {
    const launches = new LossyLaunches(['away']);
    await expect(launches.launcher.launch(prepared)).rejects.toBe(lost);
    await launches.looked(10);
    launches.stopping.abort();
    const { looks } = launches;
    await launches.looked(looks);
    expect(launches.looks).toBeLessThanOrEqual(looks + 1);
    expect(launches.launched).toEqual([]);
  });
});

describe('RunLauncher with a run that cannot start', () => {
  it('answers when its failure is recorded', async () => {
    const launches = new LossyLaunches([]);
    launches.losesInserts = false;
    const { finished } = await launches.launcher.launch(refused);
    await finished;
    expect(launches.recorded).toEqual(['made']);
  });

  it('answers although its failure cannot be recorded yet', async () => {
    const launches = new LossyLaunches([]);
    launches.losesInserts = false;
    const recording = Promise.withResolvers<undefined>();
    launches.recording = recording.promise;
    const { finished } = await launches.launcher.launch(refused);
    const state = await Promise.race([finished.then(() => 'recorded'), Promise.resolve('open')]);
    expect(state).toBe('open');
    recording.resolve(undefined);
    await finished;
  });
});
