import type { ColumnReference } from '../../../expressions/typed-expression.ts';
import {
  windowColumn as columnOfCall,
  type WindowCall,
  type WindowFunction,
  type WindowSpec,
} from '../../../expressions/window-call.ts';
import type { Column, Frame } from '../frame.ts';
import { aggregateColumn } from './aggregate-column.ts';
import { columnByName } from './column-access.ts';
import { groupRows, type GroupedRows, type Groups } from './group-rows.ts';
import { modes } from './modes.ts';
import { nearestValidRows } from './nearest-valid-rows.ts';
import { ranks, rowNumbers } from './rank-rows.ts';
import { rollingAggregate } from './rolling-aggregate.ts';
import { runningAggregate } from './running-aggregate.ts';
import { takeCells } from './take-rows.ts';
import { shiftedRows, windowRows } from './window-rows.ts';

/** The cells of a window call. A constant has one cell for all rows. */
export interface WindowCells {
  readonly column: Column;
  readonly constant: boolean;
}

/**
 * Evaluates a window call over a frame.
 * @throws AggregateOverflow when an integer sum or product is beyond 64 bits
 */
export function windowColumn(call: WindowCall, frame: Frame): WindowCells {
  const { function: called, over } = call;
  switch (called.kind) {
    case 'row number':
      return cells(rowNumbers(rowsOf(frame, over), called.first));
    case 'rank': {
      const keys = columnsOf(frame, over.order?.keys ?? []);
      return cells(ranks(rowsOf(frame, over), keys, called.dense));
    }
    case 'whole':
      return wholeCells(columnByName(frame, columnOfCall(call).name), called.aggregate, {
        groups: groupRows(columnsOf(frame, over.partition), frame.length),
        constant: over.partition.length === 0,
      });
    case 'shift':
    case 'fill':
    case 'running':
    case 'rolling': {
      const column = columnByName(frame, columnOfCall(call).name);
      return cells(ofEachRow(column, rowsOf(frame, over), called));
    }
  }
}

/** The cells of a function whose result differs between the rows of a partition. */
function ofEachRow(
  column: Column,
  partitions: GroupedRows,
  called: Extract<WindowFunction, { readonly kind: 'shift' | 'fill' | 'running' | 'rolling' }>,
): Column {
  switch (called.kind) {
    case 'shift':
      return takeCells(column, shiftedRows(partitions, called.offset));
    case 'fill':
      return takeCells(column, nearestValidRows(column, partitions, called.direction));
    case 'running':
      return withoutNaN(runningAggregate(column, partitions, called.aggregate));
    case 'rolling':
      return withoutNaN(rollingAggregate(column, partitions, called));
  }
}

/** NaN, such as the sum of infinities of both signs, is null. */
function withoutNaN(column: Column): Column {
  if (column.type !== 'float' || !column.values.some(Number.isNaN)) return column;
  const { values, validity } = column;
  const known = Uint8Array.from(values, (value, row) =>
    Number.isNaN(value) || validity?.[row] === 0 ? 0 : 1,
  );
  return { type: 'float', values, validity: known };
}

function cells(column: Column): WindowCells {
  return { column, constant: false };
}

/** @param constant whether all rows are in one group */
function wholeCells(
  column: Column,
  aggregate: Extract<WindowFunction, { readonly kind: 'whole' }>['aggregate'],
  { groups, constant }: { readonly groups: Groups; readonly constant: boolean },
): WindowCells {
  const values =
    aggregate === 'mode' ? modes(column, groups) : aggregateColumn(column, groups, aggregate);
  return { column: constant ? values : takeCells(values, groups.codes), constant };
}

function rowsOf(frame: Frame, { partition, order }: WindowSpec): GroupedRows {
  const sorted = order && { keys: columnsOf(frame, order.keys), descending: order.descending };
  return windowRows(columnsOf(frame, partition), sorted, frame.length);
}

function columnsOf(frame: Frame, keys: readonly ColumnReference[]): readonly Column[] {
  return keys.map(({ name }) => columnByName(frame, name));
}
