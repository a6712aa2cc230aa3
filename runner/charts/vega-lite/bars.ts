import type { JsonObject } from '../../domain/json.ts';
import type { BarArtifact, GroupedBarArtifact, HistogramArtifact } from '../chart-artifact.ts';
import { distinctNames } from '../labels.ts';
import { NumberScale } from './number-scale.ts';
import { shortBounds } from './short-bounds.ts';
import {
  labelChannel,
  measureTitle,
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

type Bar = JsonObject & { readonly value: number | bigint | string | null };

/** The channel of the length of bars. Vega stacks bars by objects with the labels as keys, and fails at `toString`. */
function lengthChannel(title: string, lengths: readonly unknown[]): JsonObject {
  const channel = new NumberScale(lengths).channel('value', title);
  return { ...channel, ...zeroScale(lengths), stack: null };
}

function bars(
  { x, y, aggregate, orientation }: BarArtifact | GroupedBarArtifact,
  values: readonly Bar[],
  channels: JsonObject,
): Specification {
  const label = labelChannel('label', x);
  const lengths = values.map(({ value }) => value);
  const scale = new NumberScale(lengths);
  const value = lengthChannel(measureTitle(aggregate, y === null ? [] : [y]), lengths);
  const axes = orientation === 'vertical' ? { x: label, y: value } : { x: value, y: label };
  return {
    data: { values: values.map((bar) => ({ ...bar, value: scale.of(bar.value) })) },
    mark: { type: 'bar', tooltip: true },
    encoding: { ...axes, ...channels },
  };
}

/** Bars without gaps. */
export function histogramSpecification({ column, data }: HistogramArtifact): Specification {
  const labels = distinctNames(shortBounds(data.map(({ label }) => label)));
  const values = data.map(({ value }, index) => ({ label: labels[index] ?? '', value }));
  return {
    data: { values },
    mark: { type: 'bar', tooltip: true, binSpacing: 0 },
    encoding: {
      x: { ...labelChannel('label', column), scale: { padding: 0.02 } },
      y: lengthChannel(
        'count',
        data.map(({ value }) => value),
      ),
    },
  };
}
