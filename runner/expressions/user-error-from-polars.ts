import { UserError } from '../domain/errors.ts';
import { MESSAGE_END, MESSAGE_START } from './polars-builder.ts';

const MESSAGE = new RegExp(`${MESSAGE_START}([^]*?)${MESSAGE_END}`);
const OVERFLOW = /conversion from `i128` to `i64` failed[^]*?: \[(-?\d+)/;

/**
 * Returns the user error that an expression raised inside a polars query, or undefined for any other
 * error.
 */
export function userErrorFromPolars(error: unknown): UserError | undefined {
  const message = error instanceof Error ? error.message : String(error);
  const reason = MESSAGE.exec(message)?.[1];
  if (reason !== undefined) return new UserError(reason.replaceAll('\\"', '"'));
  const overflown = OVERFLOW.exec(message)?.[1];
  if (overflown === undefined) return undefined;
  return new UserError(
    `The result ${overflown} is beyond the range of 64-bit integers. Cast an operand to float first.`,
  );
}
