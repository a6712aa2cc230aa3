import type { RegexNode } from './parse-regex.ts';

/** Repetitions of at most so many characters are copied; longer ones count as unbounded. */
const MAX_COPIED = 20;

/**
 * The positions of the characters in a regular expression, and which position can follow which in a match
 * (Glushkov's automaton).
 */
export interface PositionAutomaton {
  /** The source of the character set at each position. */
  readonly sources: readonly string[];
  /** The positions that can follow each position. */
  readonly next: readonly ReadonlySet<number>[];
  /** Whether two repetitions lead from one position to the same next one, as in `(a+)+`. */
  readonly repeatsTwice: boolean;
  /** Whether a repetition repeats what can be empty, as in `(a?)*`. */
  readonly repeatsEmpty: boolean;
  /** Whether the expression matches the empty text, positions such as `^` and `\b` aside. */
  readonly matchesEmpty: boolean;
}

interface Fragment {
  readonly isNullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const EMPTY: Fragment = { isNullable: true, first: [], last: [] };

/** Builds the automaton of a parsed regular expression. */
export function positionAutomaton(root: RegexNode): PositionAutomaton {
  const builder = new Builder();
  const { isNullable } = builder.build(root);
  return {
    sources: builder.sources,
    next: builder.next,
    repeatsTwice: builder.repeatsTwice,
    repeatsEmpty: builder.repeatsEmpty,
    matchesEmpty: isNullable,
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
    case 'repeat': {
      const { item, min, max } = node;
      const copies = Number.isFinite(max) ? max : Math.max(min, 1);
      return copies * copiedSize(item, sizeOf);
    }
  }
}

class Builder {
  readonly sources: string[] = [];
  readonly next: Set<number>[] = [];
  repeatsTwice = false;
  repeatsEmpty = false;

  build(node: RegexNode): Fragment {
    switch (node.kind) {
      case 'character':
        return this.#position(node.source);
      case 'assertion':
        return EMPTY;
      case 'sequence':
        return node.items
          .map((item) => this.build(item))
          .reduce((left, right) => this.#sequence(left, right), EMPTY);
      case 'choice':
        return node.items.map((item) => this.build(item)).reduce(choice);
      case 'repeat':
        return this.#repeat(node);
    }
  }

  #position(source: string): Fragment {
    const at = this.sources.push(source) - 1;
    this.next.push(new Set());
    return { isNullable: false, first: [at], last: [at] };
  }

  #sequence(left: Fragment, right: Fragment): Fragment {
    this.#connect(left.last, right.first);
    return {
      isNullable: left.isNullable && right.isNullable,
      first: left.isNullable ? [...left.first, ...right.first] : left.first,
      last: right.isNullable ? [...left.last, ...right.last] : right.last,
    };
  }

  #repeat(node: Extract<RegexNode, { kind: 'repeat' }>): Fragment {
    const { item, min, max } = node;
    if (max === 0) return EMPTY;
    if (copiedSize(node, () => 1) <= MAX_COPIED && Number.isFinite(max)) {
      return this.#copies(item, min, max);
    }
    const body = this.#repeatedBody(item);
    this.#connect(body.last, body.first);
    return { ...body, isNullable: min === 0 || body.isNullable };
  }

  /** `x{2,4}` is `xx(x(x)?)?`. */
  #copies(item: RegexNode, min: number, max: number): Fragment {
    let rest = EMPTY;
    for (let count = max; count > min; count--) {
      rest = { ...this.#before(item, rest), isNullable: true };
    }
    for (let count = min; count > 0; count--) rest = this.#before(item, rest);
    return rest;
  }

  #before(item: RegexNode, rest: Fragment): Fragment {
    return this.#sequence(this.#repeatedBody(item), rest);
  }

  #repeatedBody(item: RegexNode): Fragment {
    const body = this.build(item);
    if (body.isNullable) this.repeatsEmpty = true;
    return body;
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const position of from) {
      for (const follower of to) {
        if (this.next[position]?.has(follower) === true) this.repeatsTwice = true;
        this.next[position]?.add(follower);
      }
    }
  }
}

function choice(left: Fragment, right: Fragment): Fragment {
  return {
    isNullable: left.isNullable || right.isNullable,
    first: [...left.first, ...right.first],
    last: [...left.last, ...right.last],
  };
}
