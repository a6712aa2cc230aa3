import { z } from 'zod';
import { CHART_LIMITS } from './limits.ts';

/** The aggregates of charts. */
export const CHART_AGGREGATES = ['sum', 'mean', 'count', 'min', 'max', 'median'] as const;
export type ChartAggregate = (typeof CHART_AGGREGATES)[number];

/** The orders in which a chart shows the categories that it keeps. */
export const CATEGORY_ORDERS = ['value', 'category', 'input'] as const;
export type CategoryOrder = (typeof CATEGORY_ORDERS)[number];

export const ORIENTATIONS = ['vertical', 'horizontal'] as const;

const aggregate = z.enum(CHART_AGGREGATES);
/** Empty: none. */
const title = z.string();

/** Bars of aggregates of `y` by `x`; without `y`, of the number of rows. */
export const BarRequest = z.object({
  kind: z.literal('bar'),
  title,
  x: z.string(),
  y: z.string().nullable(),
  aggregate,
  orientation: z.enum(ORIENTATIONS),
  /** Null: one series. */
  group_by: z.string().nullable(),
});

/** Lines or areas of aggregates of the series by `x`. */
export const LineRequest = z.object({
  kind: z.enum(['line', 'area']),
  title,
  x: z.string(),
  /** Columns. */
  series: z.array(z.string()).min(1).max(CHART_LIMITS.series),
  aggregate,
});

export const ScatterRequest = z.object({
  kind: z.literal('scatter'),
  title,
  x: z.string(),
  y: z.string(),
});

/** Slices of aggregates of `value` by `category`; without `value`, of the number of rows. */
export const PieRequest = z.object({
  kind: z.literal('pie'),
  title,
  category: z.string(),
  value: z.string().nullable(),
  aggregate,
});

export const HistogramRequest = z.object({
  kind: z.literal('histogram'),
  title,
  column: z.string(),
  bins: z.int().min(1).max(CHART_LIMITS.bins.max),
});

export const BoxPlotRequest = z.object({
  kind: z.literal('boxplot'),
  title,
  column: z.string(),
  /** Null: one group of all rows. */
  group_by: z.string().nullable(),
});

/** The correlations of columns. */
export const HeatmapRequest = z.object({
  kind: z.literal('heatmap'),
  title,
  columns: z.array(z.string()).max(CHART_LIMITS.heatmapColumns),
  /** Columns of the config that are not in the matrix: they have no numbers. */
  dropped_columns: z.array(z.string()),
  /** The columns with numbers, also those beyond the limit. */
  total_columns: z.int().min(0),
});

/** What a chart shows, as plain data. Its tables have the aggregated values. */
export const ChartRequest = z.discriminatedUnion('kind', [
  BarRequest,
  LineRequest,
  ScatterRequest,
  PieRequest,
  HistogramRequest,
  BoxPlotRequest,
  HeatmapRequest,
]);

export type BarRequest = z.output<typeof BarRequest>;
export type LineRequest = z.output<typeof LineRequest>;
export type ScatterRequest = z.output<typeof ScatterRequest>;
export type PieRequest = z.output<typeof PieRequest>;
export type HistogramRequest = z.output<typeof HistogramRequest>;
export type BoxPlotRequest = z.output<typeof BoxPlotRequest>;
export type HeatmapRequest = z.output<typeof HeatmapRequest>;
export type ChartRequest = z.output<typeof ChartRequest>;
