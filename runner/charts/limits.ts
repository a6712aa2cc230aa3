/** The limits of charts. They keep an artifact small, whatever the number of rows. */
export const CHART_LIMITS = {
  /** Bars without `Other`: the default and the maximum. */
  bars: { default: 25, max: 50 },
  /** Slices of a pie without `Other`. */
  slices: { default: 6, min: 2, max: 12 },
  /** Series of a line, an area or a grouped bar chart, without `Other`. */
  series: 8,
  linePoints: 1000,
  scatterPoints: 2000,
  bins: { default: 20, max: 100 },
  boxGroups: 12,
  heatmapColumns: 12,
  /** In characters. */
  label: 120,
  title: 200,
} as const;

/** A table of a chart has at most this many rows. */
export const MAX_CHART_ROWS = CHART_LIMITS.scatterPoints;
