import {
  exited,
  job,
  decideScene,
  started,
  T0,
  working,
  type Scene,
} from '../../../test/support/run-scene.ts';
import type { RunStatus } from '../../../kubernetes/resources/run.ts';

/** A run whose first attempt was lost at T0, while its pod was running. */
const lost: RunStatus = {
  phase: 'pending',
  attempt: 2,
  attempts: [{ number: 1, reason: 'DeletionByTaintManager', message: 'lost', lostAt: T0 }],
};
const silent = { ...working, node: 'n1', isDeleting: true };
const scene: Scene = { status: lost, jobs: [], pods: [silent] };

describe('the attempt after a lost one', () => {
  it('waits for the pod of the lost one, and names it', () => {
    const { status, createAttempt } = decideScene({ ...scene, after: 100 });
    expect(createAttempt).toBeNull();
    expect(decideScene({ ...scene, after: 280 }).requeueAfterMs).toBe(20_000);
    expect(status).toMatchObject({ phase: 'pending', attempt: 2 });
    expect(status?.conditions).toMatchObject([
      {
        reason: 'PreviousPodTerminating',
        message: expect.stringContaining('the pod run-a1-x on the node n1 has stopped'),
      },
    ]);
  });

  it('starts once a fresh read proves that the pod is gone', () => {
    expect(decideScene({ ...scene, pods: [] })).toMatchObject({
      needsFresh: true,
      createAttempt: null,
    });
    expect(decideScene({ ...scene, pods: [], isFresh: true }).createAttempt).toBe(2);
  });

  it('starts once the pod has stopped', () => {
    expect(decideScene({ ...scene, pods: [exited(137)], isFresh: true }).createAttempt).toBe(2);
  });

  it('starts after the grace period, once the status reports the abandoned pod', () => {
    const over = decideScene({ ...scene, after: 301, isFresh: true });
    expect(over.createAttempt).toBeNull();
    expect(over.status?.conditions).toMatchObject([
      {
        reason: 'PreviousPodAbandoned',
        message: expect.stringContaining('Only the result of attempt 2 counts'),
      },
    ]);
    expect(decideScene({ ...scene, after: 301, status: over.status! }).createAttempt).toBe(2);
  });

  it.each([
    ['QuotaExceeded', 'exceeded quota: count/jobs.batch'],
    ['JobRefused', 'failed calling webhook "x": timeout'],
  ])(
    'does not repeat its condition while the API server rejects its Job: %s',
    (reason, message) => {
      const over: Scene = { ...scene, after: 360, isFresh: true };
      const abandoned = decideScene(over).status!;
      expect(decideScene({ ...over, status: abandoned }).createAttempt).toBe(2);
      const jobRejection = { reason: 'JobRefused', message };
      const refused = decideScene({ ...over, status: abandoned, jobRejection }).status!;
      expect(refused.conditions).toMatchObject([{ reason }]);
      // Writing this status triggers the next reconcile.
      expect(decideScene({ ...over, status: refused })).toMatchObject({ createAttempt: 2 });
      const again = decideScene({ ...over, status: refused, jobRejection });
      expect(again).toMatchObject({ createAttempt: null, status: null });
      expect(again.requeueAfterMs).toBeGreaterThan(0);
    },
  );

  it('does not wait for the pod of an attempt that was abandoned before', () => {
    const status = { ...lost, attempt: 3 };
    expect(decideScene({ ...scene, status, isFresh: true }).createAttempt).toBe(3);
  });

  it('is the only one that is recorded, whenever the lost one finishes', () => {
    const status: RunStatus = { ...lost, jobUid: 'j2' };
    const jobs = [{ ...job, name: 'run-a2', uid: 'j2', attempt: 2 }];
    const second = { ...working, name: 'run-a2-x', attempt: 2 };
    const late = exited(0);
    expect(decideScene({ status, jobs, pods: [late, second] }).status).toMatchObject({
      phase: 'running',
      attempt: 2,
    });
    const both = decideScene({ status, jobs, pods: [late, exited(42, { attempt: 2 })] });
    expect(both.status).toMatchObject({
      phase: 'failed',
      resultKey: 'runs/r1/attempts/2/result.json',
    });
  });
});

it('the status records the time of a loss, from which the grace period counts', () => {
  const gone = { reason: 'DeletionByTaintManager', message: 'Taint manager: deleting' };
  const pods = [{ ...silent, disruption: gone }];
  const { status } = decideScene({ status: started, pods, after: 5000 });
  expect(status?.attempts).toMatchObject([{ number: 1, lostAt: '2026-01-01T01:23:20.000Z' }]);
  expect(decideScene({ status: status!, pods, jobs: [], after: 5299 }).requeueAfterMs).toBe(1000);
});
