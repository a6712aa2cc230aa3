import path from 'node:path';
import type { ColumnSchema } from '../../../runner/domain/column.ts';
import pl from '../../../runner/engines/polars/pinned/library.ts';

/** The columns of the table that every node reads. */
export const ROWS_TABLE: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'key', type: 'integer' },
  { name: 'name', type: 'string' },
  { name: 'amount', type: 'float' },
  { name: 'quantity', type: 'integer' },
  { name: 'flag', type: 'boolean' },
  { name: 'day', type: 'datetime' },
  { name: 'due', type: 'datetime' },
  { name: 'tags', type: 'string' },
  { name: 'stamp', type: 'string' },
];

/** The columns of the second table of nodes with two inputs. */
export const KEYS_TABLE: readonly ColumnSchema[] = [
  { name: 'key', type: 'integer' },
  { name: 'segment', type: 'string' },
];

const KEYS = 1_000;
const NAMES = 20_000;
const DAY_US = 86_400_000_000;

/**
 * Writes the table as Parquet: the keys and names repeat, a tenth of the amounts is null, `tags` has two
 * texts with a comma, `stamp` is a date as text.
 */
export function writeRows(folder: string, rows: number): string {
  const numbers = (at: (row: number) => number): Float64Array =>
    Float64Array.from({ length: rows }, (_, row) => at(row));
  const scattered = (row: number, size: number): number => (row * 7_919 + 13) % size;
  const day = (row: number): number => scattered(row, 2_000);
  const integer = (name: string): pl.Expr => pl.col(name).cast(pl.Int64);
  const time = (name: string): pl.Expr => integer(name).cast(pl.Datetime('us'));
  const text = (name: string): pl.Expr => integer(name).cast(pl.String);
  const never = pl.lit(null);
  const frame = pl
    .DataFrame([
      pl.Series(
        'id',
        numbers((row) => row),
      ),
      pl.Series(
        'key',
        numbers((row) => scattered(row, KEYS)),
      ),
      pl.Series(
        'person',
        numbers((row) => scattered(row, NAMES)),
      ),
      pl.Series(
        'amount',
        numbers((row) => scattered(row, 99_991) / 100),
      ),
      pl.Series(
        'day',
        numbers((row) => day(row) * DAY_US),
      ),
      pl.Series(
        'stamp',
        Array.from({ length: rows }, (_, row) => dayText(day(row))),
      ),
    ])
    .select(
      integer('id'),
      integer('key'),
      pl.concatString([pl.lit('Person '), text('person')], '').alias('name'),
      pl
        .when(pl.col('id').modulo(10).eq(0))
        .then(never)
        .otherwise(pl.col('amount'))
        .alias('amount'),
      pl.col('key').modulo(19).cast(pl.Int64).alias('quantity'),
      pl.col('key').modulo(2).eq(0).alias('flag'),
      time('day'),
      integer('day')
        .add(pl.col('key').mul(3_600_000_000))
        .cast(pl.Int64)
        .cast(pl.Datetime('us'))
        .alias('due'),
      pl.concatString([text('key'), pl.lit('b')], ',').alias('tags'),
      pl.col('stamp'),
    );
  const file = path.join(folder, `rows-${rows}.parquet`);
  frame.writeParquet(file);
  return file;
}

/** Writes one row for each key. */
export function writeKeys(folder: string): string {
  const keys = Float64Array.from({ length: KEYS }, (_, row) => row);
  const key = pl.col('key').cast(pl.Int64);
  const frame = pl
    .DataFrame([pl.Series('key', keys)])
    .select(
      key,
      pl.concatString([pl.lit('s'), key.modulo(9).cast(pl.String)], '').alias('segment'),
    );
  const file = path.join(folder, 'keys.parquet');
  frame.writeParquet(file);
  return file;
}

/** The number of rows of the second table. */
export const KEYS_ROWS = KEYS;

/** The date of a number of days since 1970 as ISO text. */
function dayText(days: number): string {
  return new Date((days * DAY_US) / 1000).toISOString().slice(0, 10);
}
