import type { Column, IntegerColumn, StringColumn } from '../../frame.ts';
import type { GroupedRows } from '../rows/group-rows.ts';
import { validMask } from '../columns/null-mask.ts';

/** The number of each row in its partition. @param first the number of the first row */
export function rowNumbers({ rows, starts }: GroupedRows, first: number): IntegerColumn {
  const values = new Float64Array(rows.length);
  for (let group = 0; group + 1 < starts.length; group++) {
    const start = starts[group] ?? 0;
    const end = starts[group + 1] ?? 0;
    for (let at = start; at < end; at++) values[rows[at] ?? 0] = at - start + first;
  }
  return { type: 'integer', values, validity: null };
}

/**
 * The rank of each row in its partition, from 1. Rows with equal keys share a rank; a row with a null key
 * has none and counts for none.
 * @param rows in the order of the keys
 * @param dense true: no gaps after ties
 */
export function ranks(
  { rows, starts }: GroupedRows,
  keys: readonly Column[],
  dense: boolean,
): IntegerColumn {
  const cells = keys.map((key) => (key.type === 'string' ? key.codes : key.values));
  const validity = knownRows(keys, rows.length);
  const values = new Float64Array(rows.length);
  for (let group = 0; group + 1 < starts.length; group++) {
    const partition = rows.subarray(starts[group], starts[group + 1]);
    rankPartition(partition, { cells, validity, dense }, values);
  }
  return { type: 'integer', values, validity };
}

/** Equal for equal keys, except null. */
type KeyCells = Exclude<Column, StringColumn>['values'] | StringColumn['codes'];

interface Keys {
  readonly cells: readonly KeyCells[];
  readonly validity: Uint8Array | null;
  readonly dense: boolean;
}

function rankPartition(
  rows: Int32Array,
  { cells, validity, dense }: Keys,
  values: Float64Array,
): void {
  let seen = 0;
  let rank = 0;
  let previous = -1;
  // `for of` over a typed array takes several times as long.
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    if (validity !== null && validity[row] === 0) continue;
    seen++;
    if (previous === -1 || !areEqual(cells, row, previous)) rank = dense ? rank + 1 : seen;
    previous = row;
    values[row] = rank;
  }
}

function areEqual(cells: readonly KeyCells[], row: number, other: number): boolean {
  for (const key of cells) if (key[row] !== key[other]) return false;
  return true;
}

/** One byte per row: 1 where no key is null. Null: there are no nulls. */
function knownRows(keys: readonly Column[], length: number): Uint8Array | null {
  let known: Uint8Array | null = null;
  for (const key of keys) {
    const mask = validMask(key);
    if (mask === null) continue;
    known ??= new Uint8Array(length).fill(1);
    for (let row = 0; row < length; row++) if (mask[row] === 0) known[row] = 0;
  }
  return known;
}
