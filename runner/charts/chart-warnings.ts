import type { ColumnSchema } from '../domain/column.ts';
import type { ConfigIssue } from '../domain/errors.ts';
import type { ChartArtifact, PieArtifact } from './chart-artifact.ts';
import type { ChartRequest, HeatmapRequest, HistogramRequest } from './chart-request.ts';
import { isChartNumber } from './chart-number.ts';

/** A warning names at most this many slices or columns. */
const MAX_NAMES = 5;

/**
 * The columns that a chart leaves out because of their types, by the config key that names them.
 * @param columns the columns of the input
 */
export function columnWarnings(
  chart: ChartRequest,
  columns: readonly ColumnSchema[],
): readonly ConfigIssue[] {
  if (chart.kind === 'histogram') return histogramWarnings(chart, columns);
  return chart.kind === 'heatmap' ? heatmapWarnings(chart, columns) : [];
}

function histogramWarnings(
  { column }: HistogramRequest,
  columns: readonly ColumnSchema[],
): readonly ConfigIssue[] {
  const found = columns.find(({ name }) => name === column);
  // Texts are read as numbers; `valueWarnings` reports if none of them is one.
  if (found?.type === 'string' || withoutNumbers([column], columns).length === 0) return [];
  const message = `The histogram is empty: the column "${column}" has no numbers. Choose a column of numbers, or count categories in a bar chart.`;
  return [{ field: 'column', message }];
}

function heatmapWarnings(
  { columns: shown, dropped_columns: dropped }: HeatmapRequest,
  columns: readonly ColumnSchema[],
): readonly ConfigIssue[] {
  if (shown.length === 0) {
    const message = 'The heatmap is empty: it has no column with numbers.';
    return [{ field: 'columns', message }];
  }
  const names = withoutNumbers(dropped, columns);
  if (names.length === 0) return [];
  const message = `The heatmap leaves out columns without numbers: ${listed(names)}.`;
  return [{ field: 'columns', message }];
}

function withoutNumbers(
  names: readonly string[],
  columns: readonly ColumnSchema[],
): readonly string[] {
  return columns
    .filter(({ name, type }) => names.includes(name) && type !== 'null' && !isChartNumber(type))
    .map(({ name }) => name);
}

/** What a chart does not show because of its values. */
export function valueWarnings(chart: ChartArtifact): readonly string[] {
  if (chart.rows_seen > 0 && isEmpty(chart)) {
    return ['The chart is empty: no row has values that it can show.'];
  }
  return chart.kind === 'pie' ? sliceWarnings(chart) : [];
}

/** A slice has an angle, which is not negative. */
function sliceWarnings({ data }: PieArtifact): readonly string[] {
  const warning = (reason: string, slices: PieArtifact['data']): readonly string[] => {
    if (slices.length === 0) return [];
    const names = listed(slices.map(({ label }) => label));
    return [`${slices.length} of ${data.length} slices cannot be drawn, ${reason}: ${names}.`];
  };
  return [
    ...warning(
      'since their values are negative',
      data.filter(({ value }) => value !== null && value < 0),
    ),
    ...warning(
      'since they have no value',
      data.filter(({ value }) => value === null),
    ),
  ];
}

function isEmpty(chart: ChartArtifact): boolean {
  switch (chart.kind) {
    case 'bar':
      return ('rows' in chart ? chart.rows : chart.data).length === 0;
    case 'pie':
    case 'histogram':
      return chart.data.length === 0;
    case 'line':
    case 'area':
      return chart.rows.length === 0;
    case 'scatter':
      return chart.points.length === 0;
    case 'boxplot':
      return chart.groups.length === 0;
    case 'heatmap':
      return chart.matrix.every((row) => row.every((value) => value === null));
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${shown.join(', ')}${rest}`;
}
