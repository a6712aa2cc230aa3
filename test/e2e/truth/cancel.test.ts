import { eventually } from '../support/eventually.ts';
import { expectOutcome } from '../support/expect-outcome.ts';
import { longFlow, quickFlow } from '../support/flows.ts';
import { podsAreGone } from '../support/pods-are-gone.ts';
import { untilClaimed } from '../support/run-at-work.ts';
import { TOO_LARGE_FOR_ANY_NODE } from '../support/run-options.ts';
import { openStand, type Stand } from '../support/stand.ts';

const CANCELLED = {
  status: 'cancelled',
  sentence: 'The run was cancelled by the user.',
  attempts: 1,
  results: 0,
  withinMs: 45_000,
} as const;

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  await stand.close();
});

describe('cancelling a run removes its pod', () => {
  it('while the pod is unschedulable', async () => {
    const { service, kubernetes } = stand;
    const id = await service.start(await quickFlow(service), TOO_LARGE_FOR_ANY_NODE);
    await eventually(
      'a pod',
      () => kubernetes.podsOf(id),
      (pods) => pods.length === 1,
    );
    await service.cancel(id);
    await expectOutcome(stand, id, { ...CANCELLED, claims: 0 });
    await podsAreGone(stand, id);
  });

  it('while its runner works', async () => {
    const { service } = stand;
    const id = await service.start(await longFlow(service, 16_000), {
      resources: { memory: '1Gi' },
    });
    await service.started(id);
    await untilClaimed(stand, id);
    await service.cancel(id);
    await expectOutcome(stand, id, { ...CANCELLED, claims: 1 });
    await podsAreGone(stand, id);
  });
});
