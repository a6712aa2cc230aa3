import type { ColumnReference } from '../../../../expressions/column-reference.ts';
import {
  windowColumn as columnOfCall,
  type WindowCall,
  type WindowFunction,
  type WindowSpec,
} from '../../../../expressions/window-call.ts';
import type { Column, Frame } from '../../frame.ts';
import { aggregateColumn } from '../aggregates/aggregate-column.ts';
import { columnByName } from '../columns/column-access.ts';
import { groupRows, type GroupedRows, type Groups } from '../rows/group-rows.ts';
import { modes } from '../aggregates/modes.ts';
import { nearestValidRows } from './nearest-valid-rows.ts';
import { quantiles } from '../aggregates/quantiles.ts';
import { ranks, rowNumbers } from './rank-rows.ts';
import { rollingAggregate } from './rolling-aggregate.ts';
import { runningAggregate } from './running-aggregate.ts';
import { takeCells } from '../columns/take-rows.ts';
import { shiftedRows, windowRows } from './window-rows.ts';
import { computeCells } from '../columns/compute-cells.ts';

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
    case 'rank':
      return cells(ranks(rowsOf(frame, over), orderColumns(frame, over), called.dense));
    case 'whole':
    case 'quantile':
      return ofEachPartition(call, called, frame);
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
  const known = computeCells(new Uint8Array(values.length), (row) =>
    Number.isNaN(values[row]) || validity?.[row] === 0 ? 0 : 1,
  );
  return { type: 'float', values, validity: known };
}

function cells(column: Column): WindowCells {
  return { column, constant: false };
}

/** The cells of a function whose result is the same for the rows of a partition. */
function ofEachPartition(call: WindowCall, called: OfPartition, frame: Frame): WindowCells {
  const { partition } = call.over;
  const groups = groupRows(columnsOf(frame, partition), frame.length);
  const values = partitionColumn(columnByName(frame, columnOfCall(call).name), groups, called);
  const constant = partition.length === 0;
  return { column: constant ? values : takeCells(values, groups.codes), constant };
}

type OfPartition = Extract<WindowFunction, { readonly kind: 'whole' | 'quantile' }>;

/** A cell for each group. */
function partitionColumn(column: Column, groups: Groups, called: OfPartition): Column {
  if (called.kind === 'quantile') return quantiles(column, groups, called.share);
  const { aggregate } = called;
  return aggregate === 'mode' ? modes(column, groups) : aggregateColumn(column, groups, aggregate);
}

function rowsOf(frame: Frame, { partition, order }: WindowSpec): GroupedRows {
  const sorted = order && { keys: columnsOf(frame, order.keys), descending: order.descending };
  return windowRows(columnsOf(frame, partition), sorted, frame.length);
}

function orderColumns(frame: Frame, { order }: WindowSpec): readonly Column[] {
  return columnsOf(frame, order?.keys ?? []);
}

function columnsOf(frame: Frame, keys: readonly ColumnReference[]): readonly Column[] {
  return keys.map(({ name }) => columnByName(frame, name));
}
