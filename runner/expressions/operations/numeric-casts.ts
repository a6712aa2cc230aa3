import { POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { FIRST_DATETIME_MS, LAST_DATETIME_MS } from '../../domain/datetime-range.ts';
import { UserError } from '../../domain/errors.ts';
import type { Column, IntegerColumn } from '../../engines/pandas/frame.ts';
import { integersAsFloats } from '../../engines/pandas/kernels/cells/floats.ts';
import { packIntegers } from '../../engines/pandas/kernels/columns/exact-integers.ts';
import { floatText } from '../values/number-text.ts';
import {
  allPresent,
  argument,
  bigValues,
  booleanValues,
  floatValues,
  integerValues,
  step,
  type Operand,
} from '../../engines/pandas/kernels/cells/operand.ts';
import type { Operation } from '../operation.ts';
import { pythonText } from '../../python/python-literal.ts';
import { infix, member, PRECEDENCE, atom, callCode, type PythonCode } from '../python-code.ts';
import { one } from './arity.ts';
import { addStrictPandas, addStrictPolars, errorCode } from './cast-errors.ts';
import { castMessage, NO_DATE, NOT_WHOLE } from './cast-reasons.ts';
import type { NullRemedy } from './null-remedy.ts';
import { FLOAT_TEXT } from './python-helpers.ts';

const unchanged = (args: readonly PythonCode[]): PythonCode => one(args);

/** Converts to float where exported Python converts implicitly: in arithmetic and comparisons. */
export const implicitFloat: Operation = {
  name: 'as float',
  type: 'float',
  series: 'none',
  polars: (build, ...args) => build.cast(one(args), 'float'),
  column: integersAsFloats,
  pandas: unchanged,
  pythonPolars: unchanged,
};

export const integerToFloat: Operation = {
  ...implicitFloat,
  series: 'first',
  pandas: (args) => member(one(args), 'astype("Float64")'),
  pythonPolars: (args) => member(one(args), 'cast(pl.Float64)'),
};

export const booleanToInteger: Operation = {
  name: 'as integer',
  type: 'integer',
  polars: (build, ...args) => build.cast(one(args), 'integer'),
  column: (args, rows) => ({
    type: 'integer',
    values: Float64Array.from(booleanValues(args[0])),
    validity: allPresent(args, rows),
  }),
  pandas: (args) => member(one(args), 'astype("Int64")'),
  pythonPolars: (args) => member(one(args), 'cast(pl.Int64)'),
};

/** Converts a number to a boolean; only 0 is false. */
export function numberToBoolean(type: 'integer' | 'float'): Operation {
  const zero = { ...atom('0'), scalar: true };
  const python = (args: readonly PythonCode[]): PythonCode =>
    infix('!=', PRECEDENCE.comparison, one(args), zero);
  return {
    name: 'as boolean',
    type: 'boolean',
    polars: (build, ...args) =>
      one(args).neq(type === 'integer' ? build.integer(0) : build.literal('float', 0)),
    column: (args, rows) => {
      const column = numbers(argument(args, 0));
      const values = new Uint8Array(rows);
      for (let row = 0; row < rows; row++) values[row] = Number(column[row] ?? 0) === 0 ? 0 : 1;
      return { type: 'boolean', values, validity: allPresent(args, rows) };
    },
    pandas: python,
    pythonPolars: python,
  };
}

function numbers({ column }: Operand): Float64Array | BigInt64Array {
  if (column.type === 'integer' || column.type === 'float') return column.values;
  throw new TypeError(`Expected numbers, got ${column.type}.`);
}

const LIMIT = 2 ** 63;

/** Converts whole floats to integers. @param remedy null: others become null; else they fail */
export function floatToInteger(remedy: NullRemedy): Operation {
  const lenient = remedy === null;
  return {
    name: 'as integer',
    type: 'integer',
    ...(lenient ? {} : { fails: 'cast' as const }),
    polars: (build, ...args) => {
      const value = one(args);
      const fits = value
        .floor()
        .eq(value)
        .and(value.lt(build.literal('float', LIMIT)))
        .and(value.gtEq(build.literal('float', -LIMIT)));
      const none = build.literal('float', null);
      const integer = build.cast(build.when(fits, value, none), 'integer');
      if (lenient) return integer;
      const bad = build.cast(build.when(fits, none, value), 'string');
      return build.call(POLARS_FUNCTIONS.coalesce, integer, build.failWhere(bad, 'integer'));
    },
    column: (args, rows) => wholeNumbers(argument(args, 0), rows, remedy),
    pandas: (args, emit) => {
      emit.import('import numpy as np');
      emit.helper('whole_numbers', WHOLE_NUMBERS);
      const error = errorCode(remedy, emit);
      if (error === null) return callCode('whole_numbers', one(args));
      addStrictPandas(emit, 'strict_whole_numbers', STRICT_WHOLE_NUMBERS);
      emit.helper('float_text', FLOAT_TEXT);
      return callCode('strict_whole_numbers', one(args), error);
    },
    pythonPolars: (args, emit) => {
      const value = one(args);
      const error = errorCode(remedy, emit);
      if (error !== null) {
        addStrictPolars(emit, 'strict_whole_numbers', POLARS_STRICT_WHOLE_NUMBERS);
        return callCode('strict_whole_numbers', value, error);
      }
      const whole = infix('==', PRECEDENCE.comparison, member(value, 'floor()'), value);
      return atom(`pl.when(${whole.text}).then(${value.text}).cast(pl.Int64, strict=False)`);
    },
  };
}

function wholeNumbers(operand: Operand, rows: number, remedy: NullRemedy): IntegerColumn {
  const values = floatValues(operand);
  const validity = allPresent([operand], rows)?.slice() ?? new Uint8Array(rows).fill(1);
  const big = new BigInt64Array(rows);
  for (let row = 0; row < rows; row++) {
    if (validity[row] === 0) continue;
    const value = values[row] ?? 0;
    if (isWhole(value)) big[row] = BigInt(value);
    else if (remedy === null) validity[row] = 0;
    else throw new UserError(castMessage(NOT_WHOLE, floatText(value), remedy));
  }
  return {
    type: 'integer',
    values: packIntegers(big),
    validity: validity.includes(0) ? validity : null,
  };
}

function isWhole(value: number): boolean {
  return Math.floor(value) === value && value < LIMIT && value >= -LIMIT;
}

const FIRST_MS = BigInt(FIRST_DATETIME_MS);
const LAST_MS = BigInt(LAST_DATETIME_MS);

/**
 * Converts milliseconds since 1970 to datetimes.
 * @param remedy null: values outside the years 1 to 9999 become null; else they fail
 */
export function integerToDatetime(remedy: NullRemedy): Operation {
  const lenient = remedy === null;
  return {
    name: 'as datetime',
    type: 'datetime',
    ...(lenient ? {} : { fails: 'cast' as const }),
    polars: (build, ...args) => {
      const value = one(args);
      const fits = value.gtEq(build.integer(FIRST_MS)).and(value.ltEq(build.integer(LAST_MS)));
      const none = build.literal('integer', null);
      const known = build.when(fits, value, none);
      const datetime = build.cast(known.mul(build.integer(1000)), 'datetime');
      if (lenient) return datetime;
      const bad = build.cast(build.when(fits, none, value), 'string');
      return build.call(POLARS_FUNCTIONS.coalesce, datetime, build.failWhere(bad, 'datetime'));
    },
    column: (args, rows) => datetimesFromMilliseconds(argument(args, 0), rows, remedy),
    pandas: (args, emit) => {
      emit.helper('datetimes', DATETIMES);
      const error = errorCode(remedy, emit);
      if (error === null) return callCode('datetimes', one(args));
      addStrictPandas(emit, 'strict_datetimes', STRICT_DATETIMES);
      return callCode('strict_datetimes', one(args), error);
    },
    pythonPolars: (args, emit) => {
      const value = one(args);
      const error = errorCode(remedy, emit);
      if (error !== null) {
        addStrictPolars(emit, 'strict_datetimes', POLARS_STRICT_DATETIMES);
        return callCode('strict_datetimes', value, error);
      }
      const known = `pl.when(${member(value, `is_between(${FIRST_MS}, ${LAST_MS})`).text})`;
      return atom(`${known}.then(${value.text}).cast(pl.Datetime("ms")).cast(pl.Datetime("us"))`);
    },
  };
}

function datetimesFromMilliseconds(operand: Operand, rows: number, remedy: NullRemedy): Column {
  const milliseconds = bigValues(integerValues(operand));
  const validity = allPresent([operand], rows)?.slice() ?? new Uint8Array(rows).fill(1);
  const at = step(operand);
  const big = new BigInt64Array(rows);
  for (let row = 0; row < rows; row++) {
    if (validity[row] === 0) continue;
    const value = milliseconds[row * at] ?? 0n;
    if (value >= FIRST_MS && value <= LAST_MS) big[row] = value * 1000n;
    else if (remedy === null) validity[row] = 0;
    else throw new UserError(castMessage(NO_DATE, value.toString(), remedy));
  }
  return {
    type: 'datetime',
    values: packIntegers(big),
    validity: validity.includes(0) ? validity : null,
  };
}

/** Converts datetimes to whole milliseconds since 1970, rounded down. */
export const datetimeToInteger: Operation = {
  name: 'as integer',
  type: 'integer',
  polars: (build, ...args) =>
    build.floorDivide(build.cast(one(args), 'integer'), build.integer(1000)),
  column: (args) => {
    const column = argument(args, 0).column;
    if (column.type !== 'datetime') throw new TypeError('Expected datetimes.');
    const { values, validity } = column;
    const milliseconds =
      values instanceof Float64Array
        ? values.map((value) => Math.floor(value / 1000))
        : Float64Array.from(values, (value) =>
            Number((value - (((value % 1000n) + 1000n) % 1000n)) / 1000n),
          );
    return { type: 'integer', values: milliseconds, validity };
  },
  pandas: (args, emit) => {
    emit.helper('milliseconds', MILLISECONDS);
    return callCode('milliseconds', one(args));
  },
  pythonPolars: (args) => member(one(args), 'dt.epoch("us").floordiv(1000)'),
};

const POLARS_STRICT_WHOLE_NUMBERS = `def strict_whole_numbers(values, error):
    """Convert whole floats to integers. Others raise the error."""
    whole = pl.when(values.floor() == values).then(values).cast(pl.Int64, strict=False)
    reason = ${pythonText(NOT_WHOLE)}
    return converted(whole, values, pl.Int64, reason, error)`;

const POLARS_STRICT_DATETIMES = `def strict_datetimes(values, error):
    """Convert milliseconds since 1970-01-01 to datetimes. Those not of the years 1 to 9999 raise
    the error."""
    known = pl.when(values.is_between(${FIRST_MS}, ${LAST_MS})).then(values)
    datetimes = known.cast(pl.Datetime("ms")).cast(pl.Datetime("us"))
    reason = ${pythonText(NO_DATE)}
    return converted(datetimes, values, pl.Datetime("us"), reason, error)`;

const WHOLE_NUMBERS = `def whole_numbers(values):
    """Convert whole floats to integers. Others become null."""
    fits = values.between(-(2.0**63), 2.0**63, inclusive="left")
    whole = ((np.floor(values) == values) & fits).fillna(False)
    return values.where(whole).astype("Int64")`;

const STRICT_WHOLE_NUMBERS = `def strict_whole_numbers(values, error):
    """Convert whole floats to integers. Others raise the error."""
    reason = ${pythonText(NOT_WHOLE)}
    return converted(whole_numbers(values), values, reason, error, float_text)`;

const DATETIMES = `def datetimes(values):
    """Convert milliseconds since 1970-01-01 to datetimes. Those not of the years 1 to 9999 become
    null."""
    fits = values.between(${FIRST_MS}, ${LAST_MS}).fillna(False)
    return pd.to_datetime(values.where(fits), unit="ms").astype("datetime64[us]")`;

const STRICT_DATETIMES = `def strict_datetimes(values, error):
    """Convert milliseconds since 1970-01-01 to datetimes. Those not of the years 1 to 9999 raise
    the error."""
    reason = ${pythonText(NO_DATE)}
    return converted(datetimes(values), values, reason, error)`;

const MILLISECONDS = `def milliseconds(values):
    """Convert datetimes to whole milliseconds since 1970-01-01."""
    counts = values.astype("datetime64[us]").astype("int64") // 1000
    return counts.astype("Int64").mask(values.isna())`;
