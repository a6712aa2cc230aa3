import { processOf } from '../support/container-process.ts';
import { expectOutcome } from '../support/expect-outcome.ts';
import { longFlow } from '../support/flows.ts';
import { runAtWork } from '../support/run-at-work.ts';
import { openStand, type Stand } from '../support/stand.ts';

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  await stand.close();
});

it('a run succeeds at its second attempt when its runner is killed', async () => {
  const { id, pod } = await runAtWork(stand, await longFlow(stand.service, 12_000));
  process.kill(processOf('runner', pod), 'SIGKILL');
  await expectOutcome(stand, id, {
    status: 'success',
    sentence: null,
    attempts: 2,
    claims: 2,
    results: 1,
    withinMs: 90_000,
  });
});
