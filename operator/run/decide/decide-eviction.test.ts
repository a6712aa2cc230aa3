import {
  exited,
  job,
  decideScene,
  started,
  T0,
  waiting,
  working,
  type Scene,
} from '../../../test/support/run-scene.ts';
import type { LostAttempt, RunStatus } from '../../../kubernetes/resources/run.ts';
import { MAX_ATTEMPTS } from '../../../runner/domain/run-attempts.ts';

const queued = { ...job, queue: 'team' };
const suspended = { ...queued, isSuspended: true };
const running: RunStatus = { ...started, phase: 'running' };

function evictedTimes(count: number): LostAttempt[] {
  return Array.from({ length: count }, (_, at) => {
    return { number: at + 1, reason: 'EvictedByQueue', message: '' };
  });
}

describe('an attempt whose running Job is suspended by its queue, as Kueue preempts', () => {
  it.each<[string, Scene]>([
    ['while its runner still works', { pods: [working] }],
    ['before its start was recorded', { status: started, pods: [working] }],
    ['once its runner was terminated', { pods: [exited(143, { isDeleting: true })] }],
    ['once its runner was killed', { pods: [exited(137, { isDeleting: true })] }],
    ['once its pod is gone', { pods: [] }],
  ])('is followed by a queued attempt: %s', (_, scene) => {
    const { status, deleteJobs } = decideScene({ status: running, jobs: [suspended], ...scene });
    expect(status).toMatchObject({
      phase: 'pending',
      attempt: 2,
      attempts: [{ number: 1, reason: 'EvictedByQueue' }],
      conditions: [{ reason: 'Queued', message: expect.stringContaining('The queue team took') }],
    });
    // If the queue resumed the Job, the attempt would start twice.
    expect(deleteJobs).toMatchObject([{ name: 'run-a1' }]);
  });

  it('does not count towards the attempt limit of the run', () => {
    const status: RunStatus = { ...running, attempt: 7, attempts: evictedTimes(6) };
    const seventh = { ...suspended, name: 'run-a7', attempt: 7 };
    const pods = [exited(143, { isDeleting: true, attempt: 7 })];
    const evicted = decideScene({ status, jobs: [seventh], pods }).status!;
    expect(evicted).toMatchObject({ phase: 'pending', attempt: 8 });
    const jobs = [{ ...queued, name: 'run-a7', attempt: 7 }];
    const lost = decideScene({ status, jobs, pods, isFresh: true }).status!;
    expect(lost).toMatchObject({ phase: 'pending', attempt: 8 });
    expect(lost.conditions?.[0]?.message).toMatch(/^Attempt 7 \(1 of 3 that count\) was lost/);
  });

  it('is followed by another attempt once its pod has stopped', () => {
    const evicted = decideScene({ status: running, jobs: [suspended], pods: [working] }).status!;
    const next = { status: evicted, jobs: [{ ...suspended, isDeleting: true }] };
    const waits = decideScene({ ...next, pods: [working] });
    expect(waits.createAttempt).toBeNull();
    expect(waits.status?.conditions).toMatchObject([{ reason: 'PreviousPodTerminating' }]);
    expect(
      decideScene({ ...next, pods: [exited(143)], isFresh: true, after: 62 }).createAttempt,
    ).toBe(2);
  });

  it.each([
    [1, 60],
    [2, 120],
    [3, 240],
    [9, 3600],
  ])('after %i evictions is queued again %i seconds after the last one', (count, seconds) => {
    const attempts = evictedTimes(count).map((lost) => ({ ...lost, lostAt: T0 }));
    const status: RunStatus = { phase: 'pending', attempt: count + 1, attempts };
    const scene: Scene = { status, jobs: [], isFresh: true };
    const waits = decideScene({ ...scene, after: seconds - 5 });
    expect(waits).toMatchObject({ createAttempt: null, requeueAfterMs: 5000 });
    expect(waits.status?.conditions).toMatchObject([
      { reason: 'Queued', message: expect.stringContaining(`Attempt ${count + 1} asks for it`) },
    ]);
    // The message stays the same while it waits: each change would be a write.
    expect(decideScene({ ...scene, status: waits.status!, after: seconds - 1 }).status).toBeNull();
    expect(decideScene({ ...scene, after: seconds }).createAttempt).toBe(count + 1);
  });

  it('does not wait after a loss that is no eviction, also when evictions preceded it', () => {
    const lost = { number: 2, reason: 'PodDeleted', message: '', lostAt: T0 };
    const status: RunStatus = {
      phase: 'pending',
      attempt: 3,
      attempts: [...evictedTimes(1), lost],
    };
    expect(decideScene({ status, jobs: [], isFresh: true }).createAttempt).toBe(3);
  });

  it('fails after ten attempts, and reports how many the queue evicted', () => {
    const attempts = evictedTimes(MAX_ATTEMPTS - 1);
    const status: RunStatus = { ...running, attempt: MAX_ATTEMPTS, attempts };
    const jobs = [{ ...suspended, name: `run-a${MAX_ATTEMPTS}`, attempt: MAX_ATTEMPTS }];
    const failed = decideScene({ status, jobs });
    expect(failed.status).toMatchObject({ phase: 'failed', attempt: 10 });
    expect(failed.status?.conditions?.[0]).toMatchObject({
      reason: 'EvictedByQueue',
      message: expect.stringMatching(
        /No run has more than 10 attempts, and the queue took .* 10 of them back\.$/,
      ),
    });
    expect(failed.deleteJobs).toMatchObject([{ name: 'run-a10' }]);
  });
});

describe('a queued attempt that has not started', () => {
  it.each<[string, Scene]>([
    ['and whose pod had no node', { pods: [waiting('ContainerCreating')] }],
    ['and whose pod is gone', { pods: [] }],
  ])('waits in the same Job when the queue suspends it %s', (_, scene) => {
    const { status } = decideScene({ status: started, jobs: [suspended], ...scene });
    expect(status).toMatchObject({ phase: 'pending', attempt: 1 });
    expect(status?.attempts).toBeUndefined();
    expect(status?.conditions).toMatchObject([{ reason: 'Queued' }]);
  });
});

it('a queued attempt whose pod was deleted is lost only when the queue did not evict it', () => {
  const pods = [exited(143, { isDeleting: true })];
  const scene: Scene = { status: running, jobs: [queued], pods };
  expect(decideScene(scene)).toMatchObject({ needsFresh: true, status: null });
  expect(decideScene({ ...scene, isFresh: true }).status?.attempts).toMatchObject([
    { reason: 'PodDeleted' },
  ]);
});
