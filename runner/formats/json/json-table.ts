import { UserError } from '../../domain/errors.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import { jsonErrorOffset } from '../../domain/json-error-offset.ts';
import { EVIDENCE, floatEvidence, integerEvidence } from '../column-evidence.ts';
import type { StagedTable } from '../staged-table.ts';
import { headerNames } from '../header-names.ts';
import { RoundedNumbers } from './rounded-numbers.ts';
import { compactJson } from './compact-json.ts';
import { jsonEntries } from './json-entries.ts';
import type { RecordText } from './json-records.ts';
import { NotANumber } from './not-a-number.ts';
import { ReplacedHalves } from './half-characters.ts';
import { RepeatedKeys } from './repeated-keys.ts';
import { oddCharacter } from './odd-characters.ts';
import { positionWithin } from './text-position.ts';

/**
 * Matches records with what a parsed object loses: the order of keys such as "2024", and the text of numbers
 * such as 1.0, 1e2, -0, 0.0000001 and those of 16 digits.
 */
const NEEDS_SOURCE =
  /[:[,]\s*-?(?:\d+(?:\.\d*0|(?:\.\d+)?[eE][-+]?\d+)\s*[,}\]]|0\.0{6})|[:[,]\s*-0\s*[,}\]]|\d{16}|[\d.]{17}|"\d+"\s*:/;

/**
 * Collects JSON objects as rows. The columns are the union of the keys in order of appearance. Text stays text,
 * integers are exact, nested values become JSON text. A number that becomes text is that of the file.
 */
export class JsonTable {
  readonly names: string[] = [];
  readonly #staged: StagedTable;
  readonly #places = new Map<string, number>();
  readonly #notANumber = new NotANumber();
  readonly #rounded = new RoundedNumbers();
  readonly #repeated = new RepeatedKeys();
  readonly #halves = new ReplacedHalves();

  /** @param staged receives the rows; the caller flushes it */
  constructor(staged: StagedTable) {
    this.#staged = staged;
  }

  /** Adds a row. @param fileName for messages @throws UserError for a record that is no valid JSON object */
  add(record: RecordText, fileName: string): void {
    try {
      this.#add(this.#halves.replaced(record), fileName);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new UserError(`${fileName}: the record in line ${record.line} is nested too deeply.`);
    }
  }

  #add(record: RecordText, fileName: string): void {
    const { object, text } = this.#parse(record, fileName);
    const read = text === record.text ? record : { ...record, text };
    this.#repeated.add(read);
    if (NEEDS_SOURCE.test(text)) {
      for (const [key, source] of jsonEntries(text)) this.#setSource(key, source);
    } else {
      for (const [key, value] of Object.entries(object)) this.#setValue(key, value);
    }
    this.#staged.endRow();
  }

  /** @returns the object of a record, and its text as valid JSON */
  #parse(record: RecordText, fileName: string): { readonly object: object; readonly text: string } {
    try {
      return { object: objectOf(record, fileName), text: record.text };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const text = this.#notANumber.replaced(record.text, record.line);
      const valid = text === null ? null : objectIn({ ...record, text }, fileName);
      if (text !== null && valid !== null) return { object: valid, text };
      throw new UserError(`${fileName} is not valid JSON: ${describeSyntaxError(record, error)}.`);
    }
  }

  /** Warnings for the user. */
  warnings(): FileWarning[] {
    const columns = this.#staged.columns(headerNames(this.names));
    return [
      ...this.#notANumber.warnings(),
      ...this.#rounded.warnings(columns),
      ...this.#repeated.warnings(),
      ...this.#halves.warnings(),
    ];
  }

  #place(key: string): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.names.push(key) - 1;
    this.#places.set(key, place);
    return place;
  }

  #setValue(key: string, value: unknown): void {
    const place = this.#place(key);
    if (typeof value === 'string') this.#staged.set(place, value, EVIDENCE.text);
    else if (typeof value === 'number')
      this.#staged.set(place, String(value), numberEvidence(value));
    else if (typeof value === 'boolean') this.#staged.set(place, String(value), EVIDENCE.boolean);
    else if (value !== null) this.#staged.set(place, JSON.stringify(value), EVIDENCE.text);
  }

  #setSource(key: string, source: string): void {
    if (!/^[-\d[{]/.test(source)) this.#setValue(key, JSON.parse(source));
    else if (/^[[{]/.test(source)) this.#setValue(key, compactJson(source));
    else {
      const place = this.#place(key);
      const evidence = /^-?\d+$/.test(source) ? integerEvidence(source) : floatEvidence(source);
      if (evidence === EVIDENCE.float) this.#rounded.add(place, source);
      this.#staged.set(place, source, evidence);
    }
  }
}

function numberEvidence(value: number): number {
  return Number.isInteger(value) ? EVIDENCE.integer : EVIDENCE.float;
}

/** @returns null when the text is not valid JSON */
function objectIn(record: RecordText, fileName: string): object | null {
  try {
    return objectOf(record, fileName);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @throws SyntaxError when the text is not valid JSON; UserError when it is no object */
function objectOf({ text, line }: RecordText, fileName: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UserError(`${fileName}: line ${line} is not a JSON object.`);
}

/** Converts the parser's error to a reason with the line and column in the file. */
function describeSyntaxError(record: RecordText, error: unknown): string {
  const reason = error instanceof Error ? error.message : '';
  // V8 appends the surrounding text, which may be long, so keep only the words before it.
  const what = reason.split(/ in JSON at position| at position|, /, 1)[0] ?? '';
  const offset = jsonErrorOffset(record.text);
  if (offset === null) return `the record in line ${record.line}: ${what}`;
  const { line, column } = positionWithin(record.text, offset, record);
  return `line ${line}, column ${column}: ${oddCharacter(record.text, offset) ?? what}`;
}
