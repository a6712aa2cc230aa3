import { UserError } from '../../domain/errors.ts';
import { javascriptRegex, portableRegex, type PortableRegex } from '../portable-regex.ts';
import { parseRegex, type RegexNode } from './parse-regex.ts';
import { backtrackingCost, type CharacterKinds } from './backtracking-cost.ts';
import type { Cost } from './cost.ts';
import { LinearRegex } from './linear-regex.ts';
import {
  copiedSize,
  positionAutomaton,
  type PositionAutomaton,
  type Ways,
} from './position-automaton.ts';
import { reachablePairs, type Pair } from './position-pairs.ts';
import { slowTexts } from './slow-texts.ts';
import { strongComponents } from './strong-components.ts';

/** The size that every engine accepts. Polars limits the memory of a compiled pattern. */
const MAX_SIZE = 1000;
const SIZE_OF_WORD_CHARACTER = 5;

/**
 * The limits of the steps without a match: the coefficients of the powers of a text's length, from the constant
 * on. They are lenient, as the cells of tables are short. The worst accepted pattern takes, for one cell that does
 * not match:
 *
 * - about a second for 100 characters, whatever the power;
 * - for 500, less than a second up to the second power, half a minute with the third one, minutes with the fourth
 *   one and an hour with the fifth one;
 * - for 2,000, less than a second up to the second power and a quarter of an hour with the third one;
 * - for 10,000, less than a second with the first power and half a minute with the second one.
 */
const MAX_COST: Cost = [1_000_000, 5_000, 60, 35, 10, 1];
function isTooMuch(cost: Cost): boolean {
  return cost.some((coefficient, power) => coefficient > (MAX_COST[power] ?? 0));
}

/**
 * The greatest power of the length of a text that repeats one letter. Other costs need many separators in one cell,
 * but each long text has many letters: with the fourth power, one of 3,000 characters takes hours.
 */
const MAX_POWER_OF_LETTERS = 3;

function isTooMuchForWords(cost: Cost): boolean {
  return cost.length > MAX_POWER_OF_LETTERS + 1;
}

function tooManyWays(pattern: string, isAnchored: boolean, cost: Cost): string {
  const [parts, remedy] =
    cost.length > MAX_COST.length
      ? ['repetitions', narrower(isAnchored)]
      : [
          'optional parts and alternatives',
          'Write fewer of them, such as a{0,9} instead of a?a?a? and so on.',
        ];
  return `The regular expression ${pattern} can divide one text among its ${parts} in too many ways, which could take for ever. ${remedy}`;
}

function narrower(isAnchored: boolean): string {
  const anchor = isAnchored
    ? ''
    : ', or begin the expression with ^ if it matches from the start of the text';
  return `Narrow them, such as [^,]* instead of .*${anchor}.`;
}

/** A portable regular expression with what its replacements and groups need. */
export interface BoundedRegex extends PortableRegex {
  /** The number of capture groups. */
  readonly groups: number;
  /** Whether some match is an empty text. */
  readonly matchesEmpty: boolean;
  /** The matcher for a text in which JavaScript would take long. */
  readonly linear: LinearRegex;
  /** Whether JavaScript could take more than about a second to find a match in a text. */
  isSlowIn(text: string): boolean;
}

/**
 * Translates a regular expression whose time is bounded in every engine. Polars takes linear time for any
 * pattern. JavaScript and Python try every way to divide a text among repetitions; the pandas engine leaves texts
 * that could take long to a matcher of its own.
 * @throws UserError when the pattern is invalid, not portable, or could take exponential time
 */
