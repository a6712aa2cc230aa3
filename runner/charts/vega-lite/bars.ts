import type { JsonObject } from '../../domain/json.ts';
import type { BarArtifact, GroupedBarArtifact, HistogramArtifact } from '../chart-artifact.ts';
import { distinctNames } from '../labels.ts';
import {
  labelChannel,
  measureTitle,
  numberChannel,
  seriesChannel,
  zeroScale,
  type Specification,
} from './specification.ts';

/** Bars of one series. */
export function barSpecification(chart: BarArtifact): Specification {
  const labels = distinctNames(chart.data.map(({ label }) => label));
  const values = chart.data.map(({ value }, index) => ({ label: labels[index] ?? '', value }));
  return bars(chart, values, {});
}

/** Bars of several series, side by side in each category. */
export function groupedBarSpecification(chart: GroupedBarArtifact): Specification {
  const labels = distinctNames(chart.rows.map(({ label }) => String(label)));
  const values = chart.rows.flatMap((row, index) =>
    chart.series.map((series) => ({
      label: labels[index] ?? '',
      series,
      value: row[series] ?? null,
    })),
  );
  const offset = { field: 'series', type: 'nominal', sort: null } as const;
  return bars(chart, values, {
    [chart.orientation === 'vertical' ? 'xOffset' : 'yOffset']: offset,
    color: seriesChannel(chart.group_by),
  });
}

/** The channel of the length of bars. Vega stacks bars by objects with the labels as keys, and fails at `toString`. */
function lengthChannel(title: string, bars: readonly JsonObject[]): JsonObject {
  const lengths = bars.map(({ value }) => value);
  return { ...numberChannel('value', title), ...zeroScale(lengths), stack: null };
}

function bars(
  { x, y, aggregate, orientation }: BarArtifact | GroupedBarArtifact,
  values: readonly JsonObject[],
  channels: JsonObject,
): Specification {
  const label = labelChannel('label', x);
  const value = lengthChannel(measureTitle(aggregate, y), values);
  const axes = orientation === 'vertical' ? { x: label, y: value } : { x: value, y: label };
  return {
    data: { values },
    mark: { type: 'bar', tooltip: true },
    encoding: { ...axes, ...channels },
  };
}

/** Bars without gaps. */
export function histogramSpecification({ column, data }: HistogramArtifact): Specification {
  const labels = distinctNames(data.map(({ label }) => label));
  const values = data.map(({ value }, index) => ({ label: labels[index] ?? '', value }));
  return {
    data: { values },
    mark: { type: 'bar', tooltip: true, binSpacing: 0 },
    encoding: {
      x: { ...labelChannel('label', column), scale: { padding: 0.02 } },
      y: lengthChannel('count', values),
    },
  };
}
