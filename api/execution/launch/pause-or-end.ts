import { setTimeout as wait } from 'node:timers/promises';
import type { RunWatch } from './run-service.ts';

/** Waits until `ms` are over, the run ends (as far as this process executes it), or `signal` aborts. */
export async function pauseOrEnd(watch: RunWatch, ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const timer = wait(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(
    () => undefined,
  );
  await Promise.race([timer, ...[watch.whenFinished() ?? timer]]);
  over.abort();
}
