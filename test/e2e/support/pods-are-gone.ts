import { eventually } from './eventually.ts';
import type { Stand } from './stand.ts';

const GONE_WITHIN_MS = 60_000;

/** Waits until a run has no pods. */
export async function podsAreGone({ kubernetes }: Stand, run: string): Promise<void> {
  await eventually(
    `no pod of ${run}`,
    async () => (await kubernetes.podsOf(run)).map(({ status }) => status.phase),
    (phases) => phases.length === 0,
    GONE_WITHIN_MS,
  );
}
