import { longFlow } from '../support/flows.ts';
import { runAtWork } from '../support/run-at-work.ts';
import { expectSecondAttempt } from '../support/second-attempt.ts';
import { openStand, type Stand } from '../support/stand.ts';

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  await stand.kubernetes.uncordon();
  await stand.close();
});

it('a run succeeds at its second attempt when its node is drained', async () => {
  const { id, pod } = await runAtWork(stand, await longFlow(stand.service, 12_000));
  await stand.kubernetes.drainNodeOf(pod, `millrace.dev/run=${id}`);
  await stand.kubernetes.uncordon();
  await expectSecondAttempt(stand, id, /^EvictionByEvictionAPI$/);
});
