import type { GraphDocument, GraphNode } from '../../runner/domain/graph.ts';
import type { ReadTable } from './table-file.ts';

/** The kinds of joins that keep the order of their left input. */
const ORDERED_JOINS: readonly unknown[] = ['left', 'semi', 'anti'];

/** Whether the node leaves the order of its rows open. */
export function destroysOrder({ type, data }: Pick<GraphNode, 'type' | 'data'>): boolean {
  return type === 'join' && !ORDERED_JOINS.includes(data.config.how ?? 'inner');
}

/** The ids of nodes whose row order is open: that of the node itself or of one of its ancestors. */
export function nodesWithoutOrder({ nodes, edges }: GraphDocument): ReadonlySet<string> {
  const found = new Set(nodes.filter(destroysOrder).map(({ id }) => id));
  let size = 0;
  while (size < found.size) {
    size = found.size;
    for (const { source, target } of edges) if (found.has(source)) found.add(target);
  }
  return found;
}

/** The table with its rows in the order of their texts. */
export function sortedRows(table: ReadTable): ReadTable {
  const rows = table.rows.map((cells) => [cells.map(textOf).join('\u0000'), cells] as const);
  rows.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return { ...table, rows: rows.map(([, cells]) => cells) };
}

function textOf(cell: unknown): string {
  return Object.is(cell, -0) ? '-0' : String(cell);
}
