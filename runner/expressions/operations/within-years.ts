import type pl from 'nodejs-polars';
import type { PolarsBuilder } from '../polars-builder.ts';
import { END_MICROSECOND, FIRST_MICROSECOND } from '../values/dates.ts';

/** In polars, makes datetimes outside of the years 1 to 9999 null. To compare instants costs less than to find years. */
export function withinYears(build: PolarsBuilder, datetime: pl.Expr): pl.Expr {
  const value = build.shared(datetime);
  const isWithin = value
    .gtEq(build.literal('datetime', FIRST_MICROSECOND))
    .and(value.lt(build.literal('datetime', END_MICROSECOND)));
  return build.when(isWithin, value, build.literal('datetime', null));
}
