import { crashPart, runningPart } from '../../cluster/restart.ts';
import { eventually } from '../support/eventually.ts';
import { quickFlow } from '../support/flows.ts';
import { expectEachOnce, startMany } from '../support/many-runs.ts';
import { place } from '../support/place.ts';
import { openStand } from '../support/stand.ts';

/** Without the time to build its programs. */
const STARTS_WITHIN_MS = 30_000;

describe('the test cluster', () => {
  it('starts within half a minute', () => {
    expect(place().startedInMs).toBeLessThan(STARTS_WITHIN_MS);
  });

  it('restarts a killed scheduler, which then schedules pods', async () => {
    const killed = crashPart('kube-scheduler');
    await eventually(
      'another scheduler',
      () => Promise.resolve(runningPart('kube-scheduler')),
      (part) => part !== null && part.pid !== killed.pid,
    );
    const stand = await openStand();
    try {
      await expectEachOnce(stand, await startMany(stand, await quickFlow(stand.service), 1));
    } finally {
      await stand.close();
    }
  });
});