export function boundedRegex(pattern: string): BoundedRegex {
  const regex = portableRegex(pattern);
  const { body, ignoresCase } = regex;
  const { root, groups } = parseRegex(body);
  const size = copiedSize(root, (source) => (/\\w/i.test(source) ? SIZE_OF_WORD_CHARACTER : 1));
  if (size > MAX_SIZE) {
    throw new UserError(`The regular expression ${pattern} is too large: repeat fewer characters.`);
  }
  const automaton = positionAutomaton(root);
  for (const source of automaton.sources) refuseOtherSyntax(pattern, source);
  if (automaton.repeatsEmpty) {
    // JavaScript and Python skip an empty repetition, polars does not.
    throw new UserError(
      `The regular expression ${pattern} repeats a part that can be empty. Write (a*) instead of (a*)? or (a?)*.`,
    );
  }
  const samples = samplesOf(body);
  const accepted = acceptedSamples(automaton, samples, ignoresCase);
  if (automaton.repeatsTwice || isAmbiguous(automaton, accepted)) {
    throw new UserError(
      `The regular expression ${pattern} can divide one text among nested repetitions in many ways, which could take for ever. Repeat only once, such as a+ instead of (a+)+.`,
    );
  }
  const cost = backtrackingCost(automaton, kindsOf(accepted), isTooMuch);
  if (isTooMuch(cost)) throw new UserError(tooManyWays(pattern, automaton.isAnchored, cost));
  if (repeatsLettersTooOften(root, samples, ignoresCase)) {
    throw new UserError(
      `The regular expression ${pattern} can divide one word among its repetitions in too many ways, which could take for ever. Repeat what matches the same letters once, such as .* instead of .*.*.*.`,
    );
  }
  return {
    ...regex,
    groups,
    matchesEmpty: automaton.empty > 0,
    linear: new LinearRegex(root, groups, ignoresCase),
    isSlowIn: slowTexts(cost, costOfLetters(automaton, accepted, samples)),
  };
}

