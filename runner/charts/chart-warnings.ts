import type { ColumnSchema } from '../domain/column.ts';
import type { ConfigIssue } from '../domain/errors.ts';
import type { ChartArtifact, ChartValue, LineArtifact, PieArtifact } from './chart-artifact.ts';
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

/**
 * The columns of text that a chart reads as numbers, by the config key that names them. Nothing but the rows
 * says whether they are numbers, so a run warns only if none is: see `valueWarnings`.
 */
export function textWarnings(
  chart: ChartRequest,
  columns: readonly ColumnSchema[],
): readonly ConfigIssue[] {
  return textMeasures(chart, columns).map(({ field, name }) => {
    const message = `The column "${name}" has the type string: its texts are read as numbers, and those that are no numbers are missing in the chart. ${insteadOfText(chart)}`;
    return { field, message };
  });
}

/** @param columns the columns of the input */
function textMeasures(
  chart: ChartRequest | ChartArtifact,
  columns: readonly ColumnSchema[],
): readonly Measured[] {
  return measured(chart).filter(({ name }) =>
    columns.some((column) => column.name === name && column.type === 'string'),
  );
}

function insteadOfText(chart: ChartRequest | ChartArtifact): string {
  return 'aggregate' in chart
    ? 'Choose a column of numbers, or the aggregate count.'
    : 'Choose a column of numbers.';
}

/** A column that a chart reads as numbers. */
interface Measured {
  readonly field: string;
  readonly name: string;
}

function measured(chart: ChartRequest | ChartArtifact): readonly Measured[] {
  switch (chart.kind) {
    case 'bar':
      return namedBy('y', [chart.y]);
    case 'pie':
      return namedBy('value', [chart.value]);
    case 'line':
    case 'area':
      return namedBy('y_columns', chart.aggregate === 'count' ? [] : chart.series);
    case 'scatter':
      return [...namedBy('x', [chart.x]), ...namedBy('y', [chart.y])];
    case 'histogram':
    case 'boxplot':
      return namedBy('column', [chart.column]);
    case 'heatmap':
      return [];
  }
}

function namedBy(field: string, names: readonly (string | null)[]): readonly Measured[] {
  return names.flatMap((name) => (name === null ? [] : [{ field, name }]));
}

/** What a chart does not show because of its values. @param columns the columns of the input */
export function valueWarnings(
  chart: ChartArtifact,
  columns: readonly ColumnSchema[],
): readonly string[] {
  if (chart.rows_seen === 0) return [];
  const texts = listed(textMeasures(chart, columns).map(({ name }) => name));
  if (isEmpty(chart)) {
    return texts === ''
      ? ['The chart is empty: no row has values that it can show.']
      : [
          `The chart is empty: no row has a number in ${texts}, which is text. ${insteadOfText(chart)}`,
        ];
  }
  if (texts !== '' && showsOnlyZeros(chart)) {
    return [
      `Every value of the chart is 0: no row has another number in ${texts}, which is text. ${insteadOfText(chart)}`,
    ];
  }
  return chart.kind === 'pie' ? sliceWarnings(chart) : [];
}

/** The sum of no number is 0. */
function showsOnlyZeros(chart: ChartArtifact): boolean {
  if (!('aggregate' in chart) || chart.aggregate !== 'sum') return false;
  return hasOnly('rows' in chart ? valuesOfSeries(chart) : valuesOf(chart.data), [null, 0]);
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
      return hasOnly('rows' in chart ? valuesOfSeries(chart) : valuesOf(chart.data), [null]);
    case 'pie':
      return hasOnly(valuesOf(chart.data), [null]);
    case 'histogram':
      return chart.data.length === 0;
    case 'line':
    case 'area':
      return hasOnly(valuesOfSeries(chart), [null]);
    case 'scatter':
      return chart.points.length === 0;
    case 'boxplot':
      return chart.groups.length === 0;
    case 'heatmap':
      return chart.matrix.every((row) => row.every((value) => value === null));
  }
}

/** Each category has its bar or slice, also if none of its rows has a value. */
function hasOnly(values: readonly ChartValue[], expected: readonly ChartValue[]): boolean {
  return values.every((value) =>
    expected.includes(typeof value === 'bigint' ? Number(value) : value),
  );
}

function valuesOf(data: PieArtifact['data']): readonly ChartValue[] {
  return data.map(({ value }) => value);
}

function valuesOfSeries({ rows, series }: Pick<LineArtifact, 'rows' | 'series'>): ChartValue[] {
  return rows.flatMap((row) =>
    series.map((name) => {
      const value = row[name];
      return typeof value === 'string' ? null : (value ?? null);
    }),
  );
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${shown.join(', ')}${rest}`;
}
