import type pl from 'nodejs-polars';
import type { FileWarning } from '../../domain/file-warning.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { cutNanosecondsWarning } from '../cut-nanoseconds-warning.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import type { CutMoments } from './pages/cut-moments.ts';
import { momentText } from './pages/value-text.ts';
import { hasNanoseconds, typeName } from './parquet-columns.ts';
import type { ParquetSource } from './parquet-source.ts';

const NANOSECONDS = 1000;
const SECOND_DIGITS = 9;
const CURE = 'Write the column as text, or as integers of nanoseconds, to keep them.';

/** The values of a column that are no whole microseconds. */
interface CutValues {
  readonly count: number;
  /** The nanoseconds of the first one. */
  readonly first: bigint | null;
}

/**
 * Warns of columns whose datetimes or durations have nanoseconds, since column types have microseconds.
 * @param cutInPages those of columns that polars does not read, by the place of the column
 */
export function cutNanosecondsWarnings(
  source: ParquetSource,
  cutInPages: ReadonlyMap<number, CutMoments>,
): FileWarning[] {
  const cut = new Map<number, CutValues>([...cutInPages, ...cutByPolars(source)]);
  return source.series.flatMap((series, place): FileWarning[] => {
    const { count, first } = cut.get(place) ?? { count: 0, first: null };
    if (count === 0 || first === null) return [];
    const column = source.names[place] ?? '';
    const example = typeName(series) === 'Duration' ? secondsText(first) : momentText(first, false);
    return [cutNanosecondsWarning({ column, count, example, cure: CURE })];
  });
}

/** Of the columns in nanoseconds, which are read batch by batch. Lists and structs become texts with all digits. */
function cutByPolars({
  polars,
  path,
  series,
  conversions,
}: ParquetSource): readonly (readonly [place: number, cut: CutValues])[] {
  const places = series.flatMap((column, place) =>
    conversions[place] !== 'pages' && hasNanoseconds(column) ? [place] : [],
  );
  if (places.length === 0) return [];
  const counts = places.flatMap((place) => {
    const nanoseconds = polars.nth(place).cast(polars.Int64);
    const isCut = hasFraction(polars, nanoseconds);
    return [
      isCut.cast(polars.Float64).sum().alias(`count${place}`),
      nanoseconds.filter(isCut).first().cast(polars.String).alias(`first${place}`),
    ];
  });
  const scan = polars.scanParquet(path, PARQUET_SCAN_OPTIONS);
  const found = scan.select(counts).collectSync({ engine: 'streaming' });
  const cell = (name: string): unknown => found.getColumn(name).get(0);
  return places.map((place) => {
    const first = cell(`first${place}`);
    const cut = {
      count: Number(cell(`count${place}`) ?? 0),
      first: typeof first === 'string' ? BigInt(first) : null,
    };
    return [place, cut] as const;
  });
}

/** The library makes a float of a plain number, and of nanoseconds beside it, which rounds them. */
function hasFraction(polars: PolarsLibrary, nanoseconds: pl.Expr): pl.Expr {
  const divisor = polars.lit(NANOSECONDS).cast(polars.Int64);
  return nanoseconds.modulo(divisor).neq(polars.lit(0).cast(polars.Int64));
}

function secondsText(nanoseconds: bigint): string {
  const sign = nanoseconds < 0n ? '-' : '';
  const digits = String(nanoseconds < 0n ? -nanoseconds : nanoseconds).padStart(
    SECOND_DIGITS + 1,
    '0',
  );
  return `${sign}${digits.slice(0, -SECOND_DIGITS)}.${digits.slice(-SECOND_DIGITS)} s`;
}
