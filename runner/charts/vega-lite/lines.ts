import type { JsonObject } from '../../domain/json.ts';
import type { LineArtifact } from '../chart-artifact.ts';
import { datetimeText } from '../../expressions/values/dates.ts';
import { readIsoDatetime } from '../../expressions/values/iso-datetime.ts';
import { BLANK, distinctNames } from '../labels.ts';
import { NumberScale, placeChannel } from './number-scale.ts';
import {
  labelChannel,
  measureTitle,
  seriesChannel,
  timeChannel,
  type Specification,
} from './specification.ts';

/** The values of x, and the channel that shows them. A scale of numbers or of time has no place for a blank. */
interface Axis {
  readonly values: readonly (number | string | null)[];
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
  const scale = new NumberScale(rows.flatMap((row) => series.map((name) => row[name])));
  const values = rows.flatMap((row, index) => {
    const place = axis.values[index] ?? null;
    if (place === null) return [];
    return series.map((name) => ({ x: place, series: name, value: scale.of(row[name] ?? null) }));
  });
  // A legend of lines without entries has an infinite size.
  const hasLegend = series.length > 1 && values.length > 0;
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
        ...scale.nearChannel('value', measureTitle(aggregate, series)),
        stack: null,
      },
      color: hasLegend ? seriesChannel(null) : { ...seriesChannel(null), legend: null },
    },
  };
}

/** An axis of numbers, of time, or of labels: the texts of an artifact have no type. */
function axisOf(texts: readonly string[], title: string): Axis {
  const shown = texts.at(-1) === BLANK ? `${title}, without ${BLANK}` : title;
  const numbers = placesOf(texts, readNumber);
  if (numbers !== null) {
    const scale = new NumberScale(numbers);
    const values = numbers.map((number) => scale.of(number));
    return { values, channel: placeChannel('x', shown, numbers) };
  }
  const times = placesOf(texts, readTime);
  if (times !== null) return { values: times, channel: timeChannel('x', shown) };
  return { values: distinctNames(texts), channel: labelChannel('x', title) };
}

/** The places on a scale, null for a last blank; null when another text has none, or there is no other. */
function placesOf(
  texts: readonly string[],
  read: (text: string) => number | string | null,
): Axis['values'] | null {
  // A point without x is last. Elsewhere the label is a text of the user.
  const isBlank = (index: number): boolean => texts[index] === BLANK && index === texts.length - 1;
  const places = texts.map((text, index) => (isBlank(index) ? null : read(text)));
  const isScale = places.every((place, index) => isBlank(index) || place !== null);
  return isScale && places.some((place) => place !== null) ? places : null;
}

function readNumber(text: string): number | null {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : null;
}

/** Reads a date or a time as a time in UTC. */
function readTime(text: string): string | null {
  const time = readIsoDatetime(text);
  return time === null ? null : `${datetimeText(time).replace(' ', 'T')}Z`;
}
