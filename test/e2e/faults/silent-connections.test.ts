import { untilReady, untilServing } from '../support/component.ts';
import { restoreConnections, silenceConnections } from '../support/connections.ts';
import { longFlow, quickFlow } from '../support/flows.ts';
import { expectEachOnce, startMany } from '../support/many-runs.ts';
import { openStand, type Stand } from '../support/stand.ts';
import { runWatchers } from '../support/watchers.ts';

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  await untilReady(stand.kubernetes, 'operator', 1);
  await untilServing(stand.kubernetes, 2);
  await stand.close();
});

it('executes each run once while connections to the API server carry nothing', async () => {
  const { service, kubernetes } = stand;
  const [long, quick] = [await longFlow(service, 12_000), await quickFlow(service)];
  const runs = [await service.start(long)];
  await service.started(runs[0]!);
  const watchers = await runWatchers(kubernetes);
  for (const { component, pod } of watchers) silenceConnections(component, pod);
  runs.push(...(await startMany(stand, quick, 2)));
  await expectEachOnce(stand, runs);
  for (const { component, pod } of watchers) restoreConnections(component, pod);
});
