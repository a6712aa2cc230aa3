import type { JsonObject } from '../domain/json.ts';
import type { ChartRequest } from './chart-request.ts';
import type { ChartTable } from './chart-table.ts';

/**
 * Builds the chart of a node result from its evaluated tables.
 * @param tables by the names that the node gave them
 * @param rowsSeen the number of rows of the node's input
 */
export function buildChart(
  request: ChartRequest,
  tables: Readonly<Record<string, ChartTable>>,
  rowsSeen: number,
): JsonObject {
  const rows = Object.entries(tables).map(([name, table]) => [name, table.rows] as const);
  return { ...request, ...Object.fromEntries(rows), rows_seen: rowsSeen };
}
