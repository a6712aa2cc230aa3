import type pl from 'nodejs-polars';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import type { Digest } from '../../plan/operators/digest.ts';
import { hexDigest } from '../hex-digest.ts';
import { unusedName } from '../../domain/unused-name.ts';

/** Texts that are strings of JavaScript at the same time: with 50,000 a run holds a fifth more memory. */
const BATCH_ROWS = 20_000;

/**
 * Replaces the texts of a column by their digests. The library has no such function, so the column is evaluated
 * first and its texts leave polars batch by batch.
 */
export function digestPlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  { column, algorithm }: Digest,
): pl.LazyDataFrame {
  const names = columns.map(({ name }) => name);
  const digest = unusedName('digest', names);
  const cells = (name: string): pl.Expr => columnExpression(library, columns, name);
  const texts = lazy.select(cells(column).alias(digest)).collectSync({ engine: 'streaming' });
  const batches: pl.DataFrame[] = [];
  for (let first = 0; first < texts.height; first += BATCH_ROWS) {
    const batch = texts.slice(first, BATCH_ROWS).getColumn(digest).toArray() as (string | null)[];
    const digests = batch.map((text) => (text === null ? null : hexDigest(text, algorithm)));
    batches.push(library.DataFrame([library.Series(digest, digests, library.String)]));
  }
  if (batches.length === 0) return lazy;
  const digests = library.concat(batches, { how: 'vertical' }).lazy();
  return library
    .concat([lazy, digests], { how: 'horizontal' })
    .select(
      ...names.map((name) => (name === column ? library.col(digest).alias(name) : cells(name))),
    );
}
