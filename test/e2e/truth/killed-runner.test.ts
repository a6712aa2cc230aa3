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

it('a run fails when its runner is killed', async () => {
  const { id, pod } = await runAtWork(stand, await longFlow(stand.service, 12_000));
  process.kill(processOf('runner', pod), 'SIGKILL');
  await expectOutcome(stand, id, {
    status: 'failed',
    sentence: 'The runner was killed by signal 9',
    attempts: 1,
    claims: 1,
    results: 0,
    withinMs: 45_000,
  });
});
