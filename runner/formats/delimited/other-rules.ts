import type { CheckedOptions } from '../../domain/check-parse-options.ts';
import { NO_QUOTES, WHITESPACE } from '../../domain/parse-options.ts';

/** How the cells of a file are separated and quoted where that is not by RFC 4180. */
export interface OtherRules {
  /** Null: one or more blanks or tabs. */
  readonly delimiter: string | null;
  /** Null: none. */
  readonly quote: string | null;
  readonly escape: string | null;
  readonly skipInitialSpace: boolean;
  readonly comment: string | undefined;
}

/** Whether options ask for what neither the scanner nor polars reads: the file is rewritten. */
export function needsRewriting(options: CheckedOptions): boolean {
  return (
    options.delimiter === WHITESPACE ||
    options.quote_char !== undefined ||
    options.escape_char !== undefined ||
    options.skip_initial_space === true ||
    options.rows === 'widest'
  );
}

/** @param delimiter the delimiter of the file, where it is not white space */
export function otherRules(options: CheckedOptions, delimiter: string): OtherRules {
  const { quote_char: quote = '"', escape_char: escape = null, comment } = options;
  return {
    delimiter: options.delimiter === WHITESPACE ? null : delimiter,
    quote: quote === NO_QUOTES ? null : quote,
    escape,
    skipInitialSpace: options.skip_initial_space === true,
    comment,
  };
}
