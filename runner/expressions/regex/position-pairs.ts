import { UserError } from '../../domain/errors.ts';

const MAX_PAIRS = 20_000;

/** Two positions of an automaton to which one text leads. */
export type Pair = readonly [number, number];

/**
 * Yields the given pairs and those that they lead to, each once.
 * @throws UserError for so many that the answer would take long
 */
export function* reachablePairs(
  start: Iterable<Pair>,
  followers: (pair: Pair) => Iterable<Pair>,
): Generator<Pair, void> {
  const found = new Map<string, Pair>();
  for (const pair of start) found.set(String(pair), pair);
  for (const pair of found.values()) {
    yield pair;
    for (const follower of followers(pair)) found.set(String(follower), follower);
    if (found.size > MAX_PAIRS) throw new UserError('The regular expression is too complex.');
  }
}

/** All pairs of a position of each of both. */
export function pairsOf(some: Iterable<number>, others: readonly number[]): readonly Pair[] {
  return [...some].flatMap((one) => others.map((other): Pair => [one, other]));
}
