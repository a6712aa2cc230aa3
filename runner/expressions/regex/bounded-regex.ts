import { UserError } from '../../domain/errors.ts';
import { javascriptRegex, portableRegex, type PortableRegex } from '../portable-regex.ts';
import { parseRegex } from './parse-regex.ts';
import { copiedSize, positionAutomaton, type PositionAutomaton } from './position-automaton.ts';

/** The size that every engine accepts. Polars limits the memory of a compiled pattern. */
const MAX_SIZE = 1000;
const SIZE_OF_WORD_CHARACTER = 5;
/** Unbounded repetitions of one character that a match can divide among itself in any way. */
const MAX_LOOPS = 3;
const MAX_PAIRS = 20_000;

/** A portable regular expression with what its replacements and groups need. */
export interface BoundedRegex extends PortableRegex {
  /** The number of capture groups. */
  readonly groups: number;
  /** Whether some match is an empty text. */
  readonly matchesEmpty: boolean;
}

/**
 * Translates a regular expression whose time is bounded in every engine. Polars takes linear time for any
 * pattern, JavaScript and Python try every way to divide a text among nested repetitions.
 * @throws UserError when the pattern is invalid, not portable, or could take exponential time
 */
export function boundedRegex(pattern: string): BoundedRegex {
  const regex = portableRegex(pattern);
  const ignoresCase = pattern.startsWith('(?i)');
  const body = ignoresCase ? pattern.slice(4) : pattern;
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
  const accepted = acceptedSamples(automaton, body, ignoresCase);
  if (automaton.repeatsTwice || isAmbiguous(automaton, accepted)) {
    throw new UserError(
      `The regular expression ${pattern} can divide one text among nested repetitions in many ways, which could take for ever. Repeat only once, such as a+ instead of (a+)+.`,
    );
  }
  if (longestChain(automaton, accepted) > MAX_LOOPS) {
    throw new UserError(
      `The regular expression ${pattern} has more than ${MAX_LOOPS} repetitions that match the same characters one after the other, which could take for ever. Narrow them, such as [^,]* instead of .*`,
    );
  }
  return { ...regex, groups, matchesEmpty: automaton.matchesEmpty };
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

/** The sample characters that each position matches, as bits. */
function acceptedSamples(
  { sources }: PositionAutomaton,
  body: string,
  ignoresCase: boolean,
): readonly bigint[] {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const samples = [...new Set([...ascii, ...Array.from(OTHER_SCRIPTS), ...Array.from(body)])];
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

/** Whether a loop reads some text in two ways, so that the time doubles with each repetition of it. */
function isAmbiguous({ next }: PositionAutomaton, accepted: readonly bigint[]): boolean {
  const followers = (pair: number): number[] => {
    const [a, b] = [Math.floor(pair / next.length), pair % next.length];
    return [...(next[a] ?? [])].flatMap((x) =>
      [...(next[b] ?? [])].flatMap((y) => (overlap(accepted, x, y) ? [x * next.length + y] : [])),
    );
  };
  return next.some((_, start) => {
    const same = start * next.length + start;
    const before = new Map<number, number[]>();
    for (const pair of reachable([same], followers)) {
      for (const follower of followers(pair)) {
        before.set(follower, [...(before.get(follower) ?? []), pair]);
      }
    }
    const returning = reachable([same], (pair) => before.get(pair) ?? []);
    return [...returning].some((pair) => pair % (next.length + 1) !== 0);
  });
}

function reachable(start: readonly number[], followers: (of: number) => readonly number[]) {
  const found = new Set(start);
  for (const pair of found) {
    for (const follower of followers(pair)) found.add(follower);
    if (found.size > MAX_PAIRS) throw new UserError('The regular expression is too complex.');
  }
  return found;
}

function overlap(accepted: readonly bigint[], a: number, b: number): boolean {
  return ((accepted[a] ?? 0n) & (accepted[b] ?? 0n)) !== 0n;
}

/** The greatest number of repetitions of one character that can follow each other in a text of it. */
function longestChain({ next }: PositionAutomaton, accepted: readonly bigint[]): number {
  const characters = Math.max(0, ...accepted.map((bits) => bits.toString(2).length));
  let longest = 0;
  for (let character = 0n; character < characters; character++) {
    const loops = new Array<number>(next.length).fill(0);
    for (let at = next.length - 1; at >= 0; at--) {
      if ((((accepted[at] ?? 0n) >> character) & 1n) === 0n) continue;
      const own = next[at]?.has(at) === true ? 1 : 0;
      const later = [...(next[at] ?? [])].map((follower) =>
        follower > at ? (loops[follower] ?? 0) : 0,
      );
      loops[at] = own + Math.max(0, ...later);
      longest = Math.max(longest, loops[at] ?? 0);
    }
  }
  return longest;
}
