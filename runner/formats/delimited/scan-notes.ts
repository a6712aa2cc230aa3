import { LineEnds } from '../text/line-ends.ts';
import { BlankLines } from './blank-lines.ts';
import { MarkedLines } from './byte-order-marks.ts';
import { LongDecimals } from './long-decimals.ts';
import { QuoteLines } from './quote-lines.ts';
import type { DelimitedScan } from './scan-request.ts';
import { ShortRowCount } from './short-row-count.ts';

/** What a scan finds for warnings. */
export class ScanNotes {
  readonly quotes = new QuoteLines();
  readonly marks = new MarkedLines();
  readonly ends = new LineEnds();
  readonly short = new ShortRowCount();
  readonly blank = new BlankLines();
  readonly decimals: LongDecimals;

  constructor(width: number) {
    this.decimals = new LongDecimals(width);
  }

  /** @param rows of the file */
  result(
    rows: number,
  ): Pick<DelimitedScan, 'quotes' | 'marks' | 'ends' | 'short' | 'blank' | 'rounded'> {
    const { quotes, marks, ends, decimals } = this;
    const { count, firstLine } = this.short;
    const [blank, rounded] = [this.blank.result(rows), decimals.rounded];
    return { quotes, marks, ends, short: { count, firstLine }, blank, rounded };
  }
}
