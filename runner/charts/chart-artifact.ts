import { z } from 'zod';
import { CHART_AGGREGATES, ORIENTATIONS } from './chart-request.ts';
import { CHART_LIMITS } from './limits.ts';

/** Integers beyond 2^53 are bigint and are written as digits. Null: nothing to aggregate, or infinite. */
const value = z.union([z.number(), z.bigint()]).nullable();
const label = z.string().max(CHART_LIMITS.label);
const total = z.int().min(0);
const aggregate = z.enum(CHART_AGGREGATES);

const common = {
  /** The number of rows that the node read. */
  rows_seen: total,
  title: z.exactOptional(z.string().min(1).max(CHART_LIMITS.title)),
};

const entry = z.object({ label, value });
/** One row of a chart with several series: the label or x, and a value for each series. */
const seriesRow = z.record(z.string(), z.union([z.string(), value]));

const barFields = {
  ...common,
  kind: z.literal('bar'),
  x: z.string(),
  y: z.string().nullable(),
  aggregate,
  orientation: z.enum(ORIENTATIONS),
  /** The number of categories before the rest was folded into `Other`. */
  total_categories: total,
};

/** Bars in the order of the config, by default by descending value; the rest is `Other` and last. */
export const BarArtifact = z.object({ ...barFields, data: z.array(entry) });

/** Bars of several series: `label` and one value per series in each row. */
export const GroupedBarArtifact = z.object({
  ...barFields,
  rows: z.array(seriesRow),
  series: z.array(z.string()),
  group_by: z.string(),
  total_series: total,
});

/** Points by ascending `x`, a null x last: `x` as text and one value per series in each row. */
export const LineArtifact = z.object({
  ...common,
  kind: z.enum(['line', 'area']),
  x: z.string(),
  series: z.array(z.string()),
  aggregate,
  rows: z.array(seriesRow),
  total_points: total,
});

/** A coordinate: a number, or an ISO 8601 text of a datetime. */
const coordinate = z.union([z.number(), z.bigint(), z.string()]);

export const ScatterArtifact = z.object({
  ...common,
  kind: z.literal('scatter'),
  x: z.string(),
  y: z.string(),
  points: z.array(z.tuple([coordinate, coordinate])),
  /** The rows with both coordinates; at most 2000 of them are shown. */
  total_points: total,
});

/** Slices in the order of the config, by default by descending value; the rest is `Other` and last. */
export const PieArtifact = z.object({
  ...common,
  kind: z.literal('pie'),
  category: z.string(),
  value: z.string().nullable(),
  aggregate,
  data: z.array(entry),
  total_categories: total,
});

/** Counts by bin. The label has the bounds: the lower one belongs to the bin, the last bin has both. */
export const HistogramArtifact = z.object({
  ...common,
  kind: z.literal('histogram'),
  column: z.string(),
  bins: z.int(),
  /** Empty when the column has no numbers. */
  data: z.array(entry),
});

const box = z.object({
  label,
  /** The end of the lower whisker: the least value that is no outlier, and q1 at most. */
  min: value,
  q1: value,
  median: value,
  q3: value,
  /** The end of the upper whisker: the greatest value that is no outlier, and q3 at least. */
  max: value,
  /** The number of values that are more than 1.5 interquartile ranges outside the box. */
  outliers: total,
  count: total,
});

export const BoxPlotArtifact = z.object({
  ...common,
  kind: z.literal('boxplot'),
  column: z.string(),
  group_by: z.string().nullable(),
  groups: z.array(box),
  total_groups: total,
});

/** Pearson correlations over the rows that have both values; null where one of them is constant. */
export const HeatmapArtifact = z.object({
  ...common,
  kind: z.literal('heatmap'),
  columns: z.array(z.string()),
  matrix: z.array(z.array(z.number().min(-1).max(1).nullable())),
  total_columns: total,
  dropped_columns: z.array(z.string()),
});

/** A chart as a node result has it. */
export const ChartArtifact = z.union([
  BarArtifact,
  GroupedBarArtifact,
  LineArtifact,
  ScatterArtifact,
  PieArtifact,
  HistogramArtifact,
  BoxPlotArtifact,
  HeatmapArtifact,
]);

export type ChartValue = z.output<typeof value>;
export type SeriesRow = z.output<typeof seriesRow>;
export type BarArtifact = z.output<typeof BarArtifact>;
export type GroupedBarArtifact = z.output<typeof GroupedBarArtifact>;
export type LineArtifact = z.output<typeof LineArtifact>;
export type ScatterArtifact = z.output<typeof ScatterArtifact>;
export type PieArtifact = z.output<typeof PieArtifact>;
export type HistogramArtifact = z.output<typeof HistogramArtifact>;
export type BoxPlotArtifact = z.output<typeof BoxPlotArtifact>;
export type HeatmapArtifact = z.output<typeof HeatmapArtifact>;
export type ChartArtifact = z.output<typeof ChartArtifact>;
