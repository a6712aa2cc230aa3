import { LineEnds } from '../text/line-ends.ts';
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
  readonly decimals: LongDecimals;

  constructor(width: number) {
    this.decimals = new LongDecimals(width);
  }

  result(): Pick<DelimitedScan, 'quotes' | 'marks' | 'ends' | 'short' | 'rounded'> {
    const { quotes, marks, ends, short, decimals } = this;
    const { count, firstLine } = short;
    return { quotes, marks, ends, short: { count, firstLine }, rounded: decimals.rounded };
  }
}
