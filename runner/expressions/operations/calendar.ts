import type pl from 'nodejs-polars';
import {
  microsecondsOf,
  monthsOf,
  shifted,
  truncated,
  type CalendarUnit,
} from '../kernels/calendar.ts';
import { datetimesOf } from '../kernels/dates.ts';
import { argument, integerValues, presence, step, type Operand } from '../kernels/operand.ts';
import type { Column } from '../../engines/pandas/frame.ts';
import type { Operation } from '../operation.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import { callCode, member, operand, PRECEDENCE } from '../python-code.ts';
import { one, two } from './arity.ts';
import { DATE_ADD, DATE_TRUNC, POLARS_DATE_ADD } from './calendar-helpers.ts';

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
          ? later(build, time, count * microsecondsOf(unit))
          : build.call({ TemporalExpr: 'OffsetBy' }, time, build.text(`${count * months}mo`));
      const year = build.cast(build.call({ TemporalExpr: 'Year' }, moved), 'integer');
      const fits = year.gtEq(build.integer(1)).and(year.ltEq(build.integer(9999)));
      return build.when(fits, moved, build.literal('datetime', null));
    },
    column: (args, rows) => mapped(argument(args, 0), rows, (time) => shifted(time, count, unit)),
    pandas: (args, emit) => {
      emit.import('import numpy as np');
      emit.helper('date_add', DATE_ADD);
      const [time, number] = two(args);
      const months = monthsOf(unit);
      const size = months === null ? `microseconds=${microsecondsOf(unit)}` : `months=${months}`;
      return callCode('date_add', time, number, size);
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

/** Polars' own durations end at 292 years. */
function later(build: PolarsBuilder, time: pl.Expr, microseconds: number): pl.Expr {
  return build.cast(build.cast(time, 'integer').add(build.integer(microseconds)), 'datetime');
}

function mapped(
  dates: Operand,
  rows: number,
  compute: (time: number | bigint) => bigint | null,
): Column {
  const cells = integerValues(dates);
  const present = presence(dates, rows);
  const width = step(dates);
  return datetimesOf(rows, (row) =>
    present?.[row] === 0 ? null : compute(cells[row * width] ?? 0),
  ).column;
}
