import { decideScene, pod, started, working, type Scene } from '../../../test/support/run-scene.ts';

const rejected = { reason: 'JobRefused', message: 'webhook failed' };
const unlimited = { timeoutSeconds: 0 };
const reported = { ...started, phase: 'running', startedAt: '2026-01-01T00:00:00Z' } as const;

describe('the requeue of a Run', () => {
  it.each<readonly [title: string, scene: Scene, requeueAfterMs: number | null]>([
    ['follows a created Job immediately', { status: {}, jobs: [] }, 0],
    ['follows a written attempt without a Job immediately', lostAttempt(), 0],
    ['polls a young Job without a pod after 2.5 seconds', { after: 4 }, 2500],
    ['polls a Job without a pod after a quarter of its age', { after: 20 }, 5000],
    ['polls an old Job without a pod every minute', { after: 280 }, 60_000],
    ['meets the start deadline of a Job without a pod', { after: 880 }, 20_000],
    ['polls a rejected Job as well', { jobs: [], status: {}, jobRejection: rejected }, 2500],
    ['waits for the time limit of a running pod', { pods: [working], after: 20 }, 40_000],
    ['waits at most an hour', { pods: [working], spec: { timeoutSeconds: 36_000 } }, 3_600_000],
    [
      'waits for events of a running pod without a limit',
      { pods: [working], spec: unlimited },
      null,
    ],
    ['waits for the start deadline of a pending pod', { pods: [pod], after: 100 }, 800_000],
    ['does not happen for a Run that is being deleted', { isDeleting: true }, null],
    ['does not happen after the end', { status: { ...reported, phase: 'success' } }, null],
  ])('%s', (_title, scene, requeueAfterMs) => {
    expect(decideScene(scene).requeueAfterMs).toBe(requeueAfterMs);
  });
});

function lostAttempt(): Scene {
  return { status: reported, jobs: [], isFresh: true, after: 30 };
}
