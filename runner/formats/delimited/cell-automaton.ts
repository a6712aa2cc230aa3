import type { Decimal } from '../../domain/parse-options.ts';
import { EVIDENCE } from '../column-evidence.ts';

/**
 * A table-driven automaton over the bytes of a cell, whose final state describes the form of the cell.
 * Two table look-ups per byte keep the scan of a file near memory speed.
 */
export interface CellAutomaton {
  /** Maps a byte to its class. Classes from `STRUCTURAL` upwards end or open cells outside quotes. */
  readonly classes: Uint8Array;
  /** Maps `state << CLASS_BITS | class` to the next state. */
  readonly next: Uint8Array;
  /** Maps a state to evidence bits, for short cells. */
  readonly evidence: Uint16Array;
  /** Maps a state to the check that a long cell's text needs. */
  readonly check: Uint8Array;
}

export const CLASS_BITS = 5;
export const CHECK = { none: 0, integer: 1, float: 2, decimal: 3, plus: 4 } as const;

const LETTERS = 'truefalsniy';
const CLASS = {
  other: 0,
  zero: 1,
  digit: 2,
  decimal: 3,
  minus: 4,
  space: 5,
  firstLetter: 6,
  plus: 17,
  delimiter: 24,
  quote: 25,
  carriageReturn: 26,
  lineFeed: 27,
  nul: 28,
} as const;

export const STRUCTURAL = CLASS.delimiter;
export const STRUCTURAL_CLASS = CLASS;

const NAMES = [
  ...['start', 'blank', 'minus', 'zero', 'integer', 'leadingPoint', 'fraction', 'exponent'],
  ...['exponentSign', 'exponentDigits', 'text', 'integerPad', 'floatPad', 'booleanPad'],
  ...['specialPad', 'checkedFloatPad', 'plus', 'plusInteger', 'plusPad', 'negative', 'negativePad'],
] as const;

export const START_STATE = 0;
export const BLANK_STATE = 1;
export const TEXT_STATE = 10;

/** The states of the letters of a word, by what comes before it. polars reads no boolean after a blank. */
const WORD_STATES = {
  start: 'word:',
  blank: 'padded:',
  minus: 'signed:',
  plus: 'signed:',
} as const;

/** The states before and after the first digit of an integer. */
const INTEGERS = [
  ['start', 'integer'],
  ['blank', 'integer'],
  ['minus', 'negative'],
  ['plus', 'plusInteger'],
] as const;

/** @param delimiter single-byte cell separator */
export function buildCellAutomaton(delimiter: string, decimal: Decimal): CellAutomaton {
  const builder = new AutomatonBuilder(delimiter, decimal);
  builder.numbers();
  builder.word('true', 'booleanPad', EVIDENCE.boolean);
  builder.word('false', 'booleanPad', EVIDENCE.boolean);
  for (const word of ['nan', 'inf', 'infinity']) {
    builder.word(word, 'specialPad', EVIDENCE.special);
  }
  return builder.build();
}

class AutomatonBuilder {
  readonly #classes: Uint8Array;
  /** The class of the decimal mark. One that separates cells too is a mark in quotes. */
  readonly #mark: number;
  readonly #edges = new Map<number, number>();
  readonly #states: string[] = [...NAMES];
  readonly #evidence = new Map<number, number>();
  readonly #check = new Map<number, number>();

  constructor(delimiter: string, decimal: Decimal) {
    this.#classes = byteClasses(delimiter, decimal);
    this.#mark = delimiter === decimal ? CLASS.delimiter : CLASS.decimal;
  }

  numbers(): void {
    const { zero, digit, minus, plus, space } = CLASS;
    const decimal = this.#mark;
    const digits = [zero, digit];
    for (const from of ['start', 'blank']) {
      this.#edge(from, [space], 'blank');
      this.#edge(from, [minus], 'minus');
      this.#edge(from, [plus], 'plus');
    }
    for (const [from, reached] of INTEGERS) {
      this.#edge(from, [zero], 'zero');
      this.#edge(from, [digit], reached);
      this.#edge(from, [decimal], 'leadingPoint');
      // A cell with a leading zero such as "007" is text: it is an identifier.
      this.#edge(reached, digits, reached);
      this.#edge(reached, [decimal], 'fraction');
    }
    this.#edge('zero', [decimal], 'fraction');
    this.#edge('leadingPoint', digits, 'fraction');
    this.#edge('fraction', digits, 'fraction');
    const e = [letterClass('e')];
    const whole = INTEGERS.map(([, reached]) => reached);
    for (const from of ['zero', ...whole, 'fraction']) this.#edge(from, e, 'exponent');
    this.#edge('exponent', [minus, plus], 'exponentSign');
    this.#edge('exponent', digits, 'exponentDigits');
    this.#edge('exponentSign', digits, 'exponentDigits');
    this.#edge('exponentDigits', digits, 'exponentDigits');
    this.#numberEnds();
  }

