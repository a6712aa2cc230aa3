import {
  addCosts,
  atDistinctParts,
  atEachCharacter,
  maxCost,
  scaleCost,
  type Cost,
} from './cost.ts';
import type { PositionAutomaton, Ways } from './position-automaton.ts';
import { pairsOf, reachablePairs, type Pair } from './position-pairs.ts';
import { strongComponents, type Component } from './strong-components.ts';

/** The kinds of characters that each position matches, by number. */
export type CharacterKinds = readonly (readonly number[])[];

/** The loop that begins a match at each character of the text. */
const SEARCH = -1;
const ONLY_SEARCH: ReadonlySet<number> = new Set([SEARCH]);

/** The steps of the way that matches. */
const ONE_WAY: Cost = [0, 1];

/**
 * An upper bound of the steps in which an engine that tries one way after the other finds that a text does not
 * match. The automaton has no ambiguous loop: a text leads from one position of a loop to another in one way.
 * @param isEnough stops at a cost that some part has, which is returned for the whole
 */
export function backtrackingCost(
  automaton: PositionAutomaton,
  kinds: CharacterKinds,
  isEnough: (cost: Cost) => boolean,
): Cost {
  const costs = new CostOfPositions(automaton, kinds);
  for (const component of strongComponents(automaton.next)) {
    const cost = costs.add(component);
    if (isEnough(cost)) return cost;
  }
  return costs.ofSearch();
}

/** The positions that match a character next, by its kind. */
type Followers = ReadonlyMap<number, readonly number[]>;

class CostOfPositions {
  readonly #automaton: PositionAutomaton;
  readonly #kinds: CharacterKinds;
  readonly #costs = new Map<number, Cost>();
  readonly #followers = new Map<number, Followers>();
  /** The positions after which the text matches, whatever follows: no other way is tried then. */
  readonly #matched = new Set<number>();

  constructor(automaton: PositionAutomaton, kinds: CharacterKinds) {
    this.#automaton = automaton;
    this.#kinds = kinds;
  }

  /** Adds a component after those that follow it. Returns its cost. */
  add({ members, isLoop }: Component): Cost {
    const cost = isLoop ? this.#ofLoop(members) : this.#ofOnce(members);
    for (const at of members) this.#costs.set(at, cost);
    if (this.#isMatched(members)) for (const at of members) this.#matched.add(at);
    return cost;
  }

  ofSearch(): Cost {
    const { isAnchored } = this.#automaton;
    const search = isAnchored ? this.#ofOnce(ONLY_SEARCH) : this.#ofLoop(ONLY_SEARCH);
    return addCosts(search, ONE_WAY);
  }

  #isMatched(members: ReadonlySet<number>): boolean {
    const { surelyLast } = this.#automaton;
    const follows = (to: number): boolean => members.has(to) || this.#matched.has(to);
    return [...members].every(
      (at) => surelyLast.has(at) && [...this.#next(at).keys()].every(follows),
    );
  }

  #ofOnce(members: ReadonlySet<number>): Cost {
    return [...members].reduce<Cost>((cost, at) => {
      const exits = [...this.#after(at).values()].map((to) => this.#sumOf(at, to));
      return addCosts(cost, addCosts([1 + this.#idle(at)], exits.reduce(maxCost, [])));
    }, []);
  }

  #ofLoop(loop: ReadonlySet<number>): Cost {
    let idle = 0;
    let beside: Cost = [];
    let after: Cost = [];
    for (const at of loop) {
      idle = Math.max(idle, this.#idle(at));
      for (const [kind, to] of this.#after(at)) {
        const cost = this.#sumOf(at, outside(loop, to));
        if (this.#within(at, kind, loop).length > 0) beside = maxCost(beside, cost);
        else after = maxCost(after, cost);
      }
    }
    const besides = this.#meetsItsExits(loop) ? atEachCharacter(beside) : atDistinctParts(beside);
    const own = addCosts([0, 1 + idle], addCosts(besides, after));
    return scaleCost(own, this.#width(loop));
  }

  /** Whether a way that left the loop can still match when the loop is left once more. */
  #meetsItsExits(loop: ReadonlySet<number>): boolean {
    const start = [...loop].flatMap((at) => this.#exits(at, loop).map(([, pair]) => pair));
    const followers = ([at, beside]: Pair): readonly Pair[] =>
      [...this.#after(beside)].flatMap(([kind, to]) => pairsOf(this.#within(at, kind, loop), to));
    for (const [at, beside] of reachablePairs(start, followers)) {
      const next = this.#after(beside);
      if (this.#exits(at, loop).some(([kind]) => next.has(kind))) return true;
    }
    return false;
  }

  /** What a loop is left for by a character that also repeats it, as pairs with the repetition. */
  #exits(at: number, loop: ReadonlySet<number>): readonly (readonly [number, Pair])[] {
    return [...this.#after(at)].flatMap(([kind, to]) =>
      pairsOf(this.#within(at, kind, loop), outside(loop, to)).map((pair) => [kind, pair] as const),
    );
  }

  /** The greatest number of positions of the loop to which one text leads from one of them. */
  #width(loop: ReadonlySet<number>): number {
    const same = [...loop].map((at): Pair => [at, at]);
    const pairs = reachablePairs(same, ([one, other]) =>
      [...this.#after(one).keys()].flatMap((kind) =>
        pairsOf(this.#within(one, kind, loop), this.#within(other, kind, loop)),
      ),
    );
    const together = new Map<number, number>();
    for (const [one] of pairs) together.set(one, (together.get(one) ?? 0) + 1);
    return Math.max(...together.values());
  }

  #within(at: number, kind: number, loop: ReadonlySet<number>): readonly number[] {
    if (at === SEARCH) return loop.has(SEARCH) ? [SEARCH] : [];
    return (this.#after(at).get(kind) ?? []).filter((to) => loop.has(to));
  }

  #after(at: number): Followers {
    const known = this.#followers.get(at);
    if (known !== undefined) return known;
    const followers = new Map<number, number[]>();
    for (const to of this.#next(at).keys()) {
      if (this.#matched.has(to)) continue;
      for (const kind of this.#kinds[to] ?? []) {
        const same = followers.get(kind);
        if (same === undefined) followers.set(kind, [to]);
        else same.push(to);
      }
    }
    this.#followers.set(at, followers);
    return followers;
  }

  #sumOf(at: number, positions: readonly number[]): Cost {
    return positions
      .map((to) => scaleCost(this.#costs.get(to) ?? [], this.#next(at).get(to) ?? 1))
      .reduce(addCosts, []);
  }

  /** Steps that read no character: the ways to what follows, beyond one to each. */
  #idle(at: number): number {
    const { last, empty } = this.#automaton;
    const ends = Math.max(1, (at === SEARCH ? empty : last.get(at)) ?? 1);
    return [...this.#next(at).values()].reduce((sum, ways) => sum + ways - 1, ends - 1);
  }

  #next(at: number): Ways {
    return (at === SEARCH ? this.#automaton.first : this.#automaton.next[at]) ?? new Map();
  }
}

function outside(loop: ReadonlySet<number>, positions: readonly number[]): readonly number[] {
  return positions.filter((to) => !loop.has(to));
}
