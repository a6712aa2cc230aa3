import type { Row } from '../../domain/json.ts';
import type { GroupedBarArtifact, SeriesRow } from '../chart-artifact.ts';
import type { BarRequest } from '../chart-request.ts';
import { countOf, tableOf, textCell, valueCell, type ChartRows } from '../chart-rows.ts';
import { distinctNames, labelOf, OTHER, titleOf } from '../labels.ts';
import { seriesRow } from './series-row.ts';

/**
 * A bar chart of several series. Tables: `categories` and `groups` in their order, with a `label` each;
 * `cells` with `label`, `series` and `value`, where null is the rest; `total` and `total_groups`.
 */
export function buildGroupedBar(
  request: BarRequest & { readonly group_by: string },
  tables: ChartRows,
  rowsSeen: number,
): GroupedBarArtifact {
  const { kind, title, x, y, aggregate, orientation, group_by } = request;
  const cells = tableOf(tables, 'cells');
  const categories = keysOf(tables, 'categories', cells, 'label');
  const groups = keysOf(tables, 'groups', cells, 'series');
  const series = distinctNames(groups.map(nameOf), ['label']);
  const values = new Map(cells.map((row) => [cellKey(row.label, row.series), row]));
  const rowOf = (category: string | null): SeriesRow =>
    seriesRow(
      ['label', nameOf(category)],
      series.map((name, index) => [
        name,
        valueCell(values.get(cellKey(category, groups[index])), 'value'),
      ]),
    );
  return {
    kind,
    rows_seen: rowsSeen,
    ...titleOf(title),
    x,
    y,
    aggregate,
    orientation,
    rows: categories.map(rowOf),
    series,
    group_by,
    total_categories: countOf(tables, 'total'),
    total_series: countOf(tables, 'total_groups'),
  };
}

/** The keys of a table, and null at the end if some cells are of the rest. */
function keysOf(
  tables: ChartRows,
  table: string,
  cells: readonly Row[],
  column: 'label' | 'series',
): readonly (string | null)[] {
  const keys = tableOf(tables, table).map((row) => textCell(row, 'label'));
  return cells.some((row) => textCell(row, column) === null) ? [...keys, null] : keys;
}

function nameOf(key: string | null): string {
  return key === null ? OTHER : labelOf(key);
}

function cellKey(label: unknown, series: unknown): string {
  return JSON.stringify([label ?? null, series ?? null]);
}
