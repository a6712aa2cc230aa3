import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ControlPlane } from '../test/support/control-plane.ts';
import { requireSharedControlPlane } from '../test/support/shared-control-plane.ts';
import { TIMEOUT_MS, OperatorBench, until } from '../test/support/operator-bench.ts';
import { paths } from '../kubernetes/resources/paths.ts';
import { timeText } from '../kubernetes/resources/time-text.ts';

// The tools may have to be built before the first test.
const BUILD_WITHIN_MS = 20 * 60_000;

let plane: ControlPlane;
let scratch: string;

beforeAll(async () => {
  plane = await requireSharedControlPlane();
  scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-operator-'));
}, BUILD_WITHIN_MS);

afterAll(async () => {
  await plane.stop();
  await rm(scratch, { recursive: true, force: true });
});

/** Makes the node of a Job's pod unreachable while the runner works. */
async function loseNode(bench: OperatorBench, job: string): Promise<void> {
  await bench.makePod(job);
  const startedAt = timeText(new Date());
  const runner = { name: 'runner', image: 'i', imageID: '', ready: true, restartCount: 0 };
  const containerStatuses = [{ ...runner, state: { running: { startedAt } } }];
  const reason = 'DeletionByTaintManager';
  const conditions = [{ type: 'DisruptionTarget', status: 'True', reason }];
  await bench.patchPodStatus(job, { phase: 'Running', containerStatuses, conditions });
}

async function jobNames(bench: OperatorBench): Promise<string> {
  return (await bench.jobs()).map(({ metadata }) => metadata.name).join();
}

async function hasEvent(bench: OperatorBench, expected: string): Promise<boolean> {
  return (await bench.events()).some(({ reason }) => reason === expected);
}

/** Runs a test in a namespace of its own, with an operator that has this grace period for lost pods. */
function withGrace(
  lostPodGraceSeconds: number,
  title: string,
  test: (bench: OperatorBench) => Promise<void>,
): void {
  it(
    title,
    async () => {
      const bench = await OperatorBench.open(plane, scratch);
      const operator = await bench.operator({}, { lostPodGraceSeconds });
      try {
        await bench.createRun('a');
        await loseNode(bench, 'a-a1');
        await test(bench);
      } finally {
        await operator.stop();
      }
    },
    2 * TIMEOUT_MS,
  );
}

describe('a run on an unreachable node', () => {
  withGrace(3600, 'starts its next attempt when the pod of the lost one is gone', async (bench) => {
    await until(() => hasEvent(bench, 'PreviousPodTerminating'));
    expect(await jobNames(bench)).toBe('');
    await bench.api.request(`${paths.pods(bench.namespace)}/a-a1-x`, { method: 'DELETE' });
    await until(async () => (await jobNames(bench)) === 'a-a2');
    await bench.finish('a-a2');
    await bench.waitForPhase('a', 'success');
    expect((await bench.run('a'))?.status).toMatchObject({
      resultKey: 'runs/a/attempts/2/result.json',
      attempts: [{ number: 1, lostAt: expect.any(String) as string }],
    });
  });

  withGrace(
    2,
    'starts its next attempt after the grace period, and emits an event',
    async (bench) => {
      await until(async () => (await jobNames(bench)) === 'a-a2');
      await until(() => hasEvent(bench, 'PreviousPodAbandoned'));
    },
  );
});
