import type { Column, IntegerColumn, StringColumn } from '../../frame.ts';
import { allPresent, argument, step, textColumn, type Operand } from './operand.ts';

/** Assigns a dictionary code to each distinct text. */
export class TextInterner {
  readonly #codes = new Map<string, number>();

  codeOf(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    this.#codes.set(text, this.#codes.size);
    return this.#codes.size - 1;
  }

  get dictionary(): readonly string[] {
    return [...this.#codes.keys()];
  }
}

/** Computes a text or null from each text; the function runs once per distinct text. */
export function mapTexts(
  args: readonly Operand[],
  rows: number,
  compute: (text: string) => string | null,
): StringColumn {
  const { codes, dictionary } = textColumn(args[0]);
  const interner = new TextInterner();
  const byCode = Int32Array.from(dictionary, (text) => {
    const computed = compute(text);
    return computed === null ? -1 : interner.codeOf(computed);
  });
  const out = new Int32Array(rows);
  for (let row = 0; row < rows; row++) out[row] = byCode[codes[row] ?? -1] ?? -1;
  return { type: 'string', codes: out, dictionary: interner.dictionary };
}

/** Computes a small integer from each text; the function runs once per distinct text. */
export function measureTexts(
  args: readonly Operand[],
  rows: number,
  measure: (text: string) => number,
): IntegerColumn {
  const { codes, dictionary } = textColumn(args[0]);
  const byCode = Float64Array.from(dictionary, measure);
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) values[row] = byCode[codes[row] ?? -1] ?? 0;
  return { type: 'integer', values, validity: allPresent(args, rows) };
}

/** Concatenates each row's two texts, once per distinct pair. */
export function joinTexts(args: readonly Operand[], rows: number): StringColumn {
  const left = textColumn(args[0]);
  const right = textColumn(args[1]);
  const leftStep = step(argument(args, 0));
  const rightStep = step(argument(args, 1));
  const codeOfPair = new Map<number, number>();
  const interner = new TextInterner();
  const codes = new Int32Array(rows).fill(-1);
  for (let row = 0; row < rows; row++) {
    const a = left.codes[row * leftStep] ?? -1;
    const b = right.codes[row * rightStep] ?? -1;
    if (a === -1 || b === -1) continue;
    const pair = a * right.dictionary.length + b;
    let code = codeOfPair.get(pair);
    if (code === undefined) {
      code = interner.codeOf((left.dictionary[a] ?? '') + (right.dictionary[b] ?? ''));
      codeOfPair.set(pair, code);
    }
    codes[row] = code;
  }
  return { type: 'string', codes, dictionary: interner.dictionary };
}

/** Concatenates the texts of each row with a separator between them; null is the empty text. */
export function combineTexts(
  args: readonly Operand[],
  rows: number,
  separator: string,
): StringColumn {
  const parts = args.map((arg) => ({ ...textColumn(arg), step: step(arg) }));
  const interner = new TextInterner();
  const codes = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const texts = parts.map((part) => part.dictionary[part.codes[row * part.step] ?? -1] ?? '');
    codes[row] = interner.codeOf(texts.join(separator));
  }
  return { type: 'string', codes, dictionary: interner.dictionary };
}

/** Formats each present cell as text. */
export function writeTexts(
  column: Exclude<Column, StringColumn>,
  write: (value: number | bigint) => string,
): StringColumn {
  const { values, validity } = column;
  const interner = new TextInterner();
  // Formatting a number costs far more than a lookup.
  const codeOfValue = new Map<number | bigint, number>();
  const codes = new Int32Array(values.length).fill(-1);
  for (let row = 0; row < values.length; row++) {
    if (validity !== null && validity[row] === 0) continue;
    const value = values[row] ?? 0;
    let code = codeOfValue.get(value);
    if (code === undefined) {
      code = interner.codeOf(write(value));
      codeOfValue.set(value, code);
    }
    codes[row] = code;
  }
  return { type: 'string', codes, dictionary: interner.dictionary };
}
