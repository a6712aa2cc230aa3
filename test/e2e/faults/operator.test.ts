import { kill, podsOf, restartsOf, setEnv, untilReady } from '../support/component.ts';
import { eventually } from '../support/eventually.ts';
import { quickFlow } from '../support/flows.ts';
import { expectEachOnce, startMany } from '../support/many-runs.ts';
import { openStand, type Stand } from '../support/stand.ts';

const OPERATOR = 'millrace-operator';

let stand: Stand;
let flow: string;

beforeAll(async () => {
  stand = await openStand();
  flow = await quickFlow(stand.service);
});

afterAll(async () => {
  const { kubernetes } = stand;
  await kubernetes.kubectl('scale', `deployment/${OPERATOR}`, '--replicas=1');
  await setEnv(kubernetes, OPERATOR, 'OPERATOR_FAILPOINT-', 'OPERATOR_LEADER_ELECTION-');
  await stand.close();
});

describe('no run is lost or doubled', () => {
  it('when the operator is killed while runs go on', async () => {
    const runs = await startMany(stand, flow, 4);
    await stand.service.until(runs[0]!, 'running');
    await kill(stand.kubernetes, 'operator');
    runs.push(...(await startMany(stand, flow, 2)));
    await expectEachOnce(stand, runs);
    await untilReady(stand.kubernetes, 'operator', 1);
  });

  it.each(['jobCreated', 'statusWritten'])('when it ends at %s', async (step) => {
    const { kubernetes } = stand;
    await setEnv(kubernetes, OPERATOR, `OPERATOR_FAILPOINT=${step}`);
    const runs = await startMany(stand, flow, 2);
    await eventually(
      'the operator to end',
      async () => (await podsOf(kubernetes, 'operator')).map(restartsOf),
      (counts) => counts.some((count) => count > 0),
    );
    await setEnv(kubernetes, OPERATOR, 'OPERATOR_FAILPOINT-');
    await expectEachOnce(stand, runs);
  });

  it('when two operators work without an election', async () => {
    const { kubernetes } = stand;
    await kubernetes.kubectl('scale', `deployment/${OPERATOR}`, '--replicas=2');
    await setEnv(kubernetes, OPERATOR, 'OPERATOR_LEADER_ELECTION=false');
    await untilReady(kubernetes, 'operator', 2);
    await expectEachOnce(stand, await startMany(stand, flow, 6));
  });
});
