import { setTimeout as wait } from 'node:timers/promises';

/** Waits until one of the promises settles, `ms` have passed or `signal` aborts; undefined never settles. */
export async function waitForAny(
  promises: readonly (Promise<void> | undefined)[],
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  const timer = wait(ms, undefined, { signal: AbortSignal.any([signal, done.signal]) });
  await Promise.race([
    timer.catch(() => undefined),
    ...promises.filter((promise) => promise !== undefined),
  ]);
  done.abort();
}
