/** The longest delay that timers take; longer limits are as good as none for a process. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** @param seconds 0: no timer */
export function startTimer(seconds: number, ring: () => void): NodeJS.Timeout | undefined {
  return seconds === 0 ? undefined : setTimeout(ring, Math.min(seconds * 1000, MAX_DELAY_MS));
}
