import type pl from 'nodejs-polars';
import { dtypeOf, type ColumnSchema } from '../domain/column.ts';
import type { ColumnProfile, TopValue } from '../domain/dataset.ts';
import type { JsonValue } from '../domain/json.ts';
import { truncateText } from '../domain/truncate-text.ts';
import { deviationOf, meanOf } from '../engines/pandas/kernels/aggregates/column-summary.ts';
import type { IntegerOffsets } from '../engines/pandas/kernels/columns/integer-offsets.ts';
import { plusBase } from '../engines/plus-base.ts';
import { columnsOf } from '../engines/polars/column-types.ts';
import { columnValues } from './sample-rows.ts';

/** Maximum number of rows that a profile reads. */
export const PROFILE_ROWS = 10_000;
const TOP_VALUES = 5;

type Present = string | number | bigint | boolean;

/**
 * Profiles every column of a frame, from its first 10,000 rows.
 * @param total number of rows of the whole table, whose head `frame` may be
 */
export function profileFrame(frame: pl.DataFrame, total = frame.height): ColumnProfile[] {
  const head = frame.head(PROFILE_ROWS);
  // One series at a time: thousands of live series cost the garbage collector seconds.
  return columnsOf(head).map((column) => {
    const series = head.getColumn(column.name);
    const values = columnValues(series);
    return profileColumn(column, { values, total, infinities: infinitiesOf(column, series) });
  });
}

/** JSON has no infinities, and the values of a column have null for them. */
function infinitiesOf({ type }: ColumnSchema, series: pl.Series): { count: number; kinds: number } {
  if (type !== 'float') return { count: 0, kinds: 0 };
  const infinite = series.filter(series.isInfinite());
  return { count: infinite.length, kinds: infinite.length === 0 ? 0 : infinite.nUnique() };
}

interface Cells {
  readonly values: readonly JsonValue[];
  readonly total: number;
  readonly infinities: { readonly count: number; readonly kinds: number };
}

function profileColumn(column: ColumnSchema, { values, total, infinities }: Cells): ColumnProfile {
  const present = values.filter((value): value is Present => isPresent(value));
  const nulls = values.length - present.length - infinities.count;
  return {
    name: column.name,
    dtype: dtypeOf(column.type),
    null_count: nulls,
    null_pct: values.length === 0 ? 0 : round((nulls / values.length) * 100, 2),
    distinct: new Set(present).size + infinities.kinds,
    scanned: values.length,
    total,
    ...(present.length > 0 && detail(column, present)),
  };
}

function isPresent(value: JsonValue): boolean {
  return value !== null && typeof value !== 'object';
}

function detail(column: ColumnSchema, present: readonly Present[]): Partial<ColumnProfile> {
  switch (dtypeOf(column.type)) {
    case 'boolean':
      return { true_count: present.filter((value) => value === true).length };
    case 'integer':
    case 'float':
      return numberDetail(
        present.filter((value) => typeof value !== 'string' && typeof value !== 'boolean'),
      );
    case 'datetime':
      return extremes(present);
    case 'string':
      return textDetail(present.filter((value) => typeof value === 'string'));
  }
}

function extremes<T extends Present>(present: readonly T[]): { min: T; max: T } | object {
  const [first] = present;
  if (first === undefined) return {};
  let min = first;
  let max = first;
  for (const value of present) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min: rounded(min), max: rounded(max) };
}

function rounded(value: Present): Present {
  return typeof value === 'number' ? round(value, 4) : value;
}

function numberDetail(present: readonly (number | bigint)[]): Partial<ColumnProfile> {
  const { base, offsets } = offsetsOf(present);
  const sumMean = meanOf(offsets);
  // A sum beyond the range of floats can have a mean within it.
  const mean = Number.isFinite(sumMean)
    ? sumMean
    : offsets.reduce((sum, value) => sum + value / offsets.length, 0);
  const std = present.length < 2 ? null : deviationOf(offsets, mean);
  return {
    ...extremes(present),
    mean: finite(round(plusBase(base, mean), 4)),
    std: std === null ? null : finite(round(std, 4)),
  };
}

/** Floats round large integers, so that they are taken from one of them. */
function offsetsOf(present: readonly (number | bigint)[]): IntegerOffsets {
  const base = present.find((value) => typeof value === 'bigint');
  if (base === undefined) return { base: 0n, offsets: Float64Array.from(present, Number) };
  return { base, offsets: Float64Array.from(present, (value) => Number(BigInt(value) - base)) };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function textDetail(present: readonly string[]): Partial<ColumnProfile> {
  const counts = new Map<string, number>();
  let min = Infinity;
  let max = 0;
  for (const text of present) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
    const length = codePoints(text);
    min = Math.min(min, length);
    max = Math.max(max, length);
  }
  return { min_len: min, max_len: max, top_values: topValues(counts) };
}

function codePoints(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) length--;
  }
  return length;
}

/** Returns the most frequent values first; ties keep the order of first appearance. */
function topValues(counts: ReadonlyMap<string, number>): TopValue[] {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, TOP_VALUES)
    .map(([value, count]) => ({ value: truncateText(value), count }));
}

/** Rounds halves away from zero, based on the shortest decimal form. */
function round(value: number, decimals: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) return value;
  return Number(value.toFixed(decimals));
}
