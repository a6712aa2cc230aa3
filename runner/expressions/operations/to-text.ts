import type pl from 'nodejs-polars';
import type { Dtype } from '../../domain/column.ts';
import { formatDatetime } from '../../engines/polars/pinned/functions.ts';
import { datetimeText } from '../values/dates.ts';
import { floatText } from '../values/number-text.ts';
import { argument } from '../../engines/pandas/kernels/cells/operand.ts';
import { writeTexts } from '../../engines/pandas/kernels/cells/texts.ts';
import type { Operation } from '../operation.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import { member, type PythonCode, type PythonEmitter } from '../python-code.ts';
import { one } from './arity.ts';
import { DATETIME_TEXT, FLOAT_TEXT } from './python-helpers.ts';

const DATETIME_FORMAT = '%Y-%m-%d %H:%M:%S%.f';

/** Formats a value as text: 10, 2.5, 2.0, true, 2024-02-29 00:00:00. */
export function toText(type: Exclude<Dtype, 'string'>): Operation {
  return {
    name: 'as text',
    type: 'string',
    polars: (build, ...args) => polarsText(build, type, one(args)),
    column: (args) => {
      const { column } = argument(args, 0);
      if (column.type === 'string' || column.type === 'null') return column;
      return writeTexts(column, WRITERS[type]);
    },
    pandas: (args, emit) => pandasText(type, one(args), emit),
    pythonPolars: (args) => member(one(args), POLARS_METHODS[type]),
  };
}

const WRITERS: Readonly<Record<Exclude<Dtype, 'string'>, (value: number | bigint) => string>> = {
  integer: (value) => value.toString(),
  float: (value) => floatText(Number(value)),
  boolean: (value) => (value === 0 ? 'false' : 'true'),
  datetime: datetimeText,
};

const POLARS_METHODS: Readonly<Record<Exclude<Dtype, 'string'>, string>> = {
  integer: 'cast(pl.String)',
  float: 'cast(pl.String).replace("-0.0", "0.0")',
  boolean: 'cast(pl.String)',
  datetime: `dt.strftime("${DATETIME_FORMAT}")`,
};

function polarsText(build: PolarsBuilder, type: Dtype, value: pl.Expr): pl.Expr {
  if (type === 'datetime') return build.call(formatDatetime(DATETIME_FORMAT), value);
  if (type !== 'float') return build.cast(value, 'string');
  const zero = build.literal('float', 0);
  // Polars formats -0 with its sign.
  return build.cast(build.when(value.eq(zero), zero, value), 'string');
}

function pandasText(type: Dtype, value: PythonCode, emit: PythonEmitter): PythonCode {
  switch (type) {
    case 'integer':
    case 'string':
      return member(value, 'astype("string")');
    case 'boolean':
      return member(value, 'map({True: "true", False: "false"}).astype("string")');
    case 'float':
      emit.import('import numpy as np');
      emit.helper('float_text', FLOAT_TEXT);
      return member(value, 'map(float_text, na_action="ignore").astype("string")');
    case 'datetime':
      emit.helper('datetime_text', DATETIME_TEXT);
      return member(value, 'map(datetime_text, na_action="ignore").astype("string")');
  }
}
