import type { Decimal, Delimiter, Encoding } from './parse-options.ts';

/** What the first bytes of a delimited file show. Null: nothing, or what is usual. */
export interface DetectedDialect {
  /** Null: one column, or a TSV file. */
  readonly delimiter: Delimiter | null;
  /** Null: empty, or no text. */
  readonly encoding: Encoding | null;
  /** Null: a point, or no fractions. */
  readonly decimal: Decimal | null;
}
