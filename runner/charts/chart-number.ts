import { isNumeric, type ColumnType } from '../domain/column.ts';

/** Whether a chart can show the values of a column as numbers. Booleans are 0 and 1. */
export function isChartNumber(type: ColumnType): boolean {
  return isNumeric(type) || type === 'boolean';
}
