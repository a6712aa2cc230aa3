import type { ShortRows } from './scan-request.ts';

/** Counts the rows that have fewer cells than the first record. */
export class ShortRowCount implements ShortRows {
  count = 0;
  firstLine = 0;

  /** @param line line in which the first of the added rows ends */
  add(added: number, line: number): void {
    if (added > 0 && this.count === 0) this.firstLine = line;
    this.count += added;
  }
}
