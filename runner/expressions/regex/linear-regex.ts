import { javascriptRegex } from '../portable-regex.ts';
import type { RegexNode } from './parse-regex.ts';
import { regexProgram, type Instruction } from './regex-program.ts';

/** A match, with the text of each capture group; the whole match is group 0. */
export interface TextMatch {
  readonly index: number;
  readonly groups: readonly (string | undefined)[];
}

/** The positions of groups in the text, of each its start and its end; -1 for none. */
type Slots = readonly number[];

/** A way through the program: the step that it has reached, with the groups that it stored. */
interface Way {
  readonly step: number;
  readonly slots: Slots;
}

/**
 * Finds the match that JavaScript finds, in time linear in the length of the text: it reads the text once and
 * follows all ways at the same time (Thompson's simulation, with the order of preference and captures as Pike's).
 */
export class LinearRegex {
  readonly #program: Program;
  readonly #start: Way;

  /** @param root whose repetitions cannot be empty @param groups the number of its capture groups */
  constructor(root: RegexNode, groups: number, ignoresCase: boolean) {
    const sets = new Map<string, CharacterSet>();
    const setOf = (source: string): CharacterSet => {
      const set = sets.get(source) ?? new CharacterSet(source, ignoresCase);
      sets.set(source, set);
      return set;
    };
    const steps = regexProgram(root);
    const read = steps.map((step) => (step.do === 'read' ? setOf(step.source) : null));
    this.#program = { steps, read, word: setOf('\\w') };
    this.#start = { step: 0, slots: new Array<number>(2 * (groups + 1)).fill(-1) };
  }

  /** The first match from a position on; null without one. */
  find(text: string, from = 0): TextMatch | null {
    let found: Slots | null = null;
    let ways: readonly Way[] = [];
    const scan = new Scan(this.#program, text, from);
    for (;;) {
      scan.addAll(ways);
      if (found === null) scan.add(this.#start);
      const matched = scan.matched();
      found = matched?.slots ?? found;
      ways = scan.read();
      if (scan.isAtEnd || (found !== null && ways.length === 0)) break;
      scan.move();
    }
    return found === null ? null : matchOf(text, found);
  }
}

interface Program {
  readonly steps: readonly Instruction[];
  /** The set of each step that reads. */
  readonly read: readonly (CharacterSet | null)[];
  readonly word: CharacterSet;
}

/** The ways at one position of a text after the other. */
class Scan {
  readonly #program: Program;
  readonly #text: string;
  #position: number;
  #ways: Way[] = [];
  /** The last position at which each step was reached. */
  readonly #reachedAt: Int32Array;

  constructor(program: Program, text: string, position: number) {
    this.#program = program;
    this.#text = text;
    this.#position = position;
    this.#reachedAt = new Int32Array(program.steps.length).fill(-1);
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  addAll(ways: readonly Way[]): void {
    for (const way of ways) this.add(way);
  }

  /** Adds a way after those that are preferred, up to the steps that read. */
  add(way: Way): void {
    if (this.#reachedAt[way.step] === this.#position) return;
    this.#reachedAt[way.step] = this.#position;
    this.#follow(way);
  }

  #follow({ step, slots }: Way): void {
    const instruction = this.#instruction(step);
    switch (instruction.do) {
      case 'try':
        for (const next of instruction.steps) this.add({ step: next, slots });
        break;
      case 'assert':
        if (this.#holds(instruction.source)) this.add({ step: step + 1, slots });
        break;
      case 'store':
        this.add({ step: step + 1, slots: slots.with(instruction.slot, this.#position) });
        break;
      case 'forget':
        this.add({ step: step + 1, slots: withoutGroups(slots, instruction.groups) });
        break;
      case 'read':
      case 'match':
        this.#ways.push({ step, slots });
    }
  }

  #instruction(step: number): Instruction {
    return this.#program.steps[step] ?? { do: 'match' };
  }

  /** The way that matches, if one does: those of less preference are given up. */
  matched(): Way | null {
    const at = this.#ways.findIndex(({ step }) => this.#program.read[step] === null);
    const [way = null] = at < 0 ? [] : this.#ways.splice(at);
    return way;
  }

  /** The ways on which the character at the position can be read. */
  read(): readonly Way[] {
    const character = this.#text.codePointAt(this.#position);
    const ways = this.#ways;
    this.#ways = [];
    if (character === undefined) return [];
    const { read } = this.#program;
    return ways.flatMap(({ step, slots }) =>
      read[step]?.has(character) === true ? [{ step: step + 1, slots }] : [],
    );
  }

  /** Moves behind the character at the position. */
  move(): void {
    this.#position += (this.#text.codePointAt(this.#position) ?? 0) > 0xffff ? 2 : 1;
  }

  #holds(assertion: string): boolean {
    if (assertion === '^') return this.#position === 0;
    if (assertion === '$') return this.isAtEnd;
    if (assertion === '(?m:^)') return this.#position === 0 || this.#isLineEnd(this.#position - 1);
    if (assertion === '(?m:$)') return this.isAtEnd || this.#isLineEnd(this.#position);
    const isWordBefore = this.#isWord(before(this.#text, this.#position));
    return (isWordBefore !== this.#isWord(this.#position)) === (assertion === '\\b');
  }

  #isLineEnd(position: number): boolean {
    return this.#text[position] === '\n';
  }

  #isWord(position: number): boolean {
    const character = position < 0 ? undefined : this.#text.codePointAt(position);
    return character !== undefined && this.#program.word.has(character);
  }
}

function withoutGroups(slots: Slots, groups: readonly number[]): Slots {
  return slots.map((slot, at) => (groups.includes(at >> 1) ? -1 : slot));
}

/** The position of the character before another one. */
function before(text: string, position: number): number {
  return (text.codePointAt(position - 2) ?? 0) > 0xffff ? position - 2 : position - 1;
}

function matchOf(text: string, slots: Slots): TextMatch {
  const groups: (string | undefined)[] = [];
  for (let at = 0; at < slots.length; at += 2) {
    const [start = -1, end = -1] = slots.slice(at, at + 2);
    groups.push(start < 0 || end < 0 ? undefined : text.slice(start, end));
  }
  return { index: slots[0] ?? 0, groups };
}

/** A set of characters, which asks its regular expression once for each. */
class CharacterSet {
  readonly #regex: RegExp;
  readonly #known = new Map<number, boolean>();

  constructor(source: string, ignoresCase: boolean) {
    this.#regex = javascriptRegex(`^${source}$`, ignoresCase);
  }

  has(character: number): boolean {
    const known = this.#known.get(character);
    if (known !== undefined) return known;
    const isMember = this.#regex.test(String.fromCodePoint(character));
    this.#known.set(character, isMember);
    return isMember;
  }
}
