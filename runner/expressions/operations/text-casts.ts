import type pl from 'nodejs-polars';
import { POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import type { ColumnType } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { codedTexts } from '../../engines/pandas/deferred-column.ts';
import type { Column } from '../../engines/pandas/frame.ts';
import { usedTexts } from '../../engines/pandas/kernels/aggregates/distinct-count.ts';
import { buildDatetimes } from '../../engines/pandas/kernels/cells/datetimes.ts';
import { packIntegers } from '../../engines/pandas/kernels/columns/exact-integers.ts';
import { readBoolean, readFloat, readInteger } from '../values/number-text.ts';
import { argument, textColumn, type Operand } from '../../engines/pandas/kernels/cells/operand.ts';
import type { Operation } from '../operation.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import { callCode, member, type PythonCode, type CallEmitter } from '../python-code.ts';
import { one } from './arity.ts';
import { addStrictPolars, errorCode } from './cast-errors.ts';
import { castMessage, dateOfFormat, KINDS, unreadable } from './cast-reasons.ts';
import {
  datetimeFormat,
  parseIsoInPolars,
  readIsoDatetime,
  type DatetimeReader,
} from './datetime-text.ts';
import {
  STRICT_BOOLEAN,
  STRICT_DATETIME,
  STRICT_FLOAT,
  STRICT_INTEGER,
  TO_DATETIME,
  TO_INTEGER,
} from './polars-cast-helpers.ts';
import type { NullRemedy } from './null-remedy.ts';
import { numberHint } from './number-hint.ts';
import { stripBlanks } from './strip-blanks.ts';
import { withinYears } from './within-years.ts';
import {
  READ_BOOLEAN,
  READ_DATETIME,
  READ_FLOAT,
  READ_INTEGER,
  READ_TEXTS,
} from './python-helpers.ts';
import { computeCells } from '../../engines/pandas/kernels/columns/compute-cells.ts';

interface Reader {
  readonly type: Exclude<ColumnType, 'string'>;
  /** The expected kind of text, for error messages. */
  readonly kind: string;
  /** Parses text in polars; null where the text is invalid. */
  plan(build: PolarsBuilder, text: pl.Expr): pl.Expr;
  column(operand: Operand, refuse: (text: string) => null): Column;
  /** @param error the code of the error of invalid text; null: it becomes null */
  pandas(text: PythonCode, error: string | null, emit: CallEmitter): PythonCode;
  pythonPolars(text: PythonCode, error: string | null, emit: CallEmitter): PythonCode;
}

/** @param remedy null: invalid text becomes null; else it fails */
function textReader(reader: Reader, remedy: NullRemedy): Operation {
  const lenient = remedy === null;
  const refuse = (text: string): null => {
    if (remedy === null) return null;
    const message = castMessage(unreadable(reader.kind), text, remedy);
    const isNumber = reader.type === 'integer' || reader.type === 'float';
    const hint = isNumber ? numberHint(text) : null;
    throw new UserError(hint === null ? message : `${message} ${hint}`);
  };
  return {
    name: `as ${reader.type}`,
    type: reader.type,
    ...(lenient ? {} : { fails: 'cast' as const }),
    polars: (build, ...args) => {
      const text = one(args);
      const value = reader.plan(build, text);
      if (lenient) return value;
      const shared = build.shared(value);
      const bad = build.when(shared.isNull(), text, build.literal('string', null));
      return build.call(POLARS_FUNCTIONS.coalesce, shared, build.failWhere(bad, reader.type));
    },
    column: (args) => reader.column(argument(args, 0), refuse),
    pandas: (args, emit) => reader.pandas(one(args), errorCode(remedy, emit), emit),
    pythonPolars: (args, emit) => reader.pythonPolars(one(args), errorCode(remedy, emit), emit),
  };
}

function mapWithHelper(name: string, dtype: string, kind: string) {
  return (text: PythonCode, error: string | null, emit: CallEmitter): PythonCode => {
    if (error === null) {
      return member(text, `map(${name}, na_action="ignore").astype("${dtype}")`);
    }
    emit.helper('read_texts', READ_TEXTS);
    return callCode('read_texts', text, name, `"${dtype}"`, emit.literal(kind), error);
  };
}

const STRIP = `str.strip_chars(" \\t\\r\\n")`;

/** Parses each distinct text once; a row's value is at its code. */
function readTexts<T>(
  operand: Operand,
  read: (text: string) => T,
): { readonly codes: Int32Array; readonly read: readonly (T | null)[] } {
  const { codes, texts } = codedTexts(textColumn(operand));
  // A text that no row uses must not fail.
  const used = usedTexts({ codes, dictionary: texts });
  return {
    codes,
    read: texts.map((text, code) => (used[code] === 1 ? read(text) : null)),
  };
}

export function textToInteger(remedy: NullRemedy): Operation {
  return textReader(
    {
      type: 'integer',
      kind: KINDS.integer,
      plan: (build, text) => {
        const body = stripBlanks(build, text);
        const float = build.cast(body, 'float');
        const limit = build.literal('float', 2 ** 53);
        const whole = float.floor().eq(float).and(float.abs().lt(limit));
        const fromFloat = build.when(whole, float, build.literal('float', null));
        return build.call(
          POLARS_FUNCTIONS.coalesce,
          build.cast(body, 'integer'),
          build.cast(fromFloat, 'integer'),
        );
      },
      column: (operand, refuse) => {
        const { codes, read } = readTexts(operand, (text) => readInteger(text) ?? refuse(text));
        const validity = computeCells(new Uint8Array(codes.length), (row) =>
          (read[codes[row] ?? -1] ?? null) === null ? 0 : 1,
        );
        const values = BigInt64Array.from(codes, (code) => read[code] ?? 0n);
        return { type: 'integer', values: packIntegers(values), validity };
      },
      pandas: (text, error, emit) => {
        emit.import('import re');
        emit.helper('read_integer', READ_INTEGER);
        return mapWithHelper('read_integer', 'Int64', KINDS.integer)(text, error, emit);
      },
      pythonPolars: (text, error, emit) => {
        emit.helper('to_integer', TO_INTEGER);
        if (error === null) return callCode('to_integer', text);
        addStrictPolars(emit, 'strict_integer', STRICT_INTEGER);
        return callCode('strict_integer', text, error);
      },
    },
    remedy,
  );
}

export function textToFloat(remedy: NullRemedy): Operation {
  const reader = textReader(
    {
      type: 'float',
      kind: KINDS.float,
      plan: (build, text) => build.cast(stripBlanks(build, text), 'float'),
      column: (operand, refuse) => {
        const { codes, read } = readTexts(operand, (text) => readFloat(text) ?? refuse(text));
        const values = computeCells(
          new Float64Array(codes.length),
          (row) => read[codes[row] ?? -1] ?? NaN,
        );
        const validity = computeCells(new Uint8Array(values.length), (row) =>
          Number.isNaN(values[row]) ? 0 : 1,
        );
        return { type: 'float', values, validity };
      },
      pandas: (text, error, emit) => {
        emit.import('import re');
        emit.helper('read_float', READ_FLOAT);
        return mapWithHelper('read_float', 'Float64', KINDS.float)(text, error, emit);
      },
      pythonPolars: (text, error, emit) => {
        if (error === null) {
          return member(text, `${STRIP}.cast(pl.Float64, strict=False).fill_nan(None)`);
        }
        addStrictPolars(emit, 'strict_float', STRICT_FLOAT);
        return callCode('strict_float', text, error);
      },
    },
    remedy,
  );
  return {
    ...reader,
    // The text NaN is valid and becomes null like any NaN.
    polars: (build, ...args) => {
      const value = build.shared(reader.polars(build, ...args));
      return build.when(value.isNotNan(), value, build.literal('float', null));
    },
  };
}

export function textToBoolean(remedy: NullRemedy): Operation {
  return textReader(
    {
      type: 'boolean',
      kind: KINDS.boolean,
      plan: (build, text) => {
        const body = build.call(POLARS_FUNCTIONS.lowerCase, stripBlanks(build, text));
        const is = (yes: string, digit: string): pl.Expr =>
          body.eq(build.text(yes)).or(body.eq(build.text(digit)));
        const no = build.when(
          is('false', '0'),
          build.literal('boolean', false),
          build.literal('boolean', null),
        );
        return build.when(is('true', '1'), build.literal('boolean', true), no);
      },
      column: (operand, refuse) => {
        const { codes, read } = readTexts(operand, (text) => readBoolean(text) ?? refuse(text));
        const validity = computeCells(new Uint8Array(codes.length), (row) =>
          (read[codes[row] ?? -1] ?? null) === null ? 0 : 1,
        );
        const values = computeCells(new Uint8Array(codes.length), (row) =>
          read[codes[row] ?? -1] === true ? 1 : 0,
        );
        return { type: 'boolean', values, validity };
      },
      pandas: (text, error, emit) => {
        emit.helper('read_boolean', READ_BOOLEAN);
        return mapWithHelper('read_boolean', 'boolean', KINDS.boolean)(text, error, emit);
      },
      pythonPolars: (text, error, emit) => {
        if (error !== null) {
          addStrictPolars(emit, 'strict_boolean', STRICT_BOOLEAN);
          return callCode('strict_boolean', text, error);
        }
        const body = member(text, `${STRIP}.str.to_lowercase()`);
        const values = '{"true": True, "1": True, "false": False, "0": False}';
        return member(body, `replace_strict(${values}, default=None, return_dtype=pl.Boolean)`);
      },
    },
    remedy,
  );
}

/** @param format strftime format; empty for ISO 8601, detected per cell */
export function textToDatetime(remedy: NullRemedy, format = ''): Operation {
  const chosen: DatetimeReader =
    format === ''
      ? {
          read: readIsoDatetime,
          plan: (build, text) =>
            parseIsoInPolars(build, text, (longer) => stripBlanks(build, longer)),
          pandas: parseIsoInPandas,
          pythonPolars: parseIsoInPythonPolars,
        }
      : datetimeFormat(format);
  return textReader(
    {
      type: 'datetime',
      kind: format === '' ? KINDS.datetime : dateOfFormat(format),
      // The library reads a year 0, and an offset may lead beyond both ends.
      plan: (build, text) => withinYears(build, chosen.plan(build, text)),
      column: (operand, refuse) => {
        const { codes, read } = readTexts(operand, (text) => chosen.read(text) ?? refuse(text));
        return buildDatetimes(codes.length, (row) => read[codes[row] ?? -1] ?? null).column;
      },
      pandas: (text, error, emit) => chosen.pandas(text, error, emit),
      pythonPolars: (text, error, emit) => chosen.pythonPolars(text, error, emit),
    },
    remedy,
  );
}

function parseIsoInPandas(text: PythonCode, error: string | null, emit: CallEmitter): PythonCode {
  emit.import('import re');
  emit.import('from datetime import datetime, timedelta');
  emit.helper('read_datetime', READ_DATETIME);
  return mapWithHelper('read_datetime', 'datetime64[us]', KINDS.datetime)(text, error, emit);
}

function parseIsoInPythonPolars(
  text: PythonCode,
  error: string | null,
  emit: CallEmitter,
): PythonCode {
  emit.helper('to_datetime', TO_DATETIME);
  if (error === null) return callCode('to_datetime', text);
  addStrictPolars(emit, 'strict_datetime', STRICT_DATETIME);
  return callCode('strict_datetime', text, error);
}
