import { call } from '../../python/code.ts';
import { LINE_WIDTH } from '../../python/format/format-code.ts';
import type { CallEmitter } from '../python-code.ts';
import { REMEDY_NAMES, type NullRemedy } from './null-remedy.ts';

/** Adds a pandas function that raises the error of a strict cast. */
export function addStrictPandas(emit: CallEmitter, name: string, source: string): void {
  emit.helper(name, source);
  emit.helper('converted', PANDAS_CONVERTED);
}

/** Adds a polars function that raises the error of a strict cast. */
export function addStrictPolars(emit: CallEmitter, name: string, source: string): void {
  emit.helper(name, source);
  emit.helper('converted', POLARS_CONVERTED);
}

/** Returns the code of the error of a strict cast; null for a cast that makes such values null. */
export function errorCode(remedy: NullRemedy, emit: CallEmitter): string | null {
  if (remedy === null) return null;
  const name = REMEDY_NAMES.get(remedy) ?? 'REMEDY';
  emit.helper('cast_error', CAST_ERROR);
  emit.helper(name, constantCode(name, remedy, emit));
  return call('cast_error', [
    emit.literal(emit.nodeName),
    emit.literal(emit.failingSource()),
    name,
  ]);
}

/** The code of a constant, in two lines where one would be too long. */
function constantCode(name: string, text: string, emit: CallEmitter): string {
  const code = `${name} = ${emit.literal(text)}`;
  if (code.length <= LINE_WIDTH) return code;
  const middle = text.indexOf('or set');
  const parts = [text.slice(0, middle), text.slice(middle)];
  return `${name} = (\n${parts.map((part) => `    ${emit.literal(part)}\n`).join('')})`;
}

const CAST_ERROR = `def cast_error(node, source, remedy):
    """Return the function that makes the error of a cell. Without a source, it is a constant."""

    def error(row, reason):
        place = "" if source is None else f"{source}, row {row + 1} of the input: "
        return ValueError(f"{node}: {place}{reason}, or {remedy}")

    return error`;

export const PANDAS_CONVERTED = `def converted(values, cells, reason, error, show=str):
    """Return the values of cells. A cell without one raises the error."""
    is_wrong = (values.isna() & cells.notna()).to_numpy(dtype=bool)
    if is_wrong.any():
        row = is_wrong.argmax()
        raise error(row, reason.replace("{}", show(cells.iloc[row]), 1))
    return values`;

/** Methods of a series with a name such as `^x$` fail, since polars reads it as a pattern: it gets another. */
export const POLARS_CONVERTED = `def converted(values, cells, dtype, reason, error):
    """Return the values of cells. A cell without one raises the error."""

    def check(columns):
        values, cells = (column.alias("") for column in columns)
        wrong = (values.is_null() & cells.is_not_null()).arg_true()
        if len(wrong) > 0:
            text = cells.gather(wrong[:1]).cast(pl.String).item()
            raise error(wrong[0], reason.replace("{}", text, 1))
        return columns[0]

    return pl.map_batches([values, cells], check, return_dtype=dtype)`;
