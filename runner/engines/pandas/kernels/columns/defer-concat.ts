import type pl from 'nodejs-polars';
import type { ColumnType } from '../../../../domain/column.ts';
import { deferColumn, pendingSource } from '../../deferred-column.ts';
import type { Column } from '../../frame.ts';
import { concatColumns } from './concat-columns.ts';
import { presentMask } from './null-mask.ts';
import { nullLike, peekCells } from './take-rows.ts';

/** The cells of a part of a column. */
export interface ColumnPart {
  /** Null: nulls. */
  readonly column: Column | null;
  readonly length: number;
}

/**
 * Like `concatColumns`, but columns that no kernel reads are concatenated in polars, without a copy in
 * JavaScript.
 * @param parts at least one
 */
export function deferConcat(type: ColumnType, parts: readonly ColumnPart[]): Column {
  const cellsOf = ({ column, length }: ColumnPart): Column => column ?? nullLike({ type }, length);
  const isPending = parts.some(({ column }) => column !== null && pendingSource(column));
  const load = (): Column => {
    const [first = nullLike({ type }, 0), ...rest] = parts.map(cellsOf);
    return concatColumns([first, ...rest]);
  };
  if (!isPending) return load();
  return deferColumn(type, {
    length: parts.reduce((sum, { length }) => sum + length, 0),
    load,
    peek: (rows) => peekParts(type, parts, rows),
    table: (rows, name) => (rows === null ? concatTables(parts, name) : null),
    mask: () => concatMasks(parts),
  });
}

/** The cells of some rows: those of each part, put in the order of the rows. */
function peekParts(type: ColumnType, parts: readonly ColumnPart[], rows: Int32Array): Column {
  const found: Column[] = [nullLike({ type }, 0)];
  const places = new Int32Array(rows.length).fill(-1);
  let start = 0;
  let count = 0;
  for (const { column, length } of parts) {
    const [first, end] = [start, start + length];
    const isOwn = (row: number): boolean => row >= first && row < end;
    const own = rows.filter(isOwn).map((row) => row - first);
    for (const [place, row] of rows.entries()) if (isOwn(row)) places[place] = count++;
    if (own.length > 0) {
      found.push(column === null ? nullLike({ type }, own.length) : peekCells(column, own));
    }
    start = end;
  }
  const [none = nullLike({ type }, 0), ...cells] = found;
  return peekCells(concatColumns([none, ...cells]), places);
}

/** The cells of all parts in polars; null if some are in arrays already. */
function concatTables(parts: readonly ColumnPart[], name: string): pl.DataFrame | null {
  const known: (pl.DataFrame | null)[] = [];
  for (const { column, length } of parts) {
    const table = column === null ? null : (pendingSource(column)?.table(null, name) ?? null);
    if (column !== null && length > 0 && table === null) return null;
    known.push(table);
  }
  const some = known.find((table) => table !== null && table.height > 0);
  if (some === null || some === undefined) return null;
  return parts
    .map(({ length }, place) => known[place] ?? nullTable(some, length))
    .reduce((all, table) => all.vstack(table));
}

/** Nulls of the type of a table with one column. */
function nullTable(like: pl.DataFrame, length: number): pl.DataFrame {
  const head = like.head(Math.min(length, like.height));
  let nulls = head.shift(head.height);
  // Doubles, so the rounds are few.
  while (nulls.height < length) nulls = nulls.vstack(nulls.head(length - nulls.height));
  return nulls;
}

function concatMasks(parts: readonly ColumnPart[]): Uint8Array | null {
  const masks = parts.map(({ column }) => (column === null ? null : presentMask(column)));
  const total = parts.reduce((sum, { length }) => sum + length, 0);
  const all = new Uint8Array(total).fill(1);
  let start = 0;
  for (const [place, { column, length }] of parts.entries()) {
    const mask = masks[place] ?? null;
    if (column === null) all.fill(0, start, start + length);
    else if (mask !== null) all.set(mask, start);
    start += length;
  }
  return all.includes(0) ? all : null;
}
