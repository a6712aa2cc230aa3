import fc from 'fast-check';
import type { ColumnSchema, ColumnType } from '../../runner/domain/column.ts';
import type { Column, Frame } from '../../runner/engines/pandas/frame.ts';
import { nullLike } from '../../runner/engines/pandas/kernels/take-rows.ts';
import { packIntegers } from '../../runner/engines/pandas/kernels/exact-integers.ts';

/** A cell: integers and datetimes as bigint. */
export type Cell = null | bigint | number | boolean | string;

const CELLS: Readonly<Record<ColumnType, fc.Arbitrary<Cell>>> = {
  integer: nullable(
    fc.constantFrom(0n, 1n, -1n, 2n, 7n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n),
  ),
  float: nullable(fc.constantFrom(0, -0, 1, 2, 2.5, -1.5, 1e300, Infinity, -Infinity, 2 ** 53)),
  boolean: nullable(fc.boolean()),
  datetime: nullable(fc.constantFrom(0n, 1_709_164_800_000_000n, 1n, -1n)),
  null: fc.constant(null),
  string: nullable(
    fc.constantFrom('', 'a', 'b', 'ab', 'Z', 'é', 'ß', '\u{1f600}', '\uffee', 'a-b', '10'),
  ),
};

function nullable(cells: fc.Arbitrary<Cell>): fc.Arbitrary<Cell> {
  return fc.option(cells, { freq: 4 });
}

/** Generates a frame with these columns and up to `maxRows` rows, many of them equal. */
export function frameOf(columns: readonly ColumnSchema[], maxRows = 30): fc.Arbitrary<Frame> {
  const row = fc.tuple(...columns.map(({ type }) => CELLS[type]));
  return fc.array(row, { maxLength: maxRows }).map((rows) => ({
    length: rows.length,
    names: columns.map(({ name }) => name),
    columns: columns.map(({ type }, at) =>
      columnOf(
        type,
        rows.map((cells) => cells[at] ?? null),
      ),
    ),
  }));
}

export function columnOf(type: ColumnType, cells: readonly Cell[]): Column {
  const validity = cells.includes(null)
    ? Uint8Array.from(cells, (cell) => (cell === null ? 0 : 1))
    : null;
  switch (type) {
    case 'integer':
    case 'datetime':
      return {
        type,
        values: packIntegers(BigInt64Array.from(cells, (cell) => BigInt(cell ?? 0))),
        validity,
      };
    case 'float':
      return { type, values: Float64Array.from(cells, Number), validity };
    case 'boolean':
      return { type, values: Uint8Array.from(cells, Number), validity };
    case 'null':
      return nullLike({ type }, cells.length);
    case 'string': {
      const dictionary = [...new Set(['unused', ...cells.filter((cell) => cell !== null)])];
      return {
        type,
        codes: Int32Array.from(cells, (cell) => (cell === null ? -1 : dictionary.indexOf(cell))),
        dictionary: dictionary.map(String),
      };
    }
  }
}

/** Returns the cells of a column. */
export function cellsOf(column: Column): readonly Cell[] {
  if (column.type === 'string') {
    return Array.from(column.codes, (code) =>
      code === -1 ? null : (column.dictionary[code] ?? ''),
    );
  }
  const { values, validity, type } = column;
  return Array.from(values as ArrayLike<number | bigint>, (value, row) => {
    if (validity?.[row] === 0) return null;
    if (type === 'boolean') return value === 1;
    return type === 'float' ? value : BigInt(value);
  });
}

/** Returns the rows of a frame. */
export function rowsOf(frame: Frame): readonly (readonly Cell[])[] {
  const cells = frame.columns.map(cellsOf);
  return Array.from({ length: frame.length }, (_, row) =>
    cells.map((column) => column[row] ?? null),
  );
}
