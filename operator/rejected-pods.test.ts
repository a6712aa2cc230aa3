import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { requireControlPlane, type OwnControlPlane } from '../test/support/control-plane.ts';
import { TIMEOUT_MS, OperatorBench, until } from '../test/support/operator-bench.ts';
import type { OperatorProcess } from '../test/support/operator-process.ts';

// The tools may have to be built before the first test.
const BUILD_WITHIN_MS = 20 * 60_000;

let plane: OwnControlPlane;
let scratch: string;

beforeAll(async () => {
  plane = await requireControlPlane();
  plane.startControllers();
  scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-operator-'));
}, BUILD_WITHIN_MS);

afterAll(async () => {
  await plane.stop();
  await rm(scratch, { recursive: true, force: true });
});

async function isRefused(bench: OperatorBench): Promise<boolean> {
  const condition = (await bench.run('a'))?.status?.conditions?.[0];
  return condition?.reason === 'QuotaExceeded' && condition.message.includes('exceeded quota');
}

it(
  'a run whose Job may make no pod waits with the reason, after a restart too, and works once it may',
  async () => {
    const bench = await OperatorBench.open(plane, scratch);
    await bench.rejectPodsByQuota();
    let operator: OperatorProcess = await bench.operator();
    try {
      await bench.createRun('a');
      await until(() => isRefused(bench));
      await operator.stop();
      operator = await bench.operator();
      await operator.settled();
      expect(await isRefused(bench)).toBe(true);
      await bench.liftQuota();
      await bench.succeedPod('a-a1');
      await bench.waitForPhase('a', 'success');
    } finally {
      await operator.stop();
    }
  },
  3 * TIMEOUT_MS,
);
