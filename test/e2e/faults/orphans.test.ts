import { podsOf } from '../support/component.ts';
import { eventually } from '../support/eventually.ts';
import { openStand, type Stand } from '../support/stand.ts';

// Exits and leaves an orphan that exits a moment later.
const LEAVE_BEHIND = 'sleep 0.2 & echo $!';
const STATE_OF = (pid: string): string => `cut -d " " -f 3 /proc/${pid}/stat || echo gone`;

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  await stand.close();
});

it('a pod of the API reaps orphaned processes', async () => {
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