  #numberEnds(): void {
    const padded = EVIDENCE.padded;
    this.#accept(['zero', 'integer'], 'integerPad', EVIDENCE.integer, CHECK.integer);
    this.#accept(['plusInteger'], 'plusPad', EVIDENCE.integer, CHECK.plus);
    const negative = EVIDENCE.integer | EVIDENCE.negative;
    this.#accept(['negative'], 'negativePad', negative, CHECK.integer);
    this.#accept(['fraction'], 'floatPad', EVIDENCE.float, CHECK.decimal);
    this.#accept(['exponentDigits'], 'checkedFloatPad', EVIDENCE.float, CHECK.float);
    this.#evidence.set(this.#state('blank'), EVIDENCE.blank);
    this.#evidence.set(this.#state('integerPad'), EVIDENCE.integer | padded);
    this.#evidence.set(this.#state('plusPad'), EVIDENCE.integer | padded);
    this.#evidence.set(this.#state('negativePad'), negative | padded);
    this.#evidence.set(this.#state('floatPad'), EVIDENCE.float | padded);
    this.#evidence.set(this.#state('checkedFloatPad'), EVIDENCE.float | padded);
    this.#check.set(this.#state('integerPad'), CHECK.integer);
    this.#check.set(this.#state('plusPad'), CHECK.plus);
    this.#check.set(this.#state('negativePad'), CHECK.integer);
    this.#check.set(this.#state('floatPad'), CHECK.decimal);
    this.#check.set(this.#state('checkedFloatPad'), CHECK.float);
  }

  /** Accepts a word in any case, alone in its cell; numeric words may have a sign. */
  word(word: string, pad: string, evidence: number): void {
    const froms =
      evidence === EVIDENCE.special
        ? (['start', 'blank', 'minus', 'plus'] as const)
        : (['start', 'blank'] as const);
    for (const from of froms) {
      const start = WORD_STATES[from];
      let current: string = from;
      for (let length = 1; length <= word.length; length++) {
        const reached = start + word.slice(0, length);
        this.#edge(current, [letterClass(word.charAt(length - 1))], reached);
        current = reached;
      }
      const isPadded = from === 'blank';
      this.#accept([current], pad, isPadded ? evidence | EVIDENCE.padded : evidence, CHECK.none);
    }
    this.#evidence.set(this.#state(pad), evidence | EVIDENCE.padded);
  }

  build(): CellAutomaton {
    const states = this.#states.length;
    const next = new Uint8Array(states << CLASS_BITS).fill(TEXT_STATE);
    for (const [index, target] of this.#edges) next[index] = target;
    const evidence = new Uint16Array(states).fill(EVIDENCE.text);
    evidence[START_STATE] = 0;
    for (const [state, bits] of this.#evidence) evidence[state] = bits;
    const check = new Uint8Array(states);
    for (const [state, kind] of this.#check) check[state] = kind;
    return { classes: this.#classes, next, evidence, check };
  }

  #accept(states: readonly string[], pad: string, evidence: number, check: number): void {
    for (const state of [...states, pad]) this.#edge(state, [CLASS.space], pad);
    for (const state of states) {
      this.#evidence.set(this.#state(state), evidence);
      this.#check.set(this.#state(state), check);
    }
  }

  #edge(from: string, classes: readonly number[], to: string): void {
    for (const cls of classes) {
      this.#edges.set((this.#state(from) << CLASS_BITS) | cls, this.#state(to));
    }
  }

  #state(name: string): number {
    const known = this.#states.indexOf(name);
    return known >= 0 ? known : this.#states.push(name) - 1;
  }
}

function letterClass(letter: string): number {
  return CLASS.firstLetter + LETTERS.indexOf(letter);
}

function byteClasses(delimiter: string, decimal: Decimal): Uint8Array {
  const classes = new Uint8Array(256);
  const set = (character: string, cls: number): void => {
    classes[character.charCodeAt(0)] = cls;
  };
  set('0', CLASS.zero);
  for (const character of '123456789') set(character, CLASS.digit);
  set('-', CLASS.minus);
  set('+', CLASS.plus);
  for (const character of ' \t') set(character, CLASS.space);
  for (const letter of LETTERS) {
    set(letter, letterClass(letter));
    set(letter.toUpperCase(), letterClass(letter));
  }
  set(decimal, CLASS.decimal);
  set(delimiter, CLASS.delimiter);
  set('"', CLASS.quote);
  set('\r', CLASS.carriageReturn);
  set('\n', CLASS.lineFeed);
  set('\0', CLASS.nul);
  return classes;
}
