import { utils } from '@e965/xlsx';
import type { FileWarning, FileWarningCode } from '../../domain/file-warning.ts';
import { shownNumber } from '../rounded-decimal.ts';
import { durationText, timeValue, type SheetCell } from './excel-cell.ts';
import type { UsedRange } from './used-cells.ts';
import type { Workbook } from './workbook.ts';

/** What a cell can have that a value does not show. */
type Problem = 'error' | 'formula' | 'zero' | 'outside' | 'duration' | 'rounded' | 'half';

interface Found {
  /** The number of cells by column. */
  readonly columns: Map<number, number>;
  /** The first cell: its text, and where it is, as in `#REF! in B2`. */
  readonly example: string;
  readonly text: string;
}

/** The place of a cell in the used range, from 0. */
interface CellPlace {
  readonly row: number;
  readonly column: number;
}

const MAX_NAMED = 3;

/** Counts the cells of a sheet that became null, or whose value is a guess. */
export class CellProblems {
  readonly #date1904: boolean;
  readonly #isUncalculated: boolean;
  readonly #origin: Pick<UsedRange, 'top' | 'left'>;
  readonly #found = new Map<Problem, Found>();
  /** Columns that have a value beside the stored value 0 of formulas. */
  readonly #calculated = new Set<number>();

  #hasMisread = false;

  /** @param origin where the used range begins in the sheet */
  constructor(
    { date1904, isUncalculated }: Pick<Workbook, 'date1904' | 'isUncalculated'>,
    origin: Pick<UsedRange, 'top' | 'left'>,
  ) {
    this.#date1904 = date1904;
    this.#isUncalculated = isUncalculated;
    this.#origin = origin;
  }

  /** Whether libraries of Python read a cell otherwise, or fail at it. */
  get hasMisread(): boolean {
    return this.#hasMisread;
  }

  add(place: CellPlace, cell: SheetCell): void {
    if ('isMisread' in cell) this.#hasMisread = true;
    switch (cell.t) {
      case 'e':
        this.#count('error', place, cell.v);
        return;
      case 'f':
        this.#count('formula', place, '');
        return;
      case 'n':
        this.#addNumber(place, cell);
        return;
      case 's':
        if (cell.hasHalf === true) this.#count('half', place, cell.v);
        return;
      case 'b':
    }
  }

  #addNumber(place: CellPlace, cell: SheetCell & { readonly t: 'n' }): void {
    if (cell.isFormula === true) this.#count('zero', place, '0');
    else if (cell.v !== 0) this.#calculated.add(place.column);
    const time = timeValue(cell, this.#date1904);
    if (cell.rounded !== undefined) this.#count('rounded', place, cell.rounded);
    if (time?.kind === 'outside') this.#count('outside', place, String(cell.v));
    if (time?.kind === 'duration' && time.isGuess) {
      this.#count('duration', place, durationText(time.ms));
    }
  }

  #count(problem: Problem, { row, column }: CellPlace, text: string): void {
    const found = this.#found.get(problem) ?? this.#firstFound({ row, column }, text);
    this.#found.set(problem, found);
    found.columns.set(column, (found.columns.get(column) ?? 0) + 1);
  }

  #firstFound({ row, column }: CellPlace, text: string): Found {
    const { top, left } = this.#origin;
    const reference = utils.encode_cell({ r: top + row, c: left + column });
    const example = `${shownNumber(text)} in ${reference}`;
    return { columns: new Map<number, number>(), example, text };
  }

  /** Returns the warnings. @param names of the columns */
  warnings(names: readonly string[]): FileWarning[] {
    return [
      ...this.#warning('error', names, 'error_cells', errorsMessage),
      ...this.#warning('formula', names, 'formulas_without_values', formulasMessage),
      ...this.#zeroWarning(names),
      ...this.#warning('outside', names, 'dates_out_of_range', outsideMessage),
      ...this.#warning('duration', names, 'long_times', durationsMessage),
      ...this.#warning('rounded', names, 'rounded_decimals', roundedMessage),
      ...this.#warning('half', names, 'half_characters', halvesMessage),
    ];
  }

  /** Programs that write formulas without calculating them write 0 as their value. */
  #zeroWarning(names: readonly string[]): FileWarning[] {
    if (!this.#isUncalculated) return [];
    const columns = this.#found.get('zero')?.columns;
    for (const column of columns?.keys() ?? []) {
      if (this.#calculated.has(column)) columns?.delete(column);
    }
    return this.#warning('zero', names, 'formulas_without_values', zerosMessage);
  }

  #warning(
    problem: Problem,
    names: readonly string[],
    code: FileWarningCode,
    message: (
      where: string,
      what: (one: string, several: string) => string,
      found: Found,
    ) => string,
  ): FileWarning[] {
    const found = this.#found.get(problem);
    if (found === undefined || found.columns.size === 0) return [];
    const { columns } = found;
    const places = [...columns.keys()].sort((one, other) => one - other);
    const all = places.map((place) => names[place] ?? '');
    const [only = null, ...others] = all;
    const isOne = others.length === 0;
    const named = all.map((name) => `"${name}"`);
    const rest = named.length - MAX_NAMED;
    const listed = `${named.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
    const total = [...columns.values()].reduce((sum, count) => sum + count, 0);
    const where = isOne ? `Column ${listed} has` : `Columns ${listed} have`;
    const what = (one: string, several: string): string =>
      `${total.toLocaleString('en-US')} ${total === 1 ? one : several}`;
    return [
      {
        code,
        column: isOne ? only : null,
        ...(isOne ? {} : { columns: all }),
        message: message(where, what, found),
      },
    ];
  }
}

type Counted = (one: string, several: string) => string;

function errorsMessage(where: string, what: Counted, { example }: Found): string {
  return `${where} ${what('error cell', 'error cells')}, such as ${example}, read as null.`;
}

function formulasMessage(where: string, what: Counted): string {
  return `${where} ${what('formula without a value, which is', 'formulas without values, which are')} null: open the workbook in Excel and save it.`;
}

function zerosMessage(where: string, what: Counted): string {
  return `${where} ${what('formula', 'formulas')} with the value 0 only, in a workbook that its program did not calculate: if that is wrong, open it in Excel and save it.`;
}

function outsideMessage(where: string, what: Counted, { example }: Found): string {
  return `${where} ${what('date', 'dates')} beyond the years 1 to 9999, such as ${example}, read as null: if they are no dates, give the cells the number format General.`;
}

function durationsMessage(where: string, what: Counted, { example }: Found): string {
  return `${where} ${what('time', 'times')} of 24 hours or more in the format of a time of day, such as ${example}, read as durations: give the cells the number format [h]:mm:ss, or that of a date.`;
}

function roundedMessage(where: string, what: Counted, { example, text }: Found): string {
  return `${where} ${what('number that', 'numbers that')} a float rounds, such as ${example}, read as ${Number(text)}: write them as text to keep all digits.`;
}

function halvesMessage(where: string, what: Counted, { example }: Found): string {
  return `${where} ${what('text', 'texts')} with half of a character, as of an emoji that was cut, such as ${example}: U+FFFD stands in its place.`;
}
