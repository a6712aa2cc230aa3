import type { Column, Frame } from '../engines/pandas/frame.ts';
import { windowColumn } from '../engines/pandas/kernels/windows/window-column.ts';
import { packIntegers } from '../engines/pandas/kernels/columns/exact-integers.ts';
import { columnByName } from '../engines/pandas/kernels/columns/column-access.ts';
import { deferRepeat, nullLike } from '../engines/pandas/kernels/columns/take-rows.ts';
import type { Operand } from '../engines/pandas/kernels/cells/operand.ts';
import type { TypedExpression } from './typed-expression.ts';
import type { Literal } from './literal.ts';

/** The cell of each column that repeats one, so that what is computed from constants is computed once. */
const repeatedCells = new WeakMap<Column, Column>();

/**
 * Evaluates an expression over a frame, column by column. Constant subexpressions are evaluated once.
 * @throws UserError when a value cannot be computed
 */
export function evaluate(node: TypedExpression, frame: Frame): Operand {
  switch (node.kind) {
    case 'literal':
      return { column: constantColumn(node), constant: true };
    case 'column': {
      const column = columnByName(frame, node.name);
      const cell = repeatedCells.get(column);
      return cell === undefined ? { column, constant: false } : { column: cell, constant: true };
    }
    case 'call': {
      const args = node.args.map((arg) => evaluate(arg, frame));
      const constant = args.every((arg) => arg.constant);
      const rows = constant ? 1 : frame.length;
      return { column: node.operation.column(args, rows), constant };
    }
    case 'window':
      return windowColumn(node, frame);
  }
}

function constantColumn({ type, value }: Literal): Column {
  if (type === 'null') return nullLike({ type }, 1);
  if (type === 'string') {
    if (value === null) return { type: 'string', codes: Int32Array.of(-1), dictionary: [] };
    return { type: 'string', codes: Int32Array.of(0), dictionary: [String(value)] };
  }
  const validity = value === null ? new Uint8Array(1) : null;
  if (type === 'boolean') {
    return { type, values: Uint8Array.of(value === true ? 1 : 0), validity };
  }
  if (type === 'float') return { type, values: Float64Array.of(Number(value)), validity };
  const big = BigInt64Array.of(typeof value === 'bigint' ? value : 0n);
  return { type, values: packIntegers(big), validity };
}

/** Returns a column that repeats the constant's value in every row. Its cells are made on first use. */
export function repeatConstant(column: Column, rows: number): Column {
  const cells = deferRepeat(column, new Int32Array(rows));
  if (rows > 1) repeatedCells.set(cells, column);
  return cells;
}
