import type { Row } from '../../domain/json.ts';
import type { GroupedBarArtifact, SeriesRow } from '../chart-artifact.ts';
import type { BarRequest } from '../chart-request.ts';
import { countOf, keysOf, tableOf, textCell, valueCell, type ChartRows } from '../chart-rows.ts';
import { labelsOf, restLabel, seriesKeys, titleOf } from '../labels.ts';
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
  const categories = namedKeys(tables, 'categories', cells, 'label');
  const groups = namedKeys(tables, 'groups', cells, 'series');
  const series = seriesKeys(
    groups.map(({ name }) => name),
    'label',
  );
  const values = new Map(cells.map((row) => [cellKey(row.label, row.series), row]));
  const rowOf = (category: NamedKey): SeriesRow =>
    seriesRow(
      ['label', category.name],
      // Without rows a category has no bar of the series.
      series.flatMap((name, index) => {
        const cell = values.get(cellKey(category.key, groups[index]?.key));
        return cell === undefined ? [] : [[name, valueCell(cell, 'value')] as const];
      }),
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

/** A category or a series. */
interface NamedKey {
  /** Null: the rest. */
  readonly key: string | null;
  readonly name: string;
}

/** The keys of a table, and null at the end if some cells are of the rest. */
function namedKeys(
  tables: ChartRows,
  table: string,
  cells: readonly Row[],
  column: 'label' | 'series',
): readonly NamedKey[] {
  const keys = keysOf(tables, table, 'label');
  const labels = labelsOf(keys);
  const shown = keys.map((key, index) => ({ key, name: labels[index] ?? '' }));
  const hasRest = cells.some((row) => textCell(row, column) === null);
  return hasRest ? [...shown, { key: null, name: restLabel(labels) }] : shown;
}

function cellKey(label: unknown, series: unknown): string {
  return JSON.stringify([label ?? null, series ?? null]);
}
