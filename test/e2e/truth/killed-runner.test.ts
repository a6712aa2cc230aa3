import { processOf } from '../support/container-process.ts';
import { longFlow } from '../support/flows.ts';
import { tracesOf } from '../support/objects.ts';
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
  const run = await stand.service.ended(id, 120_000);
  expect(run.status).toBe('failed');
  expect(run.error_message).toBe('The runner was killed by signal 9');
  expect(await tracesOf(stand.objects, id)).toMatchObject({ claims: 1, results: 0 });
});
