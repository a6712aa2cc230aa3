import type { Column, Frame } from '../../engines/pandas/frame.ts';
import { columnByName } from '../../engines/pandas/kernels/columns/column-access.ts';
import { groupRows } from '../../engines/pandas/kernels/rows/group-rows.ts';
import { sortFrame } from '../../engines/pandas/kernels/rows/sort-frame.ts';
import { takeCells } from '../../engines/pandas/kernels/columns/take-rows.ts';
import { asText } from '../../expressions/coerce.ts';
import { toCompiledExpression } from '../../expressions/compiled-expression.ts';
import { toColumn } from '../../expressions/index.ts';
import { columnReference } from '../../expressions/typed-expression.ts';
import type { Pivot } from '../../plan/operators/pivot.ts';

/** Turns the values of a column into columns, in time linear in the rows and in the cells of the result. */
export function pivotFrame(frame: Frame, { index, column, value, heads }: Pivot): Frame {
  const indexColumns = index.map((name) => columnByName(frame, name));
  const groups = groupRows(indexColumns, frame.length);
  const rowsByHead = heads.map(() => new Int32Array(groups.count).fill(-1));
  const headOf = headOfRow(
    toColumn(toCompiledExpression(asText(columnReference(column))), frame),
    heads,
  );
  for (let row = 0; row < frame.length; row++) {
    const rows = rowsByHead[headOf(row)];
    if (rows !== undefined) rows[groups.codes[row] ?? 0] = row;
  }
  const cells = columnByName(frame, value.name);
  const pivoted: Frame = {
    length: groups.count,
    names: [...index, ...heads.map(({ name }) => name)],
    columns: [
      ...indexColumns.map((each) => takeCells(each, groups.firstRows)),
      ...rowsByHead.map((rows) => takeCells(cells, rows)),
    ],
  };
  const keys = index.map((name) => ({ column: name, descending: false }));
  return sortFrame(pivoted, keys, 'last');
}

/** The position of the head of a row; -1 for a value that is not listed. Equal values have equal texts. */
function headOfRow(texts: Column, heads: Pivot['heads']): (row: number) => number {
  const nullHead = heads.findIndex(({ isNull }) => isNull);
  if (texts.type !== 'string') return () => nullHead;
  const positions = new Map(heads.flatMap(({ name, isNull }, at) => (isNull ? [] : [[name, at]])));
  const headOfCode = texts.dictionary.map((text) => positions.get(text) ?? -1);
  return (row) => headOfCode[texts.codes[row] ?? -1] ?? nullHead;
}
