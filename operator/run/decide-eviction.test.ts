import {
  exited,
  job,
  look,
  started,
  waiting,
  working,
  type Scene,
} from '../../test/support/run-scene.ts';
import { LAST_ATTEMPT, type LostAttempt, type RunStatus } from '../resources/run.ts';

const queued = { ...job, queue: 'team' };
const suspended = { ...queued, isSuspended: true };
const running: RunStatus = { ...started, phase: 'running' };

function evictedTimes(count: number): LostAttempt[] {
  return Array.from({ length: count }, (_, at) => {
    return { number: at + 1, reason: 'EvictedByQueue', message: '' };
  });
}

describe('an attempt whose Job its queue suspends at work, as Kueue does when it preempts', () => {
  it.each<[string, Scene]>([
    ['while its runner still works', { pods: [working] }],
    ['before its start was told', { status: started, pods: [working] }],
    ['once its runner was ended', { pods: [exited(143, { isDeleting: true })] }],
    ['once its runner was killed', { pods: [exited(137, { isDeleting: true })] }],
    ['once its pod is gone', { pods: [] }],
  ])('waits for the queue again, as the next attempt: %s', (_, scene) => {
    const { status, deleteJobs } = look({ status: running, jobs: [suspended], ...scene });
    expect(status).toMatchObject({
      phase: 'pending',
      attempt: 2,
      attempts: [{ number: 1, reason: 'EvictedByQueue' }],
      conditions: [{ reason: 'Queued', message: expect.stringContaining('The queue team took') }],
    });
    // A queue that lets it go again would have the attempt begun twice.
    expect(deleteJobs).toEqual(['run-a1']);
  });

  it('does not count among the attempts that a run may have', () => {
    const status: RunStatus = { ...running, attempt: 7, attempts: evictedTimes(6) };
    const seventh = { ...suspended, name: 'run-a7', attempt: 7 };
    const pods = [exited(143, { isDeleting: true, attempt: 7 })];
    const evicted = look({ status, jobs: [seventh], pods }).status!;
    expect(evicted).toMatchObject({ phase: 'pending', attempt: 8 });
    const jobs = [{ ...queued, name: 'run-a7', attempt: 7 }];
    const lost = look({ status, jobs, pods, isFresh: true }).status!;
    expect(lost).toMatchObject({ phase: 'pending', attempt: 8 });
    expect(lost.conditions?.[0]?.message).toMatch(/^Attempt 7 \(1 of 3 that count\) was lost/);
  });

  it('has another attempt begin when its pod has stopped', () => {
    const evicted = look({ status: running, jobs: [suspended], pods: [working] }).status!;
    const next = { status: evicted, jobs: [{ ...suspended, isDeleting: true }] };
    const waits = look({ ...next, pods: [working] });
    expect(waits.createAttempt).toBeNull();
    expect(waits.status?.conditions).toMatchObject([{ reason: 'PreviousPodTerminating' }]);
    expect(look({ ...next, pods: [exited(143)], isFresh: true }).createAttempt).toBe(2);
  });

  it('fails when there were more evictions than can be told', () => {
    const attempts = evictedTimes(LAST_ATTEMPT - 1);
    const status: RunStatus = { ...running, attempt: LAST_ATTEMPT, attempts };
    const jobs = [{ ...suspended, name: `run-a${LAST_ATTEMPT}`, attempt: LAST_ATTEMPT }];
    expect(look({ status, jobs }).status).toMatchObject({ phase: 'failed' });
  });
});

describe('an attempt of a queue that has not begun', () => {
  it.each<[string, Scene]>([
    ['and whose pod had no node', { pods: [waiting('ContainerCreating')] }],
    ['and whose pod is gone', { pods: [] }],
  ])('waits in the same Job when the queue takes its place back %s', (_, scene) => {
    const { status } = look({ status: started, jobs: [suspended], ...scene });
    expect(status).toMatchObject({ phase: 'pending', attempt: 1 });
    expect(status?.attempts).toBeUndefined();
    expect(status?.conditions).toMatchObject([{ reason: 'Queued' }]);
  });
});

it('an attempt of a queue whose pod was deleted is lost only when the queue did not do it', () => {
  const pods = [exited(143, { isDeleting: true })];
  const scene: Scene = { status: running, jobs: [queued], pods };
  expect(look(scene)).toMatchObject({ needsFresh: true, status: null });
  expect(look({ ...scene, isFresh: true }).status?.attempts).toMatchObject([
    { reason: 'PodDeleted' },
  ]);
});
