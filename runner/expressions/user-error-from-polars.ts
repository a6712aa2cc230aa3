import { UserError } from '../domain/errors.ts';
import { MESSAGE_END, MESSAGE_START } from './polars-builder.ts';

const SENTENCE = new RegExp(`${MESSAGE_START}([^]*?)${MESSAGE_END}`);
const OVERFLOW = /conversion from `i128` to `i64` failed[^]*?: \[(-?\d+)/;

/**
 * The user's mistake behind an error of a polars query, when an expression of ours raised it.
 * Undefined for any other error.
 */
export function userErrorFromPolars(error: unknown): UserError | undefined {
  const message = error instanceof Error ? error.message : String(error);
  const sentence = SENTENCE.exec(message)?.[1];
  if (sentence !== undefined) return new UserError(sentence.replaceAll('\\"', '"'));
  const overflown = OVERFLOW.exec(message)?.[1];
  if (overflown === undefined) return undefined;
  return new UserError(
    `The result ${overflown} is beyond the range of 64-bit integers. Cast an operand to float first.`,
  );
}
