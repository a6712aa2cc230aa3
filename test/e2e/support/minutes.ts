import { setTimeout as delay } from 'node:timers/promises';

export const MINUTE_MS = 60_000;

/** The first full minute that is at least so far away, in milliseconds since the epoch. */
export function nextMinute(aheadMs: number): number {
  return Math.ceil((Date.now() + aheadMs) / MINUTE_MS) * MINUTE_MS;
}

export async function untilTime(time: number): Promise<void> {
  await delay(Math.max(0, time - Date.now()));
}
