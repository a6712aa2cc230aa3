import type { JsonObject } from '../../domain/json.ts';
import type {
  BoxPlotArtifact,
  HeatmapArtifact,
  PieArtifact,
  ScatterArtifact,
} from '../chart-artifact.ts';
import { distinctNames } from '../labels.ts';
import { NumberScale, placeChannel } from './number-scale.ts';
import {
  labelChannel,
  measureTitle,
  numberChannel,
  timeChannel,
  titleText,
  type Specification,
} from './specification.ts';

/** Points. */
export function scatterSpecification({ x, y, points }: ScatterArtifact): Specification {
  const isTime = (index: 0 | 1): boolean => typeof points[0]?.[index] === 'string';
  const channel = (field: 'x' | 'y', title: string, index: 0 | 1): JsonObject =>
    isTime(index)
      ? timeChannel(field, title)
      : placeChannel(
          field,
          title,
          points.map((point) => point[index]),
        );
  const scales = [0, 1].map((index) => new NumberScale(points.map((point) => point[index])));
  const coordinate = (value: string | number | bigint, index: 0 | 1): string | number | bigint =>
    typeof value === 'string' ? `${value}Z` : (scales[index]?.of(value) ?? value);
  return {
    data: {
      values: points.map(([first, second]) => ({
        x: coordinate(first, 0),
        y: coordinate(second, 1),
      })),
    },
    mark: { type: 'point', filled: true, opacity: 0.5, tooltip: true },
    encoding: { x: channel('x', x, 0), y: channel('y', y, 1) },
  };
}

/** Slices. Values that are not positive have no angle. */
export function pieSpecification({ category, value, aggregate, data }: PieArtifact): Specification {
  const labels = distinctNames(data.map(({ label }) => label));
  const scale = new NumberScale(data.map((slice) => slice.value));
  const values = data
    .map(({ value: size }, index) => ({
      label: labels[index] ?? '',
      value: scale.of(size),
      place: index,
    }))
    .filter((slice) => slice.value !== null && slice.value > 0);
  return {
    data: { values },
    mark: { type: 'arc', tooltip: true, stroke: 'white' },
    encoding: {
      theta: {
        ...numberChannel(
          'value',
          scale.title(measureTitle(aggregate, value === null ? [] : [value])),
        ),
        stack: true,
      },
      order: { field: 'place', type: 'quantitative' },
      color: { field: 'label', type: 'nominal', sort: null, title: titleText(category) },
    },
  };
}

/** Boxes with whiskers to the least and the greatest value. */
export function boxPlotSpecification({ column, group_by, groups }: BoxPlotArtifact): Specification {
  const labels = distinctNames(groups.map(({ label }) => label));
  const scale = new NumberScale(groups.flatMap(({ min, max }) => [min, max]));
  const values = groups.map(({ min, q1, median, q3, max, ...group }, index) => ({
    ...group,
    label: labels[index] ?? '',
    min: scale.of(min),
    q1: scale.of(q1),
    median: scale.of(median),
    q3: scale.of(q3),
    max: scale.of(max),
  }));
  const x = labelChannel('label', group_by);
  const y = (field: string): JsonObject => ({
    ...scale.openChannel(field, column),
  });
  return {
    data: { values },
    encoding: { x },
    layer: [
      { mark: { type: 'rule' }, encoding: { y: y('min'), y2: { field: 'max' } } },
      {
        mark: { type: 'bar', size: 28, tooltip: { content: 'data' } },
        encoding: { y: y('q1'), y2: { field: 'q3' } },
      },
      { mark: { type: 'tick', size: 28, color: 'white' }, encoding: { y: y('median') } },
    ],
  };
}

/** Coloured cells with their correlations. */
export function heatmapSpecification({ columns, matrix }: HeatmapArtifact): Specification {
  const labels = distinctNames(columns);
  const values = matrix.flatMap((row, first) =>
    row.map((correlation, second) => ({
      row: labels[first] ?? '',
      column: labels[second] ?? '',
      correlation,
    })),
  );
  return {
    data: { values },
    encoding: { x: labelChannel('column', null), y: labelChannel('row', null) },
    layer: [
      {
        mark: { type: 'rect', tooltip: true },
        encoding: {
          color: {
            ...numberChannel('correlation', 'correlation'),
            scale: { domain: [-1, 1], scheme: 'redblue' },
          },
        },
      },
      {
        transform: [{ filter: 'isValid(datum.correlation)' }],
        mark: { type: 'text' },
        encoding: {
          text: { field: 'correlation', type: 'quantitative', format: '.2f' },
          // The ends of the scale are dark.
          color: {
            condition: { test: 'abs(datum.correlation) > 0.6', value: 'white' },
            value: 'black',
          },
        },
      },
    ],
  };
}
