import { eventually } from '../support/eventually.ts';
import { longFlow, quickFlow } from '../support/flows.ts';
import { tracesOf } from '../support/objects.ts';
import { openStand, type Stand } from '../support/stand.ts';

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

async function podsAreGone(run: string): Promise<void> {
  const { kubernetes } = stand;
  await eventually(
    `no pod of ${run}`,
    async () => (await kubernetes.podsOf(run)).map(({ status }) => status.phase),
    (phases) => phases.length === 0,
  );
}

describe('cancelling a run', () => {
  it('that no node takes yet', async () => {
    const { service, kubernetes, objects } = stand;
    await kubernetes.cordon();
    const id = await service.start(await quickFlow(service));
    await eventually(
      'a pod',
      () => kubernetes.podsOf(id),
      (pods) => pods.length === 1,
    );
    await service.cancel(id);
    expect((await service.ended(id)).status).toBe('cancelled');
    await podsAreGone(id);
    expect((await tracesOf(objects, id)).claims).toBe(0);
  });

  it('that is running', async () => {
    const { service, objects } = stand;
    const id = await service.start(await longFlow(service, 16_000), {
      resources: { memory: '1Gi' },
    });
    await service.begun(id);
    await service.cancel(id);
    expect((await service.ended(id)).status).toBe('cancelled');
    await podsAreGone(id);
    expect((await tracesOf(objects, id)).results).toBe(0);
  });
});
