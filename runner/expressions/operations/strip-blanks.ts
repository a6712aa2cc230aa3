import type pl from 'nodejs-polars';
import { POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import { BLANKS } from '../values/number-text.ts';

/** Removes blanks at both ends of texts in polars. */
export function stripBlanks(build: PolarsBuilder, text: pl.Expr): pl.Expr {
  return build.call(POLARS_FUNCTIONS.strip, text, build.text(BLANKS));
}
