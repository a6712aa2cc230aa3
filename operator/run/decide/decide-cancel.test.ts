import { exited, decideScene, started, working } from '../../../test/support/run-scene.ts';

describe('cancelling', () => {
  const cancelled = { cancelRequested: true };

  it('ends the Job, and the run once its pods are proven gone', () => {
    const stopping = decideScene({
      spec: cancelled,
      pods: [working],
      status: { ...started, phase: 'running' },
    });
    expect(stopping).toMatchObject({
      deleteJobs: [{ name: 'run-a1' }],
      status: { phase: 'running' },
    });
    expect(stopping.status?.conditions?.[0]?.reason).toBe('Cancelling');
    const pods = [{ ...working, isDeleting: true }];
    expect(decideScene({ spec: cancelled, jobs: [], pods }).status?.phase).toBe('pending');
    expect(decideScene({ spec: cancelled, jobs: [] })).toMatchObject({
      needsFresh: true,
      status: null,
    });
    expect(decideScene({ spec: cancelled, jobs: [], isFresh: true }).status?.phase).toBe(
      'cancelled',
    );
  });

  it('of a run that waits makes no Job', () => {
    const decision = decideScene({ spec: cancelled, status: {}, jobs: [], isFresh: true });
    expect(decision).toMatchObject({ createAttempt: null, status: { phase: 'cancelled' } });
  });

  it('comes too late for a run that has its result', () => {
    expect(decideScene({ spec: cancelled, pods: [exited(0)] }).status?.phase).toBe('success');
  });
});
