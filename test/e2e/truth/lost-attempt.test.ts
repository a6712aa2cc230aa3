import { expectOutcome } from '../support/expect-outcome.ts';
import { longFlow } from '../support/flows.ts';
import { podsAreGone } from '../support/pods-are-gone.ts';
import { runAtWork } from '../support/run-at-work.ts';
import { expectSecondAttempt } from '../support/second-attempt.ts';
import { openStand, type Stand } from '../support/stand.ts';

/** Enough for some seconds of work in each attempt. */
const ROWS = 12_000;
/** Of one attempt. */
const ENDS_WITHIN_MS = 60_000;

let stand: Stand;
let flow: string;

beforeAll(async () => {
  stand = await openStand();
  flow = await longFlow(stand.service, ROWS);
});

afterAll(async () => {
  await stand.close();
});

describe('a run succeeds at its second attempt', () => {
  it('when its pod is deleted', async () => {
    const { id, pod } = await runAtWork(stand, flow);
    await stand.kubernetes.deletePod(pod.metadata.name);
    await expectSecondAttempt(stand, id, /^PodDeleted$/);
  });

  it('when its pod is evicted', async () => {
    const { id, pod } = await runAtWork(stand, flow);
    await stand.kubernetes.evict(pod);
    await expectSecondAttempt(stand, id, /^EvictionByEvictionAPI$/);
  });

  it('when its Job is deleted', async () => {
    const { id } = await runAtWork(stand, flow);
    const [job] = await stand.kubernetes.jobsOf(id);
    await stand.kubernetes.deleteJob(job!.metadata.name);
    await expectSecondAttempt(stand, id, /^(JobDeleted|PodDeleted)$/);
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

  it('when it needs more memory than its limit', async () => {
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
