import type pl from 'nodejs-polars';
import {
  microsecondsOf,
  monthsOf,
  mostOf,
  shifted,
  truncated,
  type CalendarUnit,
} from '../kernels/calendar.ts';
import { datetimesOf } from '../kernels/dates.ts';
import {
  allPresent,
  argument,
  integerValues,
  presence,
  step,
  type Operand,
} from '../kernels/operand.ts';
import type { Column } from '../../engines/pandas/frame.ts';
import type { Operation } from '../operation.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import { callCode, member, operand, PRECEDENCE } from '../python-code.ts';
import { one, two } from './arity.ts';
import { DATE_ADD, DATE_TRUNC, POLARS_DATE_ADD, POLARS_DATE_ADD_EACH } from './calendar-helpers.ts';

/** How polars writes one of a unit. */
const DURATIONS: Readonly<Record<CalendarUnit, string>> = {
  year: 'y',
  quarter: 'q',
  month: 'mo',
  week: 'w',
  day: 'd',
  hour: 'h',
  minute: 'm',
  second: 's',
};

/** The begin of the unit that a datetime lies in. */
export function dateTruncate(unit: CalendarUnit): Operation {
  return {
    name: `date_trunc ${unit}`,
    type: 'datetime',
    polars: (build, ...args) =>
      build.call({ TemporalExpr: 'Truncate' }, one(args), build.text(`1${DURATIONS[unit]}`)),
    column: (args, rows) => mapped(argument(args, 0), rows, (time) => truncated(time, unit)),
    pandas: (args, emit) => {
      emit.import('import numpy as np');
      emit.helper('date_trunc', DATE_TRUNC);
      return callCode('date_trunc', one(args), emit.literal(unit));
    },
    pythonPolars: (args) => member(one(args), `dt.truncate("1${DURATIONS[unit]}")`),
  };
}

/**
 * A datetime so many units later. Its second argument is the count, for the Python forms.
 * @param count the same for all rows
 */
export function dateAdd(unit: CalendarUnit, count: number): Operation {
  return {
    name: `date_add ${count} ${unit}`,
    type: 'datetime',
    polars: (build, ...args) => {
      const [time] = two(args);
      const months = monthsOf(unit);
      const moved =
        months === null
          ? later(build, time, build.integer(count * microsecondsOf(unit)))
          : build.call({ TemporalExpr: 'OffsetBy' }, time, build.text(`${count * months}mo`));
      return withinYears(build, moved);
    },
    column: (args, rows) => mapped(argument(args, 0), rows, (time) => shifted(time, count, unit)),
    pandas: (args, emit) => {
      emit.import('import numpy as np');
      emit.helper('date_add', DATE_ADD);
      return callCode('date_add', ...two(args), sizeOf(unit));
    },
    pythonPolars: (args, emit) => {
      emit.helper('date_add', POLARS_DATE_ADD);
      emit.import('from datetime import timedelta');
      const [time, number] = two(args);
      const months = monthsOf(unit);
      const count = operand(number, PRECEDENCE.product);
      if (months !== null) return callCode('date_add', time, `months=${count} * ${months}`);
      return callCode('date_add', time, `span=timedelta(${unit}s=${number.text})`);
    },
  };
}

/** A datetime so many units later, by the count of each row. */
export function dateAddEach(unit: CalendarUnit): Operation {
  const most = mostOf(unit);
  return {
    name: `date_add ${unit}`,
    type: 'datetime',
    series: 'all',
    polars: (build, ...args) => {
      const [time, count] = two(args);
      const fits = count.gtEq(build.integer(-most)).and(count.ltEq(build.integer(most)));
      const known = build.when(fits, count, build.literal('integer', null));
      const months = monthsOf(unit);
      const moved =
        months === null
          ? later(build, time, known.mul(build.integer(microsecondsOf(unit))))
          : build.call({ TemporalExpr: 'OffsetBy' }, time, inMonths(build, known, months));
      return withinYears(build, moved);
    },
    column: (args, rows) => {
      const counts = integerValues(argument(args, 1));
      const width = step(argument(args, 1));
      const compute = (time: number | bigint, row: number): bigint | null =>
        shifted(time, Number(counts[row * width] ?? 0), unit);
      return mappedRows(argument(args, 0), allPresent(args, rows), rows, compute);
    },
    pandas: (args, emit) => {
      emit.import('import numpy as np');
      emit.helper('date_add', DATE_ADD);
      return callCode('date_add', ...two(args), sizeOf(unit));
    },
    pythonPolars: (args, emit) => {
      emit.helper('date_add_each', POLARS_DATE_ADD_EACH);
      return callCode('date_add_each', ...two(args), sizeOf(unit));
    },
  };
}

/** One of a unit, as the helpers of exported scripts take it. */
function sizeOf(unit: CalendarUnit): string {
  const months = monthsOf(unit);
  return months === null ? `microseconds=${microsecondsOf(unit)}` : `months=${months}`;
}

/** Counts as texts that polars reads as durations, such as `-12mo`. */
function inMonths(build: PolarsBuilder, counts: pl.Expr, months: number): pl.Expr {
  return build.call(
    { StringExpr: { ConcatHorizontal: { delimiter: '', ignore_nulls: false } } },
    build.cast(counts.mul(build.integer(months)), 'string'),
    build.text('mo'),
  );
}

function withinYears(build: PolarsBuilder, moved: pl.Expr): pl.Expr {
  const year = build.cast(build.call({ TemporalExpr: 'Year' }, moved), 'integer');
  const fits = year.gtEq(build.integer(1)).and(year.ltEq(build.integer(9999)));
  return build.when(fits, moved, build.literal('datetime', null));
}

/** Polars' own durations end at 292 years. */
function later(build: PolarsBuilder, time: pl.Expr, microseconds: pl.Expr): pl.Expr {
  return build.cast(build.cast(time, 'integer').add(microseconds), 'datetime');
}

function mapped(
  dates: Operand,
  rows: number,
  compute: (time: number | bigint) => bigint | null,
): Column {
  return mappedRows(dates, presence(dates, rows), rows, compute);
}

function mappedRows(
  dates: Operand,
  present: Uint8Array | null,
  rows: number,
  compute: (time: number | bigint, row: number) => bigint | null,
): Column {
  const cells = integerValues(dates);
  const width = step(dates);
  return datetimesOf(rows, (row) =>
    present?.[row] === 0 ? null : compute(cells[row * width] ?? 0, row),
  ).column;
}
