import { expectOutcome } from '../support/expect-outcome.ts';
import { longFlow } from '../support/flows.ts';
import { podsAreGone } from '../support/pods-are-gone.ts';
import { openStand, type Stand } from '../support/stand.ts';
import { runAtWork } from '../support/run-at-work.ts';

/** It runs for some seconds, and again after it was lost. */
const ROWS = 12_000;
/** Of one attempt. */
const ENDS_WITHIN_MS = 60_000;

let stand: Stand;
let flow: string;

beforeAll(async () => {
  stand = await openStand();
  flow = await longFlow(stand.service, ROWS);
});

afterEach(async () => {
  await stand.kubernetes.uncordon();
});

afterAll(async () => {
  await stand.close();
});

async function expectSuccessAtSecondAttempt(id: string, reason: RegExp): Promise<void> {
  const run = await expectOutcome(stand, id, {
    status: 'success',
    sentence: null,
    attempts: 2,
    claims: 2,
    results: 1,
    withinMs: 2 * ENDS_WITHIN_MS,
  });
  const status = (await stand.kubernetes.run(id))?.status;
  expect(status?.attempts).toMatchObject([{ number: 1, reason: expect.stringMatching(reason) }]);
  expect(run.logs[0]?.message).toMatch(/^Attempt 1 was lost\. /);
}

describe('a run goes on with a second attempt', () => {
  it('when its pod is deleted', async () => {
    const { id, pod } = await runAtWork(stand, flow);
    await stand.kubernetes.deletePod(pod.metadata.name);
    await expectSuccessAtSecondAttempt(id, /^PodDeleted$/);
  });

  it('when its pod is evicted', async () => {
    const { id, pod } = await runAtWork(stand, flow);
    await stand.kubernetes.evict(pod);
    await expectSuccessAtSecondAttempt(id, /^EvictionByEvictionAPI$/);
  });

  it('when its node is drained', async () => {
    const { id, pod } = await runAtWork(stand, flow);
    await stand.kubernetes.drainNodeOf(pod, `millrace.dev/run=${id}`);
    await stand.kubernetes.uncordon();
    await expectSuccessAtSecondAttempt(id, /^EvictionByEvictionAPI$/);
  });

  it('when its Job is deleted', async () => {
    const { id } = await runAtWork(stand, flow);
    const [job] = await stand.kubernetes.jobsOf(id);
    await stand.kubernetes.deleteJob(job!.metadata.name);
    await expectSuccessAtSecondAttempt(id, /^(JobDeleted|PodDeleted)$/);
  });
});

describe('a run fails', () => {
  it('when its Run is deleted', async () => {
    const { id } = await runAtWork(stand, flow);
    await stand.kubernetes.deleteRun(id);
    await expectOutcome(stand, id, {
      status: 'failed',
      sentence: `The Run resource of this run was deleted before the run had ended. To run it again, retry it: POST /api/runs/${id}/retry.`,
      attempts: null,
      claims: 1,
      results: 0,
      withinMs: ENDS_WITHIN_MS,
    });
    await podsAreGone(stand, id);
  });

  it('when it needs more memory than it may have', async () => {
    const large = await longFlow(stand.service, 20_000);
    const id = await stand.service.start(large, { engine: 'pandas' });
    await expectOutcome(stand, id, {
      status: 'failed',
      sentence: 'The runner was killed for using more memory than its limit of 512Mi.',
      attempts: 1,
      claims: 1,
      results: 0,
      withinMs: ENDS_WITHIN_MS,
    });
  });
});
