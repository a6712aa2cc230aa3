import { eventually } from '../support/eventually.ts';
import { expectOutcome } from '../support/expect-outcome.ts';
import { longFlow, quickFlow } from '../support/flows.ts';
import { podsAreGone } from '../support/pods-are-gone.ts';
import { untilClaimed } from '../support/run-at-work.ts';
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

afterEach(async () => {
  await stand.kubernetes.uncordon();
});

afterAll(async () => {
  await stand.close();
});

describe('cancelling a run', () => {
  it('that no node takes yet', async () => {
    const { service, kubernetes } = stand;
    await kubernetes.cordon();
    const id = await service.start(await quickFlow(service));
    await eventually(
      'a pod',
      () => kubernetes.podsOf(id),
      (pods) => pods.length === 1,
    );
    await service.cancel(id);
    await expectOutcome(stand, id, { ...CANCELLED, claims: 0 });
    await podsAreGone(stand, id);
  });

  it('that is running', async () => {
    const { service } = stand;
    const id = await service.start(await longFlow(service, 16_000), {
      resources: { memory: '1Gi' },
    });
    await service.begun(id);
    await untilClaimed(stand, id);
    await service.cancel(id);
    await expectOutcome(stand, id, { ...CANCELLED, claims: 1 });
    await podsAreGone(stand, id);
  });
});
