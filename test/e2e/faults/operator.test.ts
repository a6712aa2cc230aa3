import { restartWith, untilReady } from '../support/component.ts';
import { eventually } from '../support/eventually.ts';
import { quickFlow } from '../support/flows.ts';
import { expectEachOnce, startMany } from '../support/many-runs.ts';
import {
  ALONE,
  crashAt,
  goOn,
  KEEP,
  NO_FAILPOINT,
  restoreOperator,
  stopOperator,
} from '../support/operator-crash.ts';
import { TOO_LARGE_FOR_ANY_NODE } from '../support/run-options.ts';
import { openStand, type Stand } from '../support/stand.ts';

const DELETE_AT_ONCE = 'OPERATOR_RETENTION_DONE_SECONDS=0';

let stand: Stand;
let flow: string;

beforeAll(async () => {
  stand = await openStand();
  flow = await quickFlow(stand.service);
});

afterAll(async () => {
  await restoreOperator(stand.kubernetes);
  await stand.close();
});

describe('no run is lost or doubled', () => {
  it('when it ends at each step of its work, one after the other', async () => {
    const { kubernetes } = stand;
    const runs: string[] = [];
    for (const step of ['observed', 'jobCreated', 'statusWritten', 'eventRecorded'] as const) {
      await stopOperator(kubernetes);
      runs.push(...(await startMany(stand, flow, 1)));
      await crashAt(kubernetes, step);
    }
    await goOn(kubernetes);
    await expectEachOnce(stand, runs);
  });

  it('when it ends after the Job of a cancelled run was deleted', async () => {
    const { service, kubernetes } = stand;
    const id = await service.start(flow, TOO_LARGE_FOR_ANY_NODE);
    await eventually(
      'a pod that no node takes',
      () => kubernetes.podsOf(id),
      (pods) => pods.length === 1,
    );
    await stopOperator(kubernetes);
    await service.cancel(id);
    await crashAt(kubernetes, 'jobsDeleted');
    await goOn(kubernetes);
    expect((await service.ended(id)).status).toBe('cancelled');
    expect(await kubernetes.podsOf(id)).toEqual([]);
    expect(await kubernetes.jobsOf(id)).toEqual([]);
  });

  it('when it ends after a Run was deleted that had been kept for long enough', async () => {
    const { service, kubernetes } = stand;
    const [id = ''] = await startMany(stand, flow, 1);
    await expectEachOnce(stand, [id]);
    await crashAt(kubernetes, 'runDeleted', DELETE_AT_ONCE);
    await goOn(kubernetes, DELETE_AT_ONCE);
    await eventually(
      `no Run ${id}`,
      () => kubernetes.run(id),
      (run) => run === null,
    );
    expect(await service.run(id)).toMatchObject({ status: 'success', error_message: null });
  });

  it('when two operators work without an election', async () => {
    const { kubernetes } = stand;
    const variables = [NO_FAILPOINT, ALONE, KEEP];
    await restartWith(kubernetes, 'operator', { replicas: 2, variables });
    await untilReady(kubernetes, 'operator', 2);
    await expectEachOnce(stand, await startMany(stand, flow, 6));
  });
});
