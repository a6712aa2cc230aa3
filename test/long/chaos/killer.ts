import { setTimeout as delay } from 'node:timers/promises';
import { logChaos } from './log.ts';
import { oneOf } from './seed.ts';

export interface Kill<Part extends string> {
  readonly part: Part;
  /** Milliseconds since the epoch between which it came. */
  readonly from: number;
  readonly to: number;
}

export interface KillerOptions<Part extends string> {
  /** Each ends a part without warning, and tells what; null when there was nothing to kill. */
  readonly parts: Readonly<Record<Part, () => Promise<string | null> | (string | null)>>;
  readonly random: () => number;
  /** How many orders were told their end: kills keep a distance in those, so that a slow machine gets on too. */
  readonly ended: () => number;
  /** The most orders between two kills. */
  readonly mostOrders?: number;
}

/** The fewest and the most orders between two kills, and what comes on top. */
const LEAST_ORDERS = 1;
const MOST_ORDERS = 10;
const ON_TOP_MS = 1500;
/** When nothing ends, the next kill comes all the same. */
const AT_LAST_MS = 60_000;
const LOOK_EVERY_MS = 20;

/**
 * Kills the parts of an installation at moments that chance gives, each part about as often as any
 * other, until `signal` aborts.
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
  { random, ended, mostOrders = MOST_ORDERS }: KillerOptions<Part>,
  signal: AbortSignal,
): Promise<void> {
  const enough = ended() + LEAST_ORDERS + Math.floor(random() * (mostOrders - LEAST_ORDERS + 1));
  const deadline = performance.now() + AT_LAST_MS;
  while (!signal.aborted && ended() < enough && performance.now() < deadline)
    await delay(LOOK_EVERY_MS);
  await delay(random() * ON_TOP_MS);
}
