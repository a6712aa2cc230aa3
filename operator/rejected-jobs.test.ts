import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ControlPlane } from '../test/support/control-plane.ts';
import { requireSharedControlPlane } from '../test/support/shared-control-plane.ts';
import { TIMEOUT_MS, OperatorBench, until } from '../test/support/operator-bench.ts';
import { deleteIfExists } from '../kubernetes/client/delete-if-exists.ts';
import { paths } from '../kubernetes/resources/paths.ts';

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

const WITHIN_MS = 2 * TIMEOUT_MS;

/** Waits until the Run's condition has the reason. @returns the Run's status */
async function waitsFor(bench: OperatorBench, reason: string): Promise<object> {
  return await until(async () => {
    const status = (await bench.run('a'))?.status;
    return status?.conditions?.[0]?.reason === reason ? status : null;
  });
}

async function hasEvent(bench: OperatorBench, reason: string): Promise<void> {
  await until(async () => (await bench.events()).some((event) => event.reason === reason));
}

describe('a Job that the API server refuses', () => {
  it(
    'leaves the run pending with the reason while a quota admits no Job, and is made once it does',
    async () => {
      const bench = await OperatorBench.open(plane, scratch);
      await bench.rejectJobsByQuota();
      const operator = await bench.operator();
      try {
        await bench.createRun('a');
        const status = await waitsFor(bench, 'QuotaExceeded');
        expect(status).toMatchObject({
          phase: 'pending',
          attempt: 1,
          conditions: [{ status: 'Unknown', message: expect.stringContaining('count/jobs.batch') }],
        });
        await hasEvent(bench, 'QuotaExceeded');
        await bench.liftQuota();
        await bench.finish('a-a1');
        await bench.waitForPhase('a', 'success');
      } finally {
        await operator.stop();
      }
    },
    WITHIN_MS,
  );

  it(
    'fails the run when the deadline for quota has passed',
    async () => {
      const bench = await OperatorBench.open(plane, scratch);
      await bench.rejectJobsByQuota();
      const operator = await bench.operator({}, { quotaDeadlineSeconds: 3 });
      try {
        await bench.createRun('a');
        await bench.waitForPhase('a', 'failed');
        const status = await waitsFor(bench, 'QuotaExceeded');
        expect(status).toMatchObject({
          conditions: [
            { message: expect.stringMatching(/^Gave up after 3 seconds\. jobs\.batch/) },
          ],
        });
      } finally {
        await operator.stop();
      }
    },
    WITHIN_MS,
  );

  it(
    'leaves the run pending with the words of an admission policy, and is made once the policy is gone',
    async () => {
      const bench = await OperatorBench.open(plane, scratch);
      await bench.rejectJobsByPolicy('Jobs need the label team');
      const operator = await bench.operator();
      try {
        await bench.createRun('a');
        const status = await waitsFor(bench, 'JobRefused');
        expect(status).toMatchObject({
          phase: 'pending',
          conditions: [{ message: expect.stringContaining('Jobs need the label team') }],
        });
        await hasEvent(bench, 'JobRefused');
        await bench.liftPolicy();
        await bench.finish('a-a1');
        await bench.waitForPhase('a', 'success');
      } finally {
        await operator.stop();
      }
    },
    WITHIN_MS,
  );

  it(
    'fails the run with the words of an admission policy when the deadline of the start has passed',
    async () => {
      const bench = await OperatorBench.open(plane, scratch);
      await bench.rejectJobsByPolicy('Jobs need the label team');
      const operator = await bench.operator({}, { startDeadlineSeconds: 3 });
      try {
        await bench.createRun('a');
        await bench.waitForPhase('a', 'failed');
        const status = await waitsFor(bench, 'JobRefused');
        expect(status).toMatchObject({
          conditions: [
            {
              message: expect.stringMatching(
                /^Gave up after 3 seconds\..*Jobs need the label team/s,
              ),
            },
          ],
        });
      } finally {
        await operator.stop();
      }
    },
    WITHIN_MS,
  );

  it(
    'says that something else has its name, and asks the API server no more than every 2.5 s',
    async () => {
      const bench = await OperatorBench.open(plane, scratch);
      const container = { name: 'c', image: 'i' };
      const template = { spec: { restartPolicy: 'Never', containers: [container] } };
      const foreign = { metadata: { name: 'a-a1' }, spec: { suspend: true, template } };
      await bench.api.request(paths.jobs(bench.namespace), { method: 'POST', body: foreign });
      const operator = await bench.operator();
      try {
        await bench.createRun('a');
        await waitsFor(bench, 'JobNameTaken');
        await hasEvent(bench, 'JobNameTaken');
        const refused = await operator.metric(
          'rest_client_requests_total{code="409",method="POST"}',
        );
        expect(refused).toBeLessThan(10);
        await deleteIfExists(bench.api, `${paths.jobs(bench.namespace)}/a-a1`);
        await bench.finish('a-a1');
        await bench.waitForPhase('a', 'success');
      } finally {
        await operator.stop();
      }
    },
    WITHIN_MS,
  );
});

describe('a Run that cannot be reconciled', () => {
  it(
    'has an event with the error',
    async () => {
      const bench = await OperatorBench.open(plane, scratch);
      await bench.rejectStatusWrites();
      const operator = await bench.operator();
      try {
        await bench.createRun('a');
        await hasEvent(bench, 'ReconcileFailed');
      } finally {
        await operator.stop();
      }
    },
    WITHIN_MS,
  );
});
