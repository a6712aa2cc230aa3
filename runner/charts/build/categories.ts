import type { BarArtifact, PieArtifact } from '../chart-artifact.ts';
import type { BarRequest, PieRequest } from '../chart-request.ts';
import { countOf, keysOf, tableOf, valueCell, type ChartRows } from '../chart-rows.ts';
import { labelsOf, restLabel, titleOf } from '../labels.ts';

type Entries = BarArtifact['data'];

/** A bar chart of one series. Tables: `categories` in their order, `rest` of at most one row, `total`. */
export function buildBar(request: BarRequest, tables: ChartRows, rowsSeen: number): BarArtifact {
  const { kind, title, x, y, aggregate, orientation } = request;
  return {
    kind,
    rows_seen: rowsSeen,
    ...titleOf(title),
    x,
    y,
    aggregate,
    orientation,
    data: entriesOf(tables),
    total_categories: countOf(tables, 'total'),
  };
}

/** A pie chart. Tables: as those of a bar chart. */
export function buildPie(request: PieRequest, tables: ChartRows, rowsSeen: number): PieArtifact {
  const { kind, title, category, value, aggregate } = request;
  return {
    kind,
    rows_seen: rowsSeen,
    ...titleOf(title),
    category,
    value,
    aggregate,
    data: entriesOf(tables),
    total_categories: countOf(tables, 'total'),
  };
}

function entriesOf(tables: ChartRows): Entries {
  const labels = labelsOf(keysOf(tables, 'categories', 'label'));
  const categories = tableOf(tables, 'categories').map((row, index) => ({
    label: labels[index] ?? '',
    value: valueCell(row, 'value'),
  }));
  const rest = tableOf(tables, 'rest').map((row) => ({
    label: restLabel(labels),
    value: valueCell(row, 'value'),
  }));
  return [...categories, ...rest];
}
