import type { FileWarning, FileWarningCode } from '../../domain/file-warning.ts';
import { durationText, timeValue, type SheetCell } from './excel-cell.ts';

/** What a cell can have that a value does not show. */
type Problem = 'error' | 'formula' | 'zero' | 'outside' | 'duration' | 'rounded';

interface Found {
  /** The number of cells by column. */
  readonly columns: Map<number, number>;
  /** The first cell. */
  readonly example: string;
}

const MAX_NAMED = 3;

/** Counts the cells of a sheet that became null, or whose value is a guess. */
export class CellProblems {
  readonly #date1904: boolean;
  readonly #isUncalculated: boolean;
  readonly #found = new Map<Problem, Found>();
  /** Columns that have a value beside the stored value 0 of formulas. */
  readonly #calculated = new Set<number>();

  #hasMisread = false;

  /** @param isUncalculated true when the workbook may have formulas that were never calculated */
  constructor(date1904: boolean, isUncalculated: boolean) {
    this.#date1904 = date1904;
    this.#isUncalculated = isUncalculated;
  }

  /** Whether libraries of Python read a cell otherwise, or fail at it. */
  get hasMisread(): boolean {
    return this.#hasMisread;
  }

  add(column: number, cell: SheetCell): void {
    if ('isMisread' in cell) this.#hasMisread = true;
    switch (cell.t) {
      case 'e':
        this.#count('error', column, cell.v);
        return;
      case 'f':
        this.#count('formula', column, '');
        return;
      case 'n':
        this.#addNumber(column, cell);
        return;
      case 's':
      case 'b':
    }
  }

  #addNumber(column: number, cell: SheetCell & { readonly t: 'n' }): void {
    if (cell.isFormula === true) this.#count('zero', column, '0');
    else if (cell.v !== 0) this.#calculated.add(column);
    const time = timeValue(cell, this.#date1904);
    if (cell.rounded !== undefined) this.#count('rounded', column, cell.rounded);
    if (time?.kind === 'outside') this.#count('outside', column, String(cell.v));
    if (time?.kind === 'duration' && time.isGuess) {
      this.#count('duration', column, durationText(time.ms));
    }
  }

  #count(problem: Problem, column: number, example: string): void {
    const found = this.#found.get(problem) ?? { columns: new Map<number, number>(), example };
    this.#found.set(problem, found);
    found.columns.set(column, (found.columns.get(column) ?? 0) + 1);
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
      example: string,
    ) => string,
  ): FileWarning[] {
    const { columns, example = '' } = this.#found.get(problem) ?? {};
    if (columns === undefined || columns.size === 0) return [];
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
        message: message(where, what, example),
      },
    ];
  }
}

type Counted = (one: string, several: string) => string;

function errorsMessage(where: string, what: Counted, example: string): string {
  return `${where} ${what('error cell', 'error cells')}, such as ${example}, read as null.`;
}

function formulasMessage(where: string, what: Counted): string {
  return `${where} ${what('formula without a value, which is', 'formulas without values, which are')} null: open the workbook in Excel and save it.`;
}

function zerosMessage(where: string, what: Counted): string {
  return `${where} ${what('formula', 'formulas')} with the value 0 only, in a workbook that its program did not calculate: if that is wrong, open it in Excel and save it.`;
}

function outsideMessage(where: string, what: Counted, example: string): string {
  return `${where} ${what('date', 'dates')} beyond the years 1 to 9999, such as ${example}, read as null: if they are no dates, give the cells the number format General.`;
}

function durationsMessage(where: string, what: Counted, example: string): string {
  return `${where} ${what('time', 'times')} of 24 hours or more in the format of a time of day, such as ${example}, read as durations: give the cells the number format [h]:mm:ss, or that of a date.`;
}

function roundedMessage(where: string, what: Counted, example: string): string {
  return `${where} ${what('number', 'numbers')} of more digits than a float keeps, such as ${example}, read as ${Number(example)}: write them as text to keep all digits.`;
}
