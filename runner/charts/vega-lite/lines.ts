import type { JsonObject, JsonValue } from '../../domain/json.ts';
import type { LineArtifact } from '../chart-artifact.ts';
import { distinctNames } from '../labels.ts';
import {
  labelChannel,
  measureTitle,
  numberChannel,
  seriesChannel,
  type Specification,
} from './specification.ts';

const DATETIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?$/;

/** The values of x as text, and the channel that shows them. */
interface Axis {
  readonly values: readonly JsonValue[];
  readonly channel: JsonObject;
}

/** Lines, or areas that do not add up, since a sum of means has no meaning. */
export function lineSpecification({
  kind,
  x,
  series,
  aggregate,
  rows,
}: LineArtifact): Specification {
  const axis = axisOf(
    rows.map((row) => String(row.x)),
    x,
  );
  const values = rows.flatMap((row, index) =>
    series.map((name) => ({
      x: axis.values[index] ?? null,
      series: name,
      value: row[name] ?? null,
    })),
  );
  const [only = ''] = series;
  const isSingle = series.length === 1;
  const point = rows.length <= 50;
  return {
    data: { values },
    mark:
      kind === 'line'
        ? { type: 'line', point, tooltip: true }
        : { type: 'area', line: true, opacity: 0.35, point, tooltip: true },
    encoding: {
      x: axis.channel,
      y: {
        ...numberChannel('value', measureTitle(aggregate, isSingle ? only : null)),
        stack: null,
      },
      color: isSingle ? { ...seriesChannel(null), legend: null } : seriesChannel(null),
    },
  };
}

/** An axis of time, of numbers, or of labels: the texts of an artifact have no type. */
function axisOf(texts: readonly string[], title: string): Axis {
  if (texts.length > 0 && texts.every((text) => DATETIME.test(text))) {
    return {
      values: texts.map((text) => `${text.replace(' ', 'T')}Z`),
      channel: { field: 'x', type: 'temporal', title, scale: { type: 'utc' } },
    };
  }
  const numbers = texts.map(Number);
  if (texts.every((text, index) => text.trim() !== '' && Number.isFinite(numbers[index]))) {
    const scale = { zero: false };
    return { values: numbers, channel: { ...numberChannel('x', title), scale } };
  }
  return { values: distinctNames(texts), channel: labelChannel('x', title) };
}
