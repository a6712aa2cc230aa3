import type { ColumnReference } from '../../../expressions/typed-expression.ts';
import {
  windowColumn as columnOfCall,
  type WindowCall,
  type WindowSpec,
} from '../../../expressions/window-call.ts';
import type { Column, Frame } from '../frame.ts';
import { aggregateColumn } from './aggregate-column.ts';
import { columnByName } from './column-access.ts';
import { groupRows, type GroupedRows, type Groups } from './group-rows.ts';
import { modes } from './modes.ts';
import { nearestValidRows } from './nearest-valid-rows.ts';
import { ranks, rowNumbers } from './rank-rows.ts';
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
  if (called.kind === 'row number') return cells(rowNumbers(rowsOf(frame, over), called.first));
  if (called.kind === 'rank') {
    const keys = columnsOf(frame, over.order?.keys ?? []);
    return cells(ranks(rowsOf(frame, over), keys, called.dense));
  }
  const column = columnByName(frame, columnOfCall(call).name);
  switch (called.kind) {
    case 'shift':
      return cells(takeCells(column, shiftedRows(rowsOf(frame, over), called.offset)));
    case 'fill':
      return cells(
        takeCells(column, nearestValidRows(column, rowsOf(frame, over), called.direction)),
      );
    case 'running':
      return cells(runningAggregate(column, rowsOf(frame, over), called.aggregate));
    case 'whole': {
      const groups = groupRows(columnsOf(frame, over.partition), frame.length);
      const values = wholeAggregate(column, groups, called.aggregate);
      const constant = over.partition.length === 0;
      return { column: constant ? values : takeCells(values, groups.codes), constant };
    }
  }
}

function cells(column: Column): WindowCells {
  return { column, constant: false };
}

function wholeAggregate(
  column: Column,
  groups: Groups,
  aggregate: Extract<WindowCall['function'], { kind: 'whole' }>['aggregate'],
): Column {
  return aggregate === 'mode' ? modes(column, groups) : aggregateColumn(column, groups, aggregate);
}

function rowsOf(frame: Frame, { partition, order }: WindowSpec): GroupedRows {
  const sorted = order && { keys: columnsOf(frame, order.keys), descending: order.descending };
  return windowRows(columnsOf(frame, partition), sorted, frame.length);
}

function columnsOf(frame: Frame, keys: readonly ColumnReference[]): readonly Column[] {
  return keys.map(({ name }) => columnByName(frame, name));
}
