import type pl from 'nodejs-polars';
import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import type { FileFormat } from '../../domain/file-format.ts';
import type { LossCode, LostValues } from '../../domain/file-warning.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import {
  isEscaped,
  hasLineBreak,
  hasMicroseconds,
  hasNul,
  isEmptyText,
  isInfinite,
} from './cell-losses.ts';
import { FIRST_SERIAL_MICROSECOND, LAST_SERIAL_MICROSECOND } from './excel-serials.ts';

type CellExpression = (polars: PolarsLibrary, cell: pl.Expr) => pl.Expr;

/** What the file of a column lacks, and the expression that counts it. */
interface Loss {
  readonly code: LossCode;
  readonly count: CellExpression;
}

type Losses = Readonly<Partial<Record<ColumnType, readonly Loss[]>>>;

const INFINITIES: Losses = {
  float: [{ code: 'lost_infinities', count: countOf(isInfinite) }],
};

/** Texts of several lines are quoted, and null is no empty text, unless a file has one column. */
const LOSSES: Readonly<Partial<Record<FileFormat, Losses>>> = {
  json: INFINITIES,
  jsonl: INFINITIES,
  excel: {
    ...INFINITIES,
    datetime: [{ code: 'lost_microseconds', count: countOf(hasMicrosecondsInDate) }],
    string: [
      { code: 'escaped_characters', count: countOf(isEscaped) },
      { code: 'nul_characters', count: countOf(hasNul) },
    ],
  },
};

const INDISTINCT_NULLS: Loss = { code: 'indistinct_nulls', count: indistinctNulls };

const LOSSES_OF_ONE_COLUMN: Readonly<Partial<Record<FileFormat, Losses>>> = {
  csv: { string: [INDISTINCT_NULLS] },
  tsv: { string: [INDISTINCT_NULLS] },
  text: { string: [{ code: 'cut_lines', count: countOf(hasLineBreak) }, INDISTINCT_NULLS] },
};

/**
 * Counts the values that a reader of a file does not get from it, by column. Empty texts and nulls that a format
 * writes as different cells are not among them, as in CSV, though many readers treat them alike.
 * @param lazy the table in memory or a file: a plan is evaluated again
 */
export function countLosses(
  polars: PolarsLibrary,
  lazy: pl.LazyDataFrame,
  table: Lossy,
): readonly LostValues[] {
  const counted = lossesOf(table).map(({ code, column, place, count }, at) => {
    return { code, column, key: String(at), count: count(polars, polars.nth(place)) };
  });
  if (counted.length === 0) return [];
  const counts = counted.map(({ key, count }) => count.alias(key));
  const found = lazy.select(...counts).collectSync({ engine: 'streaming' });
  return counted
    .map(({ code, column, key }) => {
      return { code, column, count: Number(found.getColumn(key).get(0) ?? 0) };
    })
    .filter(({ count }) => count > 0);
}

/** Whether the values of a table are read once more when its file is written. */
export function countsLosses(table: Lossy): boolean {
  return lossesOf(table).length > 0;
}

/** The columns of a table and the format of its file. */
interface Lossy {
  readonly columns: readonly ColumnSchema[];
  readonly format: FileFormat;
}

interface ColumnLoss extends Loss {
  readonly column: string;
  readonly place: number;
}

function lossesOf({ columns, format }: Lossy): readonly ColumnLoss[] {
  const ofOne = columns.length === 1 ? LOSSES_OF_ONE_COLUMN[format] : undefined;
  const losses = ofOne ?? LOSSES[format] ?? {};
  return columns.flatMap(({ name, type }, place) =>
    (losses[type] ?? []).map((loss) => ({ ...loss, column: name, place })),
  );
}

function countOf(test: CellExpression): CellExpression {
  return (polars, cell) => sum(polars, test(polars, cell));
}

/** Of datetimes that become text, a sheet keeps the microseconds. */
function hasMicrosecondsInDate(polars: PolarsLibrary, cell: pl.Expr): pl.Expr {
  const integer = (value: bigint): pl.Expr => polars.lit(String(value)).cast(polars.Int64);
  const microseconds = cell.cast(polars.Int64);
  return hasMicroseconds(polars, cell)
    .and(microseconds.gtEq(integer(FIRST_SERIAL_MICROSECOND)))
    .and(microseconds.ltEq(integer(LAST_SERIAL_MICROSECOND)));
}

/** The nulls of a column that has empty texts, too. */
function indistinctNulls(polars: PolarsLibrary, cell: pl.Expr): pl.Expr {
  const nulls = sum(polars, cell.isNull());
  return polars
    .when(sum(polars, isEmptyText(polars, cell)).gt(polars.lit(0)))
    .then(nulls)
    .otherwise(polars.lit(0));
}

/** As floats, since the sum of booleans has 32 bits. */
function sum(polars: PolarsLibrary, test: pl.Expr): pl.Expr {
  return test.cast(polars.Float64).sum();
}
