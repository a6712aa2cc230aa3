import { decideScene, runOf, T0, working, type Scene } from '../../../test/support/run-scene.ts';
import type { RunStatus } from '../../../kubernetes/resources/run.ts';
import type { ObservedRun } from './observation.ts';
import { LossTimes } from './loss-times.ts';

/** As a definition of Run without `lostAt` keeps it. */
const lost: RunStatus = {
  phase: 'pending',
  attempt: 2,
  attempts: [{ number: 1, reason: 'DeletionByTaintManager', message: 'lost' }],
};

describe('the time of a loss that its Run does not keep', () => {
  let seconds: number;
  let reports: number;
  let losses: LossTimes;

  beforeEach(() => {
    seconds = 5000;
    reports = 0;
    losses = new LossTimes({
      now: () => new Date(Date.parse(T0) + seconds * 1000),
      onMissing: () => (reports += 1),
    });
  });

  function fill(scene: Scene): ObservedRun {
    return losses.fill(runOf(scene));
  }

  it('is when this process saw it first, which is reported once', () => {
    const seen = fill({ status: lost });
    expect(seen.status.attempts).toMatchObject([{ lostAt: '2026-01-01T01:23:20.000Z' }]);
    seconds = 5299;
    const { status } = fill({ status: lost });
    expect(status).toEqual(seen.status);
    expect(reports).toBe(1);
    const pods = [{ ...working, isDeleting: true }];
    expect(decideScene({ status, pods, jobs: [], after: seconds }).requeueAfterMs).toBe(1000);
  });

  it('is another one for the next attempt', () => {
    fill({ status: lost });
    seconds = 6000;
    const second = { number: 2, reason: 'NodeLost', message: 'lost' };
    const { status } = fill({ status: { ...lost, attempts: [...lost.attempts!, second] } });
    expect(status.attempts?.at(-1)?.lostAt).toBe('2026-01-01T01:40:00.000Z');
  });

  it('is left alone where the Run keeps it, or has ended', () => {
    const kept: RunStatus = { ...lost, attempts: [{ ...lost.attempts![0]!, lostAt: T0 }] };
    expect(fill({ status: kept }).status).toBe(kept);
    const ended: RunStatus = { ...lost, phase: 'failed' };
    expect(fill({ status: ended }).status).toBe(ended);
    expect(reports).toBe(0);
  });
});
