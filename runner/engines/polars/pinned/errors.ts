/*
 * What the errors of polars say in this version of the library. Nothing but their text names the value
 * or the type at fault; expressions are evaluated again instead (see locate-failure.ts).
 */

/** An error of polars, as opposed to one of JavaScript. */
export interface PolarsError {
  readonly message: string;
}

/** Whether polars raised the error: all its errors have this code. */
export function isPolarsError(error: unknown): error is PolarsError {
  if (typeof error !== 'object' || error === null || !('message' in error)) return false;
  return 'code' in error && error.code === 'GenericFailure' && typeof error.message === 'string';
}

/** The reason of an error without the query plan, which follows in further lines. */
export function polarsReason({ message }: PolarsError): string {
  return message.split('\n', 1)[0]?.trim() ?? message;
}

const OVERFLOW = /conversion from `i128` to `i64` failed[^]*?: \[(-?\d+)/;

/** The digits of an integer that did not fit 64 bits; undefined for any other error. */
export function overflownInteger({ message }: PolarsError): string | undefined {
  return OVERFLOW.exec(message)?.[1];
}

const UNNAMED_TYPE = /DataType (\w+)/;

/** The type in the error of a series whose type the library has no class for. */
export function unnamedType(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return UNNAMED_TYPE.exec(message)?.[1] ?? message;
}
