import type { SQLOutputValue } from 'node:sqlite';
import type { ColumnSchema, ColumnType } from '../../../domain/column.ts';
import { microsecondsOf } from '../../sql/moments.ts';

/** A column of a result: its name, and the type that its table declares. */
export interface DeclaredColumn {
  readonly name: string;
  /** Null: the column is computed. */
  readonly type: string | null;
}

/** What the cells of a column are. A column of SQLite may have cells of any kind, whatever it declares. */
export interface CellKinds {
  integer: boolean;
  real: boolean;
  text: boolean;
  blob: boolean;
  /** All integers are 0 or 1. */
  bits: boolean;
  /** All texts are dates or datetimes in ISO 8601. */
  moments: boolean;
}

/** How the cells of a column are written. */
export interface CellWriting {
  readonly column: ColumnSchema;
  readonly write: (cell: SQLOutputValue) => string | null;
  /** What the author of the flow should know; null: nothing. */
  readonly warning: string | null;
  /** Floats among which integers are. */
  readonly isMixed?: true;
}

/** The kinds of a column before its first cell. */
export function noCells(): CellKinds {
  return { integer: false, real: false, text: false, blob: false, bits: true, moments: true };
}

/** Adds a cell to the kinds of its column. */
export function countCell(kinds: CellKinds, cell: SQLOutputValue): void {
  if (typeof cell === 'bigint') {
    kinds.integer = true;
    if (cell !== 0n && cell !== 1n) kinds.bits = false;
  } else if (typeof cell === 'number') {
    kinds.real = true;
  } else if (typeof cell === 'string') {
    kinds.text = true;
    if (kinds.moments && microsecondsOf(cell) === null) kinds.moments = false;
  } else if (cell !== null) {
    kinds.blob = true;
  }
}

/** How the cells of a query of typed values are written, see `sqliteTypedQuery`. */
export const TYPED_CELLS: Readonly<Record<ColumnType, CellWriting['write']>> = {
  integer: numberText,
  float: (cell) => (Object.is(cell, -0) ? '-0' : numberText(cell)),
  boolean: bitText,
  datetime: numberText,
  string: numberText,
  null: numberText,
};

/** How a column is written, from what it declares and what its cells are. */
export function writingOf({ name, type }: DeclaredColumn, kinds: CellKinds): CellWriting {
  const plain = (of: ColumnSchema['type'], write: CellWriting['write']): CellWriting => ({
    column: { name, type: of },
    write,
    warning: null,
  });
  const known = [kinds.integer, kinds.real, kinds.text, kinds.blob].filter(Boolean).length;
  if (known === 0) return plain(typeOfEmpty({ type }), () => null);
  if (!kinds.text && !kinds.blob)
    return { ...plain(...numbersOf({ type }, kinds)), ...mixed(kinds) };
  if (known > 1 || kinds.blob) {
    const cells = kinds.blob ? 'bytes' : 'cells of several types';
    const warning = `Column "${name}" has ${cells}, which are read as text.`;
    return { ...plain('string', anyText), warning };
  }
  const isMoment = declaresMoments({ type }) && kinds.moments;
  return isMoment ? plain('datetime', momentText) : plain('string', anyText);
}

function mixed({ real, integer }: CellKinds): Pick<CellWriting, 'isMixed'> {
  return real && integer ? { isMixed: true } : {};
}

type Declaration = Pick<DeclaredColumn, 'type'>;

function declaredOf({ type }: Declaration): string {
  return (type ?? '').toUpperCase();
}

/** Whether a column is one of booleans if its cells are. */
export function declaresBooleans(column: Declaration): boolean {
  return declaredOf(column).startsWith('BOOL');
}

/** Whether a column is one of datetimes if its cells are. */
export function declaresMoments(column: Declaration): boolean {
  return /^(?:DATE|TIMESTAMP)/.test(declaredOf(column));
}

function numbersOf(
  column: Declaration,
  { real, bits }: CellKinds,
): [ColumnSchema['type'], CellWriting['write']] {
  if (real) return ['float', numberText];
  return declaresBooleans(column) && bits ? ['boolean', bitText] : ['integer', numberText];
}

function typeOfEmpty(column: Declaration): ColumnSchema['type'] {
  const declared = declaredOf(column);
  if (declared === '') return 'null';
  if (declaresBooleans(column)) return 'boolean';
  if (declaresMoments(column)) return 'datetime';
  if (declared.includes('INT')) return 'integer';
  return /REAL|FLOA|DOUB|NUMERIC|DECIMAL/.test(declared) ? 'float' : 'string';
}

function numberText(cell: SQLOutputValue): string | null {
  return cell === null ? null : String(cell);
}

function bitText(cell: SQLOutputValue): string | null {
  return cell === null ? null : String(cell === 1n);
}

function momentText(cell: SQLOutputValue): string | null {
  return typeof cell === 'string' ? (microsecondsOf(cell)?.toString() ?? null) : null;
}

function anyText(cell: SQLOutputValue): string | null {
  if (cell === null) return null;
  if (cell instanceof Uint8Array) return Buffer.from(cell).toString('hex');
  return typeof cell === 'number' && Number.isInteger(cell) ? `${cell}.0` : String(cell);
}
