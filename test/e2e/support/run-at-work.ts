import { eventually } from './eventually.ts';
import type { Pod } from './kubernetes.ts';
import { tracesOf } from './objects.ts';
import type { Stand } from './stand.ts';

/** Starts a run. Returns when it has begun its work. */
export async function runAtWork(
  { service, kubernetes, objects }: Stand,
  flow: string,
): Promise<{ id: string; pod: Pod }> {
  const id = await service.start(flow);
  await eventually(
    `run ${id} to be claimed`,
    () => tracesOf(objects, id),
    ({ claims }) => claims === 1,
  );
  const [pod] = await kubernetes.podsOf(id);
  return { id, pod: pod! };
}
