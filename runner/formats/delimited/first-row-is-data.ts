import type { ColumnSchema } from '../../domain/column.ts';
import type { FileWarning } from '../../domain/file-warning.ts';

const NUMBER = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d+)?$/;
/** A cell without a value is neither a number nor a name. */
const MISSING = /^(?:|nan|na|null)$/i;
const MOST = 0.8;
const MAX_SHOWN = 3;

/**
 * Warns of a first line with numbers above nearly all columns of numbers, which may be a row. Years and positions may be
 * names, beside others that are texts.
 * @param header the names as written in the file
 */
export function firstRowWarnings(
  header: readonly string[],
  columns: readonly ColumnSchema[],
): FileWarning[] {
  const numeric = header.filter(
    (cell, place) => isNumeric(columns[place]) && !MISSING.test(cell.trim()),
  );
  const numbers = numeric.filter(isNumberText);
  if (!areMost(numbers, numeric)) return [];
  if (numbers.length < header.length && areNames(numbers.map(Number))) return [];
  const shown = numbers.slice(0, MAX_SHOWN).map((cell) => `"${cell}"`);
  const message = `The names of the columns ${shown.join(', ')}${numbers.length > MAX_SHOWN ? ', …' : ''} are numbers, as the values below them are: if the first line is a row, read the file with has_header=false.`;
  return [{ code: 'no_header', column: null, message }];
}

/** Whether a cell is a number, with whatever decimal mark. */
export function isNumberText(cell: string): boolean {
  return NUMBER.test(cell.trim());
}

/** All of them, or several and four of five. */
function areMost(numbers: readonly string[], cells: readonly string[]): boolean {
  if (numbers.length === cells.length) return numbers.length > 0;
  return numbers.length > 1 && numbers.length / cells.length >= MOST;
}

function isNumeric(column: ColumnSchema | undefined): boolean {
  return column?.type === 'integer' || column?.type === 'float';
}

function areNames(numbers: readonly number[]): boolean {
  const [first = 0] = numbers;
  const arePositions =
    numbers.length > 1 && numbers.every((number, place) => number === first + place);
  return areYears(numbers) || arePositions;
}

export function areYears(numbers: readonly number[]): boolean {
  return numbers.every((number) => Number.isInteger(number) && number >= 1800 && number <= 2200);
}
