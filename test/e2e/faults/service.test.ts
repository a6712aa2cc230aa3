import { setTimeout as delay } from 'node:timers/promises';
import { bringBack, takeAway, untilServing } from '../support/component.ts';
import { eventually } from '../support/eventually.ts';
import { longFlow, quickFlow } from '../support/flows.ts';
import { expectEachOnce } from '../support/many-runs.ts';
import { untilClaimed } from '../support/run-at-work.ts';
import { openStand, type Stand } from '../support/stand.ts';

/** Some five seconds: long enough to have something taken away meanwhile. */
const ROWS = 12_000;
const REPLICAS = 2;
const OUTAGE_MS = 30_000;
/** Its work is done by then, and there is nowhere to put it. */
const UPLOADS_WITHIN_MS = 15_000;

let stand: Stand;
let quick: string;
let long: string;

beforeAll(async () => {
  stand = await openStand();
  quick = await quickFlow(stand.service);
  long = await longFlow(stand.service, ROWS);
});

afterEach(async () => {
  await bringBack(stand.kubernetes, 'postgres');
  await bringBack(stand.kubernetes, 's3');
  await untilServing(stand.kubernetes, REPLICAS);
});

afterAll(async () => {
  await stand.close();
});

/** The phase that the operator tells of a run. */
async function phaseOf(run: string): Promise<string | undefined> {
  return (await stand.kubernetes.run(run))?.status?.phase;
}

describe('a run ends as it went', () => {
  it('when the database is away while it ends, and for a while after', async () => {
    const runs = [await stand.service.start(long), await stand.service.start(quick)];
    await stand.service.begun(runs[0]!);
    await takeAway(stand.kubernetes, 'postgres');
    const isAway = delay(OUTAGE_MS);
    for (const run of runs) {
      await eventually(
        `${run} to end`,
        () => phaseOf(run),
        (phase) => phase === 'success',
      );
    }
    await isAway;
    await bringBack(stand.kubernetes, 'postgres');
    await untilServing(stand.kubernetes, REPLICAS);
    await expectEachOnce(stand, runs);
  });

  it('when the object store is away while it works, and when it uploads', async () => {
    const id = await stand.service.start(long);
    await untilClaimed(stand, id);
    await takeAway(stand.kubernetes, 's3');
    await delay(UPLOADS_WITHIN_MS);
    // What the node tells of a pod comes late when the pod has its CPUs.
    expect(await phaseOf(id)).toMatch(/^(pending|running)$/);
    await bringBack(stand.kubernetes, 's3');
    await expectEachOnce(stand, [id]);
  });
});
