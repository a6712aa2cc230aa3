import { setTimeout as delay } from 'node:timers/promises';
import { logChaos } from './log.ts';
import { oneOf } from './seed.ts';

export interface Kill<Part extends string> {
  readonly part: Part;
  /** The kill happened between these times, in milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

export interface KillerOptions<Part extends string> {
  /** Each kills a part and returns its description; null when there was nothing to kill. */
  readonly parts: Readonly<Record<Part, () => Promise<string | null> | (string | null)>>;
  readonly random: () => number;
  /** How many orders have an outcome: the distance of kills is counted in orders, for slow machines. */
  readonly ended: () => number;
  /** The maximum number of orders between two kills. */
  readonly maxOrders?: number;
}

/** The minimum and maximum number of orders between two kills, and a random delay on top. */
const MIN_ORDERS = 1;
const MAX_ORDERS = 10;
const MAX_DELAY_MS = 1500;
/** The next kill happens after this time even when no order finishes. */
const MAX_WAIT_MS = 60_000;
const POLL_INTERVAL_MS = 20;

/**
 * Kills the parts of an installation at random times, each about equally often, until `signal`
 * aborts.
 * @returns the kills
 */
export async function killParts<Part extends string>(
  options: KillerOptions<Part>,
  signal: AbortSignal,
): Promise<readonly Kill<Part>[]> {
  const { parts, random } = options;
  const kills: Kill<Part>[] = [];
  let deck: Part[] = [];
  for (;;) {
    await nextMoment(options, signal);
    if (signal.aborted) return kills;
    if (deck.length === 0) deck = Object.keys(parts) as Part[];
    const part = oneOf(deck, random);
    deck = deck.filter((other) => other !== part);
    const from = Date.now();
    const hit = await parts[part]();
    logChaos(`${part}: ${hit === null ? 'nothing to kill' : `killed ${hit}`}`);
    if (hit !== null) kills.push({ part, from, to: Date.now() });
  }
}

async function nextMoment<Part extends string>(
  { random, ended, maxOrders = MAX_ORDERS }: KillerOptions<Part>,
  signal: AbortSignal,
): Promise<void> {
  const enough = ended() + MIN_ORDERS + Math.floor(random() * (maxOrders - MIN_ORDERS + 1));
  const deadline = performance.now() + MAX_WAIT_MS;
  while (!signal.aborted && ended() < enough && performance.now() < deadline)
    await delay(POLL_INTERVAL_MS);
  await delay(random() * MAX_DELAY_MS);
}
