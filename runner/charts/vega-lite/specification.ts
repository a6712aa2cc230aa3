import type { JsonObject } from '../../domain/json.ts';

/** A Vega-Lite specification, and its parts. */
export type Specification = JsonObject;

/** The fields that all charts have. */
export const COMMON = {
  $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
  width: 600,
  height: 360,
  background: 'white',
} as const;

/** Labels that are longer are cut in the picture, and full in the artifact. In pixels. */
const LABEL_LIMIT = 160;

/** A channel of labels in the order of the data. @param title null: none */
export function labelChannel(field: string, title: string | null): JsonObject {
  return {
    field,
    type: 'nominal',
    sort: null,
    title,
    axis: { labelLimit: LABEL_LIMIT, labelOverlap: true },
  };
}

/** The legend of a channel of series, in the order of the data. */
export function seriesChannel(title: string | null): JsonObject {
  return {
    field: 'series',
    type: 'nominal',
    sort: null,
    title,
    legend: { labelLimit: LABEL_LIMIT },
  };
}

/** A channel of numbers. */
export function numberChannel(field: string, title: string): JsonObject {
  return { field, type: 'quantitative', title };
}

/**
 * A scale from the least to the greatest place. Without places it is at zero: a picture would name bounds such as
 * NaN.
 */
export function openScale(places: readonly unknown[]): JsonObject {
  return { scale: places.length === 0 ? { domain: [0, 0] } : { zero: false } };
}

/** Of the centuries in which most data lies. */
const YEAR = /^(1[5-9]|2[01])\d\d$/;

/** A channel of places on a scale that may not have zero. Years have no separator of thousands. */
export function placeChannel(
  field: string,
  title: string,
  places: readonly (number | bigint | string | null)[],
): JsonObject {
  const numbers = places.filter((place) => place !== null);
  const areYears = numbers.length > 0 && numbers.every((number) => YEAR.test(String(number)));
  const axis = areYears ? { axis: { format: 'd', tickMinStep: 1 } } : {};
  return { ...numberChannel(field, title), ...openScale(numbers), ...axis };
}

/** A channel of times in UTC. */
export function timeChannel(field: string, title: string): JsonObject {
  return { field, type: 'temporal', title, scale: { type: 'utc' } };
}

/** What the numbers of a chart are, such as `sum of amount` or `count`. */
export function measureTitle(aggregate: string, column: string | null): string {
  return column === null ? aggregate : `${aggregate} of ${column}`;
}
