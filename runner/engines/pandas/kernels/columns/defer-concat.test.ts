import pl from '../../../polars/pinned/library.ts';
import type { ColumnType } from '../../../../domain/column.ts';
import { cellValues } from '../../cell-values.ts';
import { deferColumn, pendingSource } from '../../deferred-column.ts';
import type { Column } from '../../frame.ts';
import { fromPolars } from '../../from-polars.ts';
import { deferConcat, type ColumnPart } from './defer-concat.ts';
import { takeCells } from './take-rows.ts';

const DAY = new Date(86_400_000);
const CASES: readonly (readonly [ColumnType, pl.DataType, readonly unknown[]])[] = [
  ['integer', pl.Int64, [1, null, 3]],
  ['float', pl.Float64, [1.5, null, 3]],
  ['string', pl.String, ['a', null, 'b']],
  ['boolean', pl.Bool, [true, null, false]],
  ['datetime', pl.Datetime('us'), [DAY, null, DAY]],
];

/** A column of a file that no kernel reads. */
function pendingColumn(type: ColumnType, series: pl.Series): Column {
  const load = (): Column => {
    const [column] = fromPolars(pl, pl.DataFrame([series])).columns;
    if (column === undefined) throw new TypeError('No column.');
    return column;
  };
  return deferColumn(type, {
    length: series.length,
    load,
    peek: (rows) => takeCells(load(), rows),
    table: (rows, name) => (rows === null ? pl.DataFrame({ [name]: series }) : null),
    mask: () => null,
  });
}

describe.each(CASES)('parts of the type %s', (type, dtype, values) => {
  const series = pl.Series('cells', [...values], dtype);
  /** More nulls than the column has cells stand before it, and some after it. */
  const parts = (): readonly ColumnPart[] => [
    { column: null, length: 8 },
    { column: pendingColumn(type, series), length: 3 },
    { column: pendingColumn(type, series), length: 3 },
    { column: null, length: 1 },
  ];
  const [first, , last] = cellValues(pendingColumn(type, series));
  const expected = [...Array.from({ length: 8 }, () => null), first, null, last, first, null, last];

  it('are concatenated in polars as in arrays', () => {
    const column = deferConcat(type, parts());
    const written = pendingSource(column)?.table(null, 'cells');
    expect(written?.columns).toEqual(['cells']);
    expect(written?.dtypes[0]?.equals(series.dtype)).toBe(true);
    const [read] = written ? fromPolars(pl, written).columns : [];
    expect(read && cellValues(read)).toEqual([...expected, null]);
    expect(cellValues(column)).toEqual([...expected, null]);
  });

  it('give the cells of some rows in any order', () => {
    const source = pendingSource(deferConcat(type, parts()));
    const cells = source && cellValues(source.peek(Int32Array.of(13, -1, 0, 8, 14, 10)));
    expect(cells).toEqual([last, null, null, first, null, last]);
  });
});
