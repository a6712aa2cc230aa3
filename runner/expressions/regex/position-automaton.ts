import type { RegexNode, RegexRepeat } from './parse-regex.ts';

/** Repetitions of at most so many characters are copied; of longer ones, the number of times is ignored. */
const MAX_COPIED = 100;

/** Positions, each with the number of ways to it. */
export type Ways = ReadonlyMap<number, number>;

/**
 * The positions of the characters in a regular expression, and which position can follow which in a match
 * (Glushkov's automaton). It counts the ways between two of them: `(?:|)` and `(?:^|\b)` are two.
 */
export interface PositionAutomaton {
  /** The source of the character set at each position. */
  readonly sources: readonly string[];
  /** The positions at which a match can begin. */
  readonly first: Ways;
  /** The positions that can follow each position. */
  readonly next: readonly Ways[];
  /** The positions at which a match can end. */
  readonly last: Ways;
  /** Those at which it ends whatever follows: no assertion such as `$` can fail. */
  readonly surelyLast: ReadonlySet<number>;
  /** Whether each match begins at the start of the text. */
  readonly isAnchored: boolean;
  /** Whether two repetitions lead from one position to the same next one, as in `(a+)+`. */
  readonly repeatsTwice: boolean;
  /** Whether a repetition repeats what can be empty, as in `(a?)*`. */
  readonly repeatsEmpty: boolean;
  /** The number of ways to match the empty text, positions such as `^` and `\b` aside. */
  readonly empty: number;
}

interface Fragment {
  /** The number of ways to match the empty text. */
  readonly empty: number;
  /** Whether one of them has no assertion. */
  readonly isSurelyEmpty: boolean;
  readonly first: Ways;
  readonly last: Ways;
  readonly surelyLast: ReadonlySet<number>;
}

const NONE: Ways = new Map();
const EMPTY: Fragment = {
  empty: 1,
  isSurelyEmpty: true,
  first: NONE,
  last: NONE,
  surelyLast: new Set(),
};

/** Builds the automaton of a parsed regular expression. */
export function positionAutomaton(root: RegexNode): PositionAutomaton {
  const builder = new Builder();
  const { empty, first, last, surelyLast } = builder.build(root);
  return {
    sources: builder.sources,
    first,
    next: builder.next,
    last,
    surelyLast,
    isAnchored: isAnchored(root),
    repeatsTwice: builder.repeatsTwice,
    repeatsEmpty: builder.repeatsEmpty,
    empty,
  };
}

/** The number of characters of the expression when its repetitions are written out. */
export function copiedSize(node: RegexNode, sizeOf: (source: string) => number): number {
  switch (node.kind) {
    case 'character':
      return sizeOf(node.source);
    case 'assertion':
      return 0;
    case 'sequence':
    case 'choice':
      return node.items.reduce((sum, item) => sum + copiedSize(item, sizeOf), 0);
    case 'group':
      return copiedSize(node.item, sizeOf);
    case 'repeat': {
      const { item, min, max } = node;
      const copies = Number.isFinite(max) ? max : Math.max(min, 1);
      return copies * copiedSize(item, sizeOf);
    }
  }
}

function isAnchored(node: RegexNode): boolean {
  switch (node.kind) {
    case 'character':
      return false;
    case 'assertion':
      return node.source === '^';
    case 'sequence':
      return node.items[0] !== undefined && isAnchored(node.items[0]);
    case 'choice':
      return node.items.every(isAnchored);
    case 'group':
      return isAnchored(node.item);
    case 'repeat':
      return node.min > 0 && isAnchored(node.item);
  }
}

class Builder {
  readonly sources: string[] = [];
  readonly next: Map<number, number>[] = [];
  repeatsTwice = false;
  repeatsEmpty = false;

  build(node: RegexNode): Fragment {
    switch (node.kind) {
      case 'character':
        return this.#position(node.source);
      case 'assertion':
        return { ...EMPTY, isSurelyEmpty: false };
      case 'sequence':
        return node.items
          .map((item) => this.build(item))
          .reduce((left, right) => this.#sequence(left, right), EMPTY);
      case 'choice':
        return node.items.map((item) => this.build(item)).reduce(choice);
      case 'group':
        return this.build(node.item);
      case 'repeat':
        return this.#repeat(node);
    }
  }

  #position(source: string): Fragment {
    const at = this.sources.push(source) - 1;
    this.next.push(new Map());
    const only = new Map([[at, 1]]);
    return { empty: 0, isSurelyEmpty: false, first: only, last: only, surelyLast: new Set([at]) };
  }

  #sequence(left: Fragment, right: Fragment): Fragment {
    this.#connect(left.last, right.first);
    return {
      empty: left.empty * right.empty,
      isSurelyEmpty: left.isSurelyEmpty && right.isSurelyEmpty,
      first: sum(left.first, right.first, left.empty),
      last: sum(right.last, left.last, right.empty),
      surelyLast: right.isSurelyEmpty
        ? new Set([...left.surelyLast, ...right.surelyLast])
        : right.surelyLast,
    };
  }

  #repeat(node: RegexRepeat): Fragment {
    const { item, min, max } = node;
    if (max === 0) return EMPTY;
    const isCopied = copiedSize(node, () => 1) <= MAX_COPIED;
    if (isCopied && Number.isFinite(max)) return this.#copies(item, min, max);
    if (isCopied && min > 1) {
      const rest = this.#unbounded(item);
      return this.#sequence(this.#copies(item, min - 1, min - 1), rest);
    }
    const body = this.#unbounded(item);
    // A match needs more than one time: it can fail after each.
    if (min > 1) return { ...body, surelyLast: new Set() };
    return min === 0 ? optional(body) : body;
  }

  /** `x+`: the ways of `x{900}` are among its ways. */
  #unbounded(item: RegexNode): Fragment {
    const body = this.#repeatedBody(item);
    this.#connect(body.last, body.first);
    return body;
  }

  /** `x{2,4}` is `xx(x(x)?)?`. */
  #copies(item: RegexNode, min: number, max: number): Fragment {
    let rest = EMPTY;
    for (let count = max; count > min; count--) rest = optional(this.#before(item, rest));
    for (let count = min; count > 0; count--) rest = this.#before(item, rest);
    return rest;
  }

  #before(item: RegexNode, rest: Fragment): Fragment {
    return this.#sequence(this.#repeatedBody(item), rest);
  }

  #repeatedBody(item: RegexNode): Fragment {
    const body = this.build(item);
    if (body.empty > 0) this.repeatsEmpty = true;
    return body;
  }

  #connect(from: Ways, to: Ways): void {
    for (const [position, before] of from) {
      const followers = this.next[position];
      for (const [follower, after] of to) {
        if (followers?.has(follower) === true) this.repeatsTwice = true;
        followers?.set(follower, before * after);
      }
    }
  }
}

function optional(body: Fragment): Fragment {
  return { ...body, empty: body.empty + 1, isSurelyEmpty: true };
}

function choice(left: Fragment, right: Fragment): Fragment {
  return {
    empty: left.empty + right.empty,
    isSurelyEmpty: left.isSurelyEmpty || right.isSurelyEmpty,
    first: sum(left.first, right.first, 1),
    last: sum(left.last, right.last, 1),
    surelyLast: new Set([...left.surelyLast, ...right.surelyLast]),
  };
}

/** The ways of both, those of the second one times a factor. */
function sum(one: Ways, other: Ways, factor: number): Ways {
  if (factor === 0) return one;
  const all = new Map(one);
  for (const [position, ways] of other) {
    all.set(position, (all.get(position) ?? 0) + ways * factor);
  }
  return all;
}
