import { UserError } from '../../../../domain/errors.ts';

/** Row numbers are 32-bit integers. */
export const MAX_ROWS = 2 ** 31 - 1;

/** @param what the operation, in the message @throws UserError when a frame cannot have so many rows */
export function checkRowCount(rows: number, what: string): void {
  if (rows <= MAX_ROWS) return;
  throw new UserError(`${what} would have ${rows} rows. At most ${MAX_ROWS} are possible.`);
}
