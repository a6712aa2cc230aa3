import { podsOf } from '../support/component.ts';
import { eventually } from '../support/eventually.ts';
import { openStand, type Stand } from '../support/stand.ts';

// Ends at once, and leaves a process behind that ends on its own a little later.
const LEAVE_BEHIND = 'sleep 0.2 & echo $!';
const STATE_OF = (pid: string): string => `cut -d " " -f 3 /proc/${pid}/stat || echo gone`;

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  await stand.close();
});

it('a pod of the API keeps no process that a killed one has left behind', async () => {
  const [pod] = await podsOf(stand.kubernetes, 'api');
  const inPod = (script: string): Promise<string> =>
    stand.kubernetes.kubectl('exec', pod!.metadata.name, '-c', 'api', '--', 'sh', '-c', script);
  const orphan = (await inPod(LEAVE_BEHIND)).trim();
  await eventually(
    'the orphan to be reaped',
    () => inPod(STATE_OF(orphan)),
    (state) => state.trim() === 'gone',
    20_000,
  );
});
