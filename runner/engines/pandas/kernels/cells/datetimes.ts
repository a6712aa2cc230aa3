import type { DatetimeColumn, IntegerColumn } from '../../frame.ts';
import type { Instant } from '../../../../expressions/values/dates.ts';
import { allPresent, integerValues, type Operand } from './operand.ts';

/** Computes a small integer from each datetime. */
export function measureDates(
  args: readonly Operand[],
  rows: number,
  measure: (microseconds: number | bigint) => number,
): IntegerColumn {
  const cells = integerValues(args[0]);
  const validity = allPresent(args, rows);
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) values[row] = measure(cells[row] ?? 0);
  return { type: 'integer', values, validity };
}

/** Builds a datetime column from `read` of each row, which returns microseconds or null. */
export function buildDatetimes(
  count: number,
  read: (row: number) => Instant | null,
): { readonly column: DatetimeColumn; readonly allRead: boolean } {
  const exact = new Float64Array(count);
  // From the first instant on that is not exact as a number.
  let big: BigInt64Array | null = null;
  const validity = new Uint8Array(count);
  let present = 0;
  for (let row = 0; row < count; row++) {
    const value = read(row);
    if (value === null) continue;
    validity[row] = 1;
    present++;
    const number = Number(value);
    if (big === null && Number.isSafeInteger(number)) {
      exact[row] = number;
      continue;
    }
    big ??= BigInt64Array.from(exact, BigInt);
    big[row] = BigInt(value);
  }
  const allRead = present === count;
  const values = big ?? exact;
  return { column: { type: 'datetime', values, validity: allRead ? null : validity }, allRead };
}
