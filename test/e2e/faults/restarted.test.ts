import { untilReady, untilServing } from '../support/component.ts';
import { openStand, type Stand } from '../support/stand.ts';
import { underLoad } from '../support/under-load.ts';

const BOTH = ['deployment/millrace-api', 'deployment/millrace-operator'];

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterEach(async () => {
  await untilReady(stand.kubernetes, 'operator', 1);
  await untilServing(stand.kubernetes, 2);
});

afterAll(async () => {
  await stand.close();
});

async function rollOut(): Promise<void> {
  const { kubernetes } = stand;
  await kubernetes.kubectl('rollout', 'restart', ...BOTH);
  await Promise.all(BOTH.map((name) => kubernetes.kubectl('rollout', 'status', name)));
}

async function deletePods(): Promise<void> {
  const selector = 'app.kubernetes.io/component in (api, operator)';
  await stand.kubernetes.kubectl('delete', 'pods', '--selector', selector);
}

describe('each run is executed once and each client gets an answer', () => {
  it.each([
    ['are rolled out', rollOut],
    ['are deleted', deletePods],
  ])('when the pods of API and operator %s together', async (_, restart) => {
    const answer = await underLoad(stand, restart);
    expect(answer).not.toBeNull();
    expect((await stand.service.finished(answer!.id)).status).toBe('success');
  });
});
