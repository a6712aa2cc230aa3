import { eventually } from './eventually.ts';
import type { Pod } from './kubernetes.ts';
import { tracesOf } from './objects.ts';
import type { Stand } from './stand.ts';

/** Waits until a runner has claimed a run. */
export async function untilClaimed({ objects }: Stand, run: string): Promise<void> {
  await eventually(
    `run ${run} to be claimed`,
    () => tracesOf(objects, run),
    ({ claims }) => claims === 1,
  );
}

/** Starts a run, and waits until its runner works. */
export async function runAtWork(stand: Stand, flow: string): Promise<{ id: string; pod: Pod }> {
  const id = await stand.service.start(flow);
  await untilClaimed(stand, id);
  const [pod] = await stand.kubernetes.podsOf(id);
  return { id, pod: pod! };
}