/** Syntax of a character set that one of the engines rejects or understands in another way. */
const OTHER_SYNTAX: readonly (readonly [RegExp, string])[] = [
  [/\\[pP]\{/, 'has a Unicode property, which is not supported; use \\w, \\d or a range'],
  [/\\(?:u\{|c|0)/, 'has an escape that is not supported; use \\x or \\u with four digits'],
  [/^\[.*(?:\[|&&|--|~~)/su, 'has [, &&, -- or ~~ in brackets; escape it by \\'],
];

function refuseOtherSyntax(pattern: string, source: string): void {
  const plain = source.replaceAll(/\\[[\]\\&~-]/g, '');
  const found = OTHER_SYNTAX.find(([syntax]) => syntax.test(plain));
  if (found !== undefined) throw new UserError(`The regular expression ${pattern} ${found[1]}.`);
}

const OTHER_SCRIPTS = 'éÉßſ²½Ⅷאあ漢٣‿\u0301\u00a0\u0085\u2003😀ª';

function samplesOf(body: string): readonly string[] {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const escaped = Array.from(body.matchAll(/\\(?:x(..)|u(....))/g), ([, short, long]) =>
    String.fromCharCode(parseInt(short ?? long ?? '', 16)),
  );
  const written = [...Array.from(body), ...escaped];
  return [...new Set([...ascii, ...Array.from(OTHER_SCRIPTS), ...written])];
}

/** The sample characters that each position matches, as bits, that of the last sample first. */
function acceptedSamples(
  { sources }: PositionAutomaton,
  samples: readonly string[],
  ignoresCase: boolean,
): readonly bigint[] {
  const known = new Map<string, bigint>();
  return sources.map((source) => {
    const bits = known.get(source) ?? bitsOf(source, samples, ignoresCase);
    known.set(source, bits);
    return bits;
  });
}

function bitsOf(source: string, samples: readonly string[], ignoresCase: boolean): bigint {
  const regex = javascriptRegex(`^${source}$`, ignoresCase);
  const bits = samples.map((sample) => (regex.test(sample) ? '1' : '0')).join('');
  return BigInt(`0b${bits}`);
}

/** The kinds of characters that each position matches: samples of one kind are matched by the same positions. */
function kindsOf(accepted: readonly bigint[]): CharacterKinds {
  const numbers = new Map<string, number>();
  const kinds = accepted.map((): number[] => []);
  const samples = Math.max(0, ...accepted.map((bits) => bits.toString(2).length));
  for (let sample = 0n; sample < samples; sample++) {
    const positions = accepted.flatMap((bits, at) => (((bits >> sample) & 1n) === 1n ? [at] : []));
    const key = positions.join();
    if (numbers.has(key)) continue;
    numbers.set(key, numbers.size);
    for (const at of positions) kinds[at]?.push(numbers.size);
  }
  return kinds;
}

/**
 * Whether a text that repeats one letter takes more steps than its length to the power of the limit. Such a text is
 * one word, so that only one part between boundaries of words reads it.
 */
function repeatsLettersTooOften(
  root: RegexNode,
  samples: readonly string[],
  ignoresCase: boolean,
): boolean {
  return partsBetweenBoundaries(root).some((part) => {
    const automaton = positionAutomaton(part);
    return letterKinds(acceptedSamples(automaton, samples, ignoresCase), samples).some(
      (matches) => {
        const only = matches.map((isMatched) => (isMatched ? [0] : []));
        return isTooMuchForWords(backtrackingCost(automaton, only, isTooMuchForWords));
      },
    );
  });
}

/** The parts of an expression that end with those `\b` that are in no group, and the rest. */
function partsBetweenBoundaries(root: RegexNode): readonly RegexNode[] {
  const [only, ...others] = root.kind === 'choice' ? root.items : [];
  if (only?.kind !== 'sequence' || others.length > 0) return [root];
  const parts: RegexNode[][] = [[]];
  for (const item of only.items) {
    parts.at(-1)?.push(item);
    if (item.kind === 'assertion' && item.source === '\\b') parts.push([]);
  }
  return parts.map((items) => ({ kind: 'sequence', items }));
}

/** The cost of a text of letters, whatever they are. */
function costOfLetters(
  automaton: PositionAutomaton,
  accepted: readonly bigint[],
  samples: readonly string[],
): Cost {
  const letters = letterKinds(accepted, samples);
  const kinds = accepted.map((_, at) =>
    letters.flatMap((matches, kind) => (matches[at] === true ? [kind] : [])),
  );
  return backtrackingCost(automaton, kinds, () => false);
}

/** Which positions match each kind of letters. */
function letterKinds(
  accepted: readonly bigint[],
  samples: readonly string[],
): readonly (readonly boolean[])[] {
  const letters = samples.flatMap((sample, at) =>
    /\p{L}/u.test(sample) ? [BigInt(samples.length - 1 - at)] : [],
  );
  const kinds = letters.map((bit) => accepted.map((bits) => ((bits >> bit) & 1n) === 1n));
  return [...new Map(kinds.map((matches) => [String(matches), matches])).values()];
}

/** Whether a loop reads some text in two ways, so that the time doubles with each repetition of it. */
function isAmbiguous({ next }: PositionAutomaton, accepted: readonly bigint[]): boolean {
  const loops = strongComponents(next).filter(({ isLoop }) => isLoop);
  return loops.some(({ members }) => hasTwoWays(members, next, accepted));
}

function hasTwoWays(
  loop: ReadonlySet<number>,
  next: readonly Ways[],
  accepted: readonly bigint[],
): boolean {
  const within = (at: number) => [...(next[at] ?? [])].filter(([to]) => loop.has(to));
  if ([...loop].some((at) => within(at).some(([, ways]) => ways > 1))) return true;
  const followers = ([a, b]: Pair): readonly Pair[] =>
    within(a).flatMap(([x]) =>
      within(b).flatMap(([y]): Pair[] => (overlap(accepted, x, y) ? [[x, y]] : [])),
    );
  const before = new Map<string, Pair[]>();
  const same = [...loop].map((at): Pair => [at, at]);
  for (const pair of reachablePairs(same, followers)) {
    for (const follower of followers(pair)) {
      const key = String(follower);
      before.set(key, [...(before.get(key) ?? []), pair]);
    }
  }
  for (const [a, b] of reachablePairs(same, (pair) => before.get(String(pair)) ?? [])) {
    if (a !== b) return true;
  }
  return false;
}

function overlap(accepted: readonly bigint[], a: number, b: number): boolean {
  return ((accepted[a] ?? 0n) & (accepted[b] ?? 0n)) !== 0n;
}
