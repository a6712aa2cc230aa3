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

/**
 * A text of the user as a title. Vega writes titles into expressions, and its parser takes a text that is `if` or
 * the name of a property of all objects, such as `constructor`, for an identifier, and fails at the second line
 * separator of a text. A space at the end, which no picture shows, makes another text of the first.
 */
export function titleText(text: string): string {
  const line = text.replace(/[\u2028\u2029]/g, ' ');
  return line === 'if' || line in Object.prototype ? `${line} ` : line;
}

function channelTitle(title: string | null): { readonly title: string | null } {
  return { title: title === null ? null : titleText(title) };
}

/** A channel of labels in the order of the data. @param title null: none */
export function labelChannel(field: string, title: string | null): JsonObject {
  return {
    field,
    type: 'nominal',
    sort: null,
    ...channelTitle(title),
    axis: { labelLimit: LABEL_LIMIT, labelOverlap: true },
  };
}

/** The legend of a channel of series, in the order of the data. */
export function seriesChannel(title: string | null): JsonObject {
  return {
    field: 'series',
    type: 'nominal',
    sort: null,
    ...channelTitle(title),
    legend: { labelLimit: LABEL_LIMIT },
  };
}

/** A channel of numbers. */
export function numberChannel(field: string, title: string): JsonObject {
  return { field, type: 'quantitative', ...channelTitle(title) };
}

/** A picture would name the bounds of a scale without places, such as NaN. */
const AT_ZERO = { scale: { domain: [0, 0] } } as const;

function hasPlace(values: readonly unknown[]): boolean {
  return values.some((value) => value !== null && value !== undefined);
}

/** A scale that has zero. */
export function zeroScale(places: readonly unknown[]): JsonObject {
  return hasPlace(places) ? {} : AT_ZERO;
}

/** A scale from the least to the greatest place. Without places it is at zero. */
export function openScale(places: readonly unknown[]): JsonObject {
  return hasPlace(places) ? { scale: { zero: false } } : AT_ZERO;
}

/** A channel of times in UTC. */
export function timeChannel(field: string, title: string): JsonObject {
  return { field, type: 'temporal', ...channelTitle(title), scale: { type: 'utc' } };
}

/** A title names at most this many columns. */
const MAX_COLUMNS = 3;

/**
 * What the numbers of a chart are, such as `sum of amount`, `mean of open, close`, or `count` of rows.
 * @param columns those that are aggregated; with the aggregate count they do not matter
 */
export function measureTitle(aggregate: string, columns: readonly string[]): string {
  if (aggregate === 'count' || columns.length === 0) return aggregate;
  const isLong = columns.length > MAX_COLUMNS + 1;
  const named = isLong ? columns.slice(0, MAX_COLUMNS) : columns;
  const rest = isLong ? ` and ${columns.length - MAX_COLUMNS} others` : '';
  return `${aggregate} of ${named.join(', ')}${rest}`;
}
