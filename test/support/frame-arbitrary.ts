import fc from 'fast-check';
import type { ColumnSchema, ColumnType } from '../../runner/domain/column.ts';
import type { Column, Frame } from '../../runner/engines/pandas/frame.ts';
import { nullLike } from '../../runner/engines/pandas/kernels/columns/take-rows.ts';
import { packIntegers } from '../../runner/engines/pandas/kernels/columns/exact-integers.ts';

/** A cell: integers and datetimes as bigint. */
export type Cell = null | bigint | number | boolean | string;

type CellsByType = Readonly<Record<ColumnType, readonly Cell[]>>;

const ORDINARY: CellsByType = {
  integer: [0n, 1n, -1n, 2n, 7n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n],
  float: [0, -0, 1, 2, 2.5, -1.5, 1e300, Infinity, -Infinity, 2 ** 53],
  boolean: [false, true],
  datetime: [0n, 1_709_164_800_000_000n, 1n, -1n],
  null: [null],
  string: ['', 'a', 'b', 'ab', 'Z', 'é', 'ß', '\u{1f600}', '\uffee', 'a-b', '10'],
};

/**
 * Values at the edges of the types. NaN is no cell, since readers make it null, and a text cannot have an
 * unpaired surrogate, since files are UTF-8.
 */
const EDGES: CellsByType = {
  integer: [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 0n, -3n],
  float: [5e-324, 1.7976931348623157e308, -0, 0, 0.1, 1 / 3, -2.5, 2 ** 63, Infinity, -Infinity],
  boolean: [false, true],
  datetime: [
    -62_135_596_800_000_000n, // 0001-01-01
    253_402_300_799_999_999n, // the last microsecond of 9999
    -1n,
    951_782_400_000_000n, // 2000-02-29
  ],
  null: [null],
  string: [
    'e\u0301', // a combining accent, unlike é
    'é',
    '\u0000',
    '\u001f',
    'a\tb\r\n',
    '"\'\\',
    '\u200b',
    '\u00a0x ',
    'İ',
    'ﬁ',
    '\u{10ffff}',
    'NaN',
    'true',
    '2.50',
    '2024-02-29T10:00:00+01:00',
    '2024-02-29T10:00:00+24:00', // the greatest offset is 23:59
    '2024-02-29 10:00-23:59',
    '2024-02-29 10:00+0060',
  ],
};

/** The values of generated cells. */
export const CELL_POOLS = { ordinary: ORDINARY, edges: EDGES } as const;

/**
 * Generates a frame with these columns and `minRows` to `maxRows` rows, many of them equal, and one of four
 * cells null.
 */
export function frameOf(
  columns: readonly ColumnSchema[],
  maxRows = 30,
  pool: keyof typeof CELL_POOLS = 'ordinary',
  minRows = 0,
): fc.Arbitrary<Frame> {
  const cells = CELL_POOLS[pool];
  const row = fc.tuple(
    ...columns.map(({ type }) => fc.option(fc.constantFrom(...cells[type]), { freq: 4 })),
  );
  return fc.array(row, { minLength: minRows, maxLength: maxRows }).map((rows) => ({
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
