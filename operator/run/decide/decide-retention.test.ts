import { failedJob, decideScene, started, T0, working } from '../../../test/support/run-scene.ts';
import type { RunStatus } from '../../../kubernetes/resources/run.ts';

describe('a run that has ended', () => {
  const ended = (phase: 'success' | 'failed' | 'cancelled'): RunStatus => ({
    ...started,
    phase,
    finishedAt: T0,
  });

  it.each([
    ['success', 60],
    ['cancelled', 60],
    ['failed', 600],
  ] as const)(
    'as %s is kept for %d seconds once it is recorded, then deleted',
    (phase, seconds) => {
      const scene = { status: ended(phase), isRecorded: true, jobs: [failedJob('x')] };
      const kept = decideScene({ ...scene, after: seconds - 1 });
      expect(kept).toMatchObject({ deleteRun: false, requeueAfterMs: 1000 });
      expect(decideScene({ ...scene, after: seconds })).toMatchObject({
        deleteRun: true,
        status: null,
      });
    },
  );

  it('that is to be kept for long waits for the periodic list, not for a timer', () => {
    const scene = { status: ended('failed'), isRecorded: true, jobs: [failedJob('x')] };
    expect(decideScene({ ...scene, after: -1 })).toMatchObject({
      deleteRun: false,
      requeueAfterMs: null,
    });
  });

  it('is never deleted before it is recorded', () => {
    const scene = { status: ended('success'), jobs: [failedJob('x')], after: 1_000_000 };
    expect(decideScene(scene)).toMatchObject({ deleteRun: false, requeueAfterMs: null });
  });

  it('is not deleted while it is at work, whatever its annotations say', () => {
    const scene = { isRecorded: true, pods: [working], spec: { timeoutSeconds: 0 } };
    expect(decideScene({ ...scene, after: 1_000_000 }).deleteRun).toBe(false);
  });

  it('is left alone while it is being deleted', () => {
    expect(decideScene({ isDeleting: true, jobs: [], status: {} })).toMatchObject({
      createAttempt: null,
    });
  });
});
