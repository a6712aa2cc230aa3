import { crashPart, runningPart } from '../../cluster/restart.ts';
import { eventually } from '../support/eventually.ts';
import { quickFlow } from '../support/flows.ts';
import { expectEachOnce, startMany } from '../support/many-runs.ts';
import { place } from '../support/place.ts';
import { openStand } from '../support/stand.ts';

/** Once its parts are built. */
const STARTS_WITHIN_MS = 30_000;

describe('the cluster of the suite', () => {
  it('is there within half a minute', () => {
    expect(place().startedInMs).toBeLessThan(STARTS_WITHIN_MS);
  });

  it('has its scheduler again after that was killed, which places pods as before', async () => {
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
