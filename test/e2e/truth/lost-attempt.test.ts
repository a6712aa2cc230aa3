import { eventually } from '../support/eventually.ts';
import { longFlow } from '../support/flows.ts';
import { tracesOf } from '../support/objects.ts';
import { openStand, type Stand } from '../support/stand.ts';
import { runAtWork } from '../support/run-at-work.ts';

/** It runs for some seconds, and again after it was lost. */
const ROWS = 12_000;
const ENDS_WITHIN_MS = 120_000;

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
  const { service, kubernetes, objects } = stand;
  const run = await service.ended(id, ENDS_WITHIN_MS);
  expect(run).toMatchObject({ status: 'success', error_message: null });
  const status = (await kubernetes.run(id))?.status;
  expect(status?.attempt).toBe(2);
  expect(status?.attempts).toMatchObject([{ number: 1, reason: expect.stringMatching(reason) }]);
  expect(await tracesOf(objects, id)).toMatchObject({ claims: 2, results: 1 });
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
    const run = await stand.service.ended(id, ENDS_WITHIN_MS);
    expect(run.status).toBe('failed');
    expect(run.error_message).toBe(
      'The Run resource of this run was deleted before the run had ended.',
    );
    await eventually(
      `no pod of ${id}`,
      () => stand.kubernetes.podsOf(id),
      (pods) => pods.length === 0,
    );
  });

  it('when it needs more memory than it may have', async () => {
    const large = await longFlow(stand.service, 20_000);
    const id = await stand.service.start(large, { engine: 'pandas' });
    const run = await stand.service.ended(id, ENDS_WITHIN_MS);
    expect(run.status).toBe('failed');
    expect(run.error_message).toBe(
      'The runner was killed for using more memory than its limit of 512Mi.',
    );
  });
});
