import { eventually } from '../support/eventually.ts';
import { longFlow, mistakenFlow, quickFlow } from '../support/flows.ts';
import { tracesOf } from '../support/objects.ts';
import { openStand, type Stand } from '../support/stand.ts';

const COMPLETE = 'jsonpath={.items[*].status.succeeded}';

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  await stand.close();
});

describe('a run', () => {
  it.each(['polars', 'pandas'])('that goes well on %s', async (engine) => {
    const { service, kubernetes, objects } = stand;
    const run = await service.runToEnd(await quickFlow(service), { engine });
    expect(run).toMatchObject({ status: 'success', error_message: null });
    expect(await service.output(run.id, 'out')).toBe('n\n2\n3\n');
    expect(await tracesOf(objects, run.id)).toEqual({ claims: 1, results: 1, outputs: 1 });
    await eventually(
      'its Job to be complete, and there to be looked at',
      () => kubernetes.kubectl('get', 'jobs', '-l', `millrace.dev/run=${run.id}`, '-o', COMPLETE),
      (count) => count === '1',
    );
  });

  it('with a mistake in its data fails with the sentence of the node, at the first attempt', async () => {
    const { service, objects } = stand;
    const run = await service.runToEnd(await mistakenFlow(service));
    expect(run.status).toBe('failed');
    expect(run.error_message).toMatch(/two/);
    expect(await tracesOf(objects, run.id)).toEqual({ claims: 1, results: 1, outputs: 0 });
  });

  it('that takes longer than its limit is stopped then', async () => {
    const { service, kubernetes } = stand;
    const id = await service.start(await longFlow(service, 16_000), {
      timeout_seconds: 2,
      resources: { memory: '1Gi' },
    });
    const run = await service.ended(id);
    expect(run.status).toBe('failed');
    expect(run.error_message).toBe(
      'The run took longer than its limit of 2 seconds and was stopped.',
    );
    expect((await kubernetes.run(id))?.status?.attempts ?? []).toEqual([]);
  });
});
