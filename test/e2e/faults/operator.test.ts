import { restartWith, untilReady } from '../support/component.ts';
import { eventually } from '../support/eventually.ts';
import { quickFlow } from '../support/flows.ts';
import { expectEachOnce, startMany } from '../support/many-runs.ts';
import {
  ALONE,
  crashAt,
  resumeOperator,
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

describe('each run is executed once', () => {
  it('when the operator exits at each step of its reconcile in turn', async () => {
    const { kubernetes } = stand;
    const runs: string[] = [];
    for (const step of ['observed', 'jobCreated', 'statusWritten', 'eventRecorded'] as const) {
      await stopOperator(kubernetes);
      runs.push(...(await startMany(stand, flow, 1)));
      await crashAt(kubernetes, step);
    }
    await resumeOperator(kubernetes);
    await expectEachOnce(stand, runs);
  });

  it('when the operator exits after it deleted the Job of a cancelled run', async () => {
    const { service, kubernetes } = stand;
    const id = await service.start(flow, TOO_LARGE_FOR_ANY_NODE);
    await eventually(
      'an unschedulable pod',
      () => kubernetes.podsOf(id),
      (pods) => pods.length === 1,
    );
    await stopOperator(kubernetes);
    await service.cancel(id);
    await crashAt(kubernetes, 'jobsDeleted');
    await resumeOperator(kubernetes);
    expect((await service.finished(id)).status).toBe('cancelled');
    expect(await kubernetes.podsOf(id)).toEqual([]);
    expect(await kubernetes.jobsOf(id)).toEqual([]);
  });

  it('when the operator exits after it deleted a Run past its retention', async () => {
    const { service, kubernetes } = stand;
    const [id = ''] = await startMany(stand, flow, 1);
    await expectEachOnce(stand, [id]);
    await crashAt(kubernetes, 'runDeleted', DELETE_AT_ONCE);
    await resumeOperator(kubernetes, DELETE_AT_ONCE);
    await eventually(
      `no Run ${id}`,
      () => kubernetes.run(id),
      (run) => run === null,
    );
    expect(await service.run(id)).toMatchObject({ status: 'success', error_message: null });
  });

  it('when two operators run without leader election', async () => {
    const { kubernetes } = stand;
    const variables = [NO_FAILPOINT, ALONE, KEEP];
    await restartWith(kubernetes, 'operator', { replicas: 2, variables });
    await untilReady(kubernetes, 'operator', 2);
    await expectEachOnce(stand, await startMany(stand, flow, 6));
  });
});
