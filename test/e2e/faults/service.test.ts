import { setTimeout as delay } from 'node:timers/promises';
import { scaleUp, scaleDown, untilServing } from '../support/component.ts';
import { eventually } from '../support/eventually.ts';
import { longFlow, quickFlow } from '../support/flows.ts';
import { expectEachOnce } from '../support/many-runs.ts';
import { untilClaimed } from '../support/run-at-work.ts';
import { openStand, type Stand } from '../support/stand.ts';

/** About five seconds of work: long enough for an outage to start meanwhile. */
const ROWS = 12_000;
const REPLICAS = 2;
const OUTAGE_MS = 30_000;
/** The runner is uploading its output by then. */
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
  await scaleUp(stand.kubernetes, 'postgres');
  await scaleUp(stand.kubernetes, 's3');
  await untilServing(stand.kubernetes, REPLICAS);
});

afterAll(async () => {
  await stand.close();
});

/** The phase in the status of a Run. */
async function phaseOf(run: string): Promise<string | undefined> {
  return (await stand.kubernetes.run(run))?.status?.phase;
}

describe('a run succeeds', () => {
  it('when the database is away while it finishes, and for a while after', async () => {
    const runs = [await stand.service.start(long), await stand.service.start(quick)];
    await stand.service.started(runs[0]!);
    await scaleDown(stand.kubernetes, 'postgres');
    const isAway = delay(OUTAGE_MS);
    for (const run of runs) {
      await eventually(
        `${run} to succeed`,
        () => phaseOf(run),
        (phase) => phase === 'success',
      );
    }
    await isAway;
    await scaleUp(stand.kubernetes, 'postgres');
    await untilServing(stand.kubernetes, REPLICAS);
    await expectEachOnce(stand, runs);
  });

  it('when the object store is away while it works and uploads', async () => {
    const id = await stand.service.start(long);
    await untilClaimed(stand, id);
    await scaleDown(stand.kubernetes, 's3');
    await delay(UPLOADS_WITHIN_MS);
    // The kubelet reports late while the pod uses all CPUs.
    expect(await phaseOf(id)).toMatch(/^(pending|running)$/);
    await scaleUp(stand.kubernetes, 's3');
    await expectEachOnce(stand, [id]);
  });
});
