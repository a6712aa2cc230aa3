import type { ChartValue, SeriesRow } from '../chart-artifact.ts';

/** A row of a chart with several series: the label, then the value of each series. */
export function seriesRow(
  label: readonly [name: 'label' | 'x', text: string],
  values: readonly (readonly [series: string, value: ChartValue])[],
): SeriesRow {
  const cells: (readonly [string, SeriesRow[string]])[] = [label, ...values];
  return Object.fromEntries(cells);
}
