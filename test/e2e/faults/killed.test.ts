import { kill, untilReady, untilServing } from '../support/component.ts';
import { longFlow, quickFlow } from '../support/flows.ts';
import { expectEachOnce, startMany } from '../support/many-runs.ts';
import { openStand, type Stand } from '../support/stand.ts';
import { underLoad } from '../support/under-load.ts';

const REPLICAS = 2;

let stand: Stand;
let quick: string;

beforeAll(async () => {
  stand = await openStand();
  quick = await quickFlow(stand.service);
});

afterEach(async () => {
  await untilReady(stand.kubernetes, 'operator', 1);
  await untilServing(stand.kubernetes, REPLICAS);
});

afterAll(async () => {
  await stand.close();
});

describe('each run is executed once', () => {
  it('when every API is killed while a client waits', async () => {
    const long = await longFlow(stand.service, 12_000);
    const runs = [await stand.service.start(long), ...(await startMany(stand, quick, 2))];
    const waiting = stand.service.runToEnd(quick).catch(() => null);
    await stand.service.started(runs[0]!);
    await kill(stand.kubernetes, 'api');
    await waiting;
    await untilServing(stand.kubernetes, REPLICAS);
    await expectEachOnce(stand, runs);
  });

  it('when the operator is killed while runs are running', async () => {
    const runs = await startMany(stand, quick, 4);
    await stand.service.started(runs[0]!);
    await kill(stand.kubernetes, 'operator');
    runs.push(...(await startMany(stand, quick, 2)));
    await expectEachOnce(stand, runs);
  });

  it('when API and operator are killed together, and a client that retries gets the outcome', async () => {
    const killAll = (): Promise<unknown> =>
      Promise.all([kill(stand.kubernetes, 'api'), kill(stand.kubernetes, 'operator')]);
    await underLoad(stand, killAll);
  });
});
