import { processOf } from './container-process.ts';
import { eventually } from './eventually.ts';
import type { Stand } from './stand.ts';

/** Halts the runner of a run as soon as there is one. @returns lets it go on */
export async function haltRunner({ kubernetes }: Stand, run: string): Promise<() => void> {
  const runner = await eventually(
    `the runner of ${run}`,
    async () => processOf('runner', (await kubernetes.podsOf(run))[0]!),
    () => true,
  );
  process.kill(runner, 'SIGSTOP');
  return () => process.kill(runner, 'SIGCONT');
}
