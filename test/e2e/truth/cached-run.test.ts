import { cachedFlow, limitedRows } from '../support/flows.ts';
import { openStand, type Stand } from '../support/stand.ts';

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  await stand.close();
});

it('continues a failed run in another pod with the results that the first one stored', async () => {
  const { service, objects } = stand;
  const { flow, dataset } = await cachedFlow(service, 1);
  const failed = await service.runToEnd(flow);
  expect(failed.status).toBe('failed');
  expect(cached(failed)).toEqual([]);
  const stored: string[] = [];
  for await (const { key } of objects.list('cache/')) stored.push(key);
  const origin = stored.find((key) => key.endsWith(`/datasets/${dataset}`));
  expect(stored).toContain(origin?.replace(/datasets\/.*/, 'entry.json'));

  await service.changeFlow(flow, { graph_json: limitedRows(dataset, 3) });
  const resumed = await service.retry(failed.id, '?resume=true&graph=current');
  expect(resumed).toMatchObject({ status: 'success', error_message: null });
  expect(cached(resumed)).toEqual(['in', 'step0']);
  expect(await service.output(resumed.id, 'out')).toBe('n\n3\n2\n1\n');
});

function cached({ node_results: nodes }: Awaited<ReturnType<Stand['service']['run']>>): string[] {
  return (nodes ?? []).filter((node) => node.cached).map(({ node_id: id }) => id);
}
