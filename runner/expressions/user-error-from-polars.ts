import type { UserError } from '../domain/errors.ts';
import { overflownInteger, type PolarsError } from '../engines/polars/pinned/errors.ts';
import { integerOverflow } from '../engines/pandas/kernels/cells/integers.ts';

/** The user error of a polars query in which an integer overflowed; undefined for any other error. */
export function userErrorFromPolars(error: PolarsError): UserError | undefined {
  const value = overflownInteger(error);
  return value === undefined ? undefined : integerOverflow(value);
}
