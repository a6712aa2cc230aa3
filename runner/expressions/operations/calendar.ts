import type pl from 'nodejs-polars';
import { POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import {
  microsecondsOf,
  monthsOf,
  maxCountOf,
  shiftDatetime,
  truncateDatetime,
  type CalendarUnit,
} from '../values/calendar.ts';
import type { Instant } from '../values/dates.ts';
import { buildDatetimes } from '../../engines/pandas/kernels/cells/datetimes.ts';
import {
  allPresent,
  argument,
  integerValues,
  presence,
  step,
  type Operand,
} from '../../engines/pandas/kernels/cells/operand.ts';
import type { Column } from '../../engines/pandas/frame.ts';
import type { Operation } from '../operation.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import { callCode, member, type PythonEmitter } from '../python-code.ts';
import { one, two } from './arity.ts';
import { DATE_ADD, DATE_TRUNC, POLARS_DATE_ADD, POLARS_DATE_ADD_EACH } from './calendar-helpers.ts';
import { withinYears } from './within-years.ts';

/** Unit suffixes of polars durations. */
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

/** Truncates a datetime to the start of its unit. */
export function dateTruncate(unit: CalendarUnit): Operation {
  return {
    name: `date_trunc ${unit}`,
    type: 'datetime',
    polars: (build, ...args) =>
      build.call(POLARS_FUNCTIONS.truncate, one(args), build.text(`1${DURATIONS[unit]}`)),
    column: (args, rows) =>
      mapDatetimes(argument(args, 0), rows, (time) => truncateDatetime(time, unit)),
    pandas: (args, emit) => {
      emit.import('import numpy as np');
      emit.helper('date_trunc', DATE_TRUNC);
      return callCode('date_trunc', one(args), emit.literal(unit));
    },
    pythonPolars: (args) => member(one(args), `dt.truncate("1${DURATIONS[unit]}")`),
  };
}

/**
 * Adds a constant count of units to a datetime.
 * @param count also passed as the second argument, which only the Python forms use
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
          ? addMicroseconds(build, time, build.integer(count * microsecondsOf(unit)))
          : build.call(POLARS_FUNCTIONS.offsetBy, time, build.text(`${count * months}mo`));
      return withinYears(build, moved);
    },
    column: (args, rows) =>
      mapDatetimes(argument(args, 0), rows, (time) => shiftDatetime(time, count, unit)),
    pandas: (args, emit) => {
      emit.import('import numpy as np');
      emit.import('from datetime import timedelta');
      emit.helper('date_add', DATE_ADD);
      return callCode('date_add', ...two(args), unitArgument(unit, emit));
    },
    pythonPolars: (args, emit) => {
      emit.import('from datetime import timedelta');
      emit.helper('date_add', POLARS_DATE_ADD);
      return callCode('date_add', ...two(args), unitArgument(unit, emit));
    },
  };
}

/** Adds each row's count of units to a datetime. */
export function dateAddEach(unit: CalendarUnit): Operation {
  const most = maxCountOf(unit);
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
          ? addMicroseconds(build, time, known.mul(build.integer(microsecondsOf(unit))))
          : build.call(POLARS_FUNCTIONS.offsetBy, time, monthDurations(build, known, months));
      return withinYears(build, moved);
    },
    column: (args, rows) => {
      const counts = integerValues(argument(args, 1));
      const width = step(argument(args, 1));
      const compute = (time: Instant, row: number): Instant | null =>
        shiftDatetime(time, Number(counts[row * width] ?? 0), unit);
      return mapDatetimeRows(argument(args, 0), allPresent(args, rows), rows, compute);
    },
    pandas: (args, emit) => {
      emit.import('import numpy as np');
      emit.import('from datetime import timedelta');
      emit.helper('date_add', DATE_ADD);
      return callCode('date_add', ...two(args), unitArgument(unit, emit));
    },
    pythonPolars: (args, emit) => {
      emit.import('from datetime import timedelta');
      emit.helper('date_add_each', POLARS_DATE_ADD_EACH);
      return callCode('date_add_each', ...two(args), unitArgument(unit, emit));
    },
  };
}

/** Returns the plural of a unit, as the Python helpers and `timedelta` name it. */
function unitArgument(unit: CalendarUnit, emit: PythonEmitter): string {
  return emit.literal(`${unit}s`);
}

/** Formats counts as polars durations such as `-12mo`. */
function monthDurations(build: PolarsBuilder, counts: pl.Expr, months: number): pl.Expr {
  return build.call(
    POLARS_FUNCTIONS.concatenate,
    build.cast(counts.mul(build.integer(months)), 'string'),
    build.text('mo'),
  );
}

/** Adds microseconds as integers: durations of polars end at 292 years. */
function addMicroseconds(build: PolarsBuilder, time: pl.Expr, microseconds: pl.Expr): pl.Expr {
  return build.cast(build.cast(time, 'integer').add(microseconds), 'datetime');
}

function mapDatetimes(
  dates: Operand,
  rows: number,
  compute: (time: Instant) => Instant | null,
): Column {
  return mapDatetimeRows(dates, presence(dates, rows), rows, compute);
}

function mapDatetimeRows(
  dates: Operand,
  present: Uint8Array | null,
  rows: number,
  compute: (time: Instant, row: number) => Instant | null,
): Column {
  const cells = integerValues(dates);
  const width = step(dates);
  return buildDatetimes(rows, (row) =>
    present?.[row] === 0 ? null : compute(cells[row * width] ?? 0, row),
  ).column;
}
