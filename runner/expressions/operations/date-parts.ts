import { POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { civilFromDays, splitDay } from '../values/dates.ts';
import { measureDates } from '../../engines/pandas/kernels/cells/datetimes.ts';
import {
  argument,
  integerValues,
  allPresent,
  step,
} from '../../engines/pandas/kernels/cells/operand.ts';
import type { Operation } from '../operation.ts';
import { atom, callCode, infix, member, PRECEDENCE } from '../python-code.ts';
import { one, two } from './arity.ts';

export const DATE_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
export type DatePart = (typeof DATE_PARTS)[number];

const MEASURES: Readonly<Record<DatePart, (microseconds: number | bigint) => number>> = {
  year: (value) => civilFromDays(splitDay(value).days).year,
  month: (value) => civilFromDays(splitDay(value).days).month,
  day: (value) => civilFromDays(splitDay(value).days).day,
  hour: (value) => Math.floor(splitDay(value).rest / 3_600_000_000),
  minute: (value) => Math.floor(splitDay(value).rest / 60_000_000) % 60,
  second: (value) => Math.floor(splitDay(value).rest / 1_000_000) % 60,
};

/** Extracts a part of a datetime as an integer. */
export function datePart(part: DatePart): Operation {
  return {
    name: part,
    type: 'integer',
    polars: (build, ...args) =>
      build.cast(build.call(POLARS_FUNCTIONS[part], one(args)), 'integer'),
    column: (args, rows) => measureDates(args, rows, MEASURES[part]),
    pandas: (args) => member(one(args), `dt.${part}.astype("Int64")`),
    pythonPolars: (args) => member(one(args), `dt.${part}().cast(pl.Int64)`),
  };
}

/** Returns the day of the week: 0 for Monday to 6 for Sunday. */
export const weekday: Operation = {
  name: 'weekday',
  type: 'integer',
  polars: (build, ...args) =>
    build.cast(build.call(POLARS_FUNCTIONS.weekday, one(args)), 'integer').sub(build.integer(1)),
  // 1970-01-01 was a Thursday.
  column: (args, rows) =>
    measureDates(args, rows, (value) => (((splitDay(value).days + 3) % 7) + 7) % 7),
  pandas: (args) => member(one(args), 'dt.day_of_week.astype("Int64")'),
  pythonPolars: (args) =>
    infix('-', PRECEDENCE.sum, member(one(args), 'dt.weekday().cast(pl.Int64)'), atom('1')),
};

/** Microseconds per unit of `date_diff`. */
export const DURATION_UNITS = {
  seconds: 1e6,
  minutes: 60e6,
  hours: 3600e6,
  days: 86_400e6,
  weeks: 604_800e6,
} as const;
export type DurationUnit = keyof typeof DURATION_UNITS;
/** The units of `date_diff`, shortest first. */
export const DURATION_UNIT_NAMES = Object.keys(DURATION_UNITS) as readonly DurationUnit[];

/** Returns the time from the first datetime to the second, in units with a fraction. */
export function dateDifference(unit: DurationUnit): Operation {
  const size = DURATION_UNITS[unit];
  return {
    name: 'date_diff',
    type: 'float',
    series: 'any',
    polars: (build, ...args) => {
      const [start, end] = two(args);
      const span = build.cast(end, 'integer').sub(build.cast(start, 'integer'));
      return build.cast(span, 'float').div(build.divisor(build.literal('float', size)));
    },
    column: (args, rows) => {
      const start = integerValues(args[0]);
      const end = integerValues(args[1]);
      const startStep = step(argument(args, 0));
      const endStep = step(argument(args, 1));
      const values = new Float64Array(rows);
      for (let row = 0; row < rows; row++) {
        const from = start[row * startStep] ?? 0;
        const to = end[row * endStep] ?? 0;
        values[row] = span(from, to) / size;
      }
      return { type: 'float', values, validity: allPresent(args, rows) };
    },
    pandas: (args) => {
      const [start, end] = two(args);
      const span = infix('-', PRECEDENCE.sum, end, start);
      const unitCode = atom(`pd.Timedelta(${unit}=1)`);
      const ratio = infix('/', PRECEDENCE.product, span, unitCode);
      return member(ratio, 'astype("Float64")');
    },
    pythonPolars: (args, emit) => {
      emit.import('from datetime import timedelta');
      const [start, end] = two(args);
      const span = infix('-', PRECEDENCE.sum, end, start);
      return infix('/', PRECEDENCE.product, span, callCode('timedelta', `${unit}=1`));
    },
  };
}

function span(from: number | bigint, to: number | bigint): number {
  if (typeof from === 'number' && typeof to === 'number') return to - from;
  return Number(BigInt(to) - BigInt(from));
}
