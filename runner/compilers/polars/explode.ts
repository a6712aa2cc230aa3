import type pl from 'nodejs-polars';
import { unusedName } from '../../domain/unused-name.ts';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { PolarsBuilder } from '../../expressions/polars-builder.ts';
import type { Explode } from '../../plan/relation.ts';
import { ARRAY_START, noPartsError, rowParts } from '../row-parts.ts';

/** Texts that are strings of JavaScript at the same time. */
const BATCH_ROWS = 50_000;

/**
 * Splits the texts of a column into a row for each part. The library splits at a delimiter, and has nothing for
 * JSON arrays: where a text may be one, the texts leave polars batch by batch.
 * @throws UserError for a text that is no JSON array, without a delimiter
 */
export function explodePlan(
  library: PolarsLibrary,
  frame: PolarsFrame,
  relation: Explode,
): pl.LazyDataFrame {
  const { lazy, columns } = frame;
  const { column, delimiter } = relation;
  const cells = columnExpression(library, columns, column);
  if (delimiter !== '' && !hasArrays(library, frame, column)) {
    return lazy.withColumns(cells.str.split(delimiter)).explode(cells);
  }
  const names = columns.map(({ name }) => name);
  const name = unusedName('parts', names);
  const parts = splitTexts(library, frame, relation, name);
  if (parts === null) return lazy;
  return library
    .concat([lazy, parts.lazy()], { how: 'horizontal' })
    .select(
      ...columns.map((each) =>
        each.name === column
          ? library.col(name).alias(column)
          : columnExpression(library, columns, each.name),
      ),
    )
    .explode(cells);
}

/** Whether a text may be a JSON array. */
function hasArrays(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  column: string,
): boolean {
  const build = new PolarsBuilder(library);
  const cells = columnExpression(library, columns, column);
  const pattern = build.text(ARRAY_START);
  const mayBe = build.call(POLARS_FUNCTIONS.matches, cells, pattern);
  const found = lazy.filter(mayBe).limit(1).select(cells).collectSync({ engine: 'streaming' });
  return found.height > 0;
}

/** The parts of each row as a list; null without rows. */
function splitTexts(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  { column, delimiter }: Explode,
  name: string,
): pl.DataFrame | null {
  const cells = columnExpression(library, columns, column).alias(name);
  const texts = lazy.select(cells).collectSync({ engine: 'streaming' });
  const batches: pl.DataFrame[] = [];
  for (let first = 0; first < texts.height; first += BATCH_ROWS) {
    const batch = texts.slice(first, BATCH_ROWS).getColumn(name).toArray() as (string | null)[];
    const rows: number[] = [];
    const parts: (string | null)[] = [];
    for (const [row, text] of batch.entries()) {
      const split = text === null ? [null] : rowParts(text, delimiter);
      if (split === null) throw noPartsError(column, first + row, text ?? '');
      for (const part of split) {
        rows.push(row);
        parts.push(part);
      }
    }
    batches.push(listsOf(library, name, rows, parts));
  }
  return batches.length === 0 ? null : library.concat(batches, { how: 'vertical' });
}

/** A column with the list of the parts of each row, in order. A series of lists is slower to make. */
function listsOf(
  library: PolarsLibrary,
  name: string,
  rows: readonly number[],
  parts: readonly (string | null)[],
): pl.DataFrame {
  const key = unusedName('row', [name]);
  const flat = library.DataFrame([
    library.Series(key, [...rows], library.UInt32),
    library.Series(name, [...parts], library.String),
  ]);
  return flat
    .lazy()
    .groupBy([library.col(key)], true)
    .agg(library.col(name))
    .select(name)
    .collectSync();
}
