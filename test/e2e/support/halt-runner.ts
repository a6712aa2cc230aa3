import { processOf } from './container-process.ts';
import { eventually } from './eventually.ts';
import type { Stand } from './stand.ts';

/** Stops the runner of a run by SIGSTOP as soon as it starts. @returns continues it */
export async function haltRunner({ kubernetes }: Stand, run: string): Promise<() => void> {
  const runner = await eventually(
    `the runner of ${run}`,
    async () => processOf('runner', (await kubernetes.podsOf(run))[0]!),
    () => true,
  );
  process.kill(runner, 'SIGSTOP');
  return () => process.kill(runner, 'SIGCONT');
}
