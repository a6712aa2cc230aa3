import type { FileIrregularity } from '../domain/file-irregularity.ts';
import { useWithoutMaps } from '../compilers/nested-text.ts';
import { call, chain, keyword } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';
import type { ExportInput } from './export-request.ts';
import { plainReaderProblem } from './plain-reader.ts';
import { exactPath } from './read-options.ts';
import { useHelpers } from './record-input.ts';
import type { PythonHelper } from './record-readers.ts';

/** What `pl.read_parquet` and a cast cannot read as the service does. */
const HARD_FOR_POLARS: readonly FileIrregularity[] = ['other_types', 'renamed_columns'];

/** What the code that reads a Parquet file is made of. */
interface ParquetScan {
  readonly path: string;
  readonly schema: string;
  /** Whether a filter by arithmetic that wraps around may reach the scan. */
  readonly wraps: boolean;
}

/** Returns the polars code that reads or scans a Parquet file. */
export function polarsParquetCall(
  python: PythonContext,
  file: ExportInput,
  { path, schema, wraps }: ParquetScan,
): string {
  const { lazy } = python;
  const reader = lazy ? 'pl.scan_parquet' : 'pl.read_parquet';
  const problem = plainReaderProblem(file, reader, { hard: HARD_FOR_POLARS });
  const statistics = lazy && wraps ? [NO_STATISTICS] : [];
  if (problem === null) {
    const read = call(reader, [path, ...exactPath(file), ...statistics]);
    const has = (found: FileIrregularity): boolean => file.irregularities?.includes(found) === true;
    return chain(read, [
      ...(has('cast_types') ? [call('cast', [schema])] : []),
      ...(has('nan_cells') ? [call('with_columns', [NAN_TO_NULL])] : []),
    ]);
  }
  python.line(`# ${problem}`);
  useWithoutMaps(python);
  useHelpers(python, [PARQUET_COLUMN, SCAN_PARQUET]);
  const scan = call('scan_parquet', [path, schema, ...statistics]);
  return lazy ? scan : chain(scan, [call('collect')]);
}

/** Statistics of row groups show where no row can pass a filter, unless its arithmetic wraps around. */
const NO_STATISTICS = keyword('use_statistics', 'False');

const NAN_TO_NULL = chain('pl.col(pl.Float64)', [call('fill_nan', ['None'])]);

const PARQUET_COLUMN: PythonHelper = {
  name: 'parquet_column',
  imports: ['import polars as pl', 'import polars.selectors as cs'],
  source: `
def parquet_column(name, found, dtype):
    """A column as another type: durations are seconds, bytes hexadecimal digits, lists and
    structs JSON."""
    column = cs.by_name(name).as_expr()
    known = column.is_not_null()
    if found == pl.Duration:
        return column.dt.total_microseconds() / pl.when(known).then(1e6)
    if found == pl.Time:
        return column.dt.strftime("%H:%M:%S%.f")
    if found == pl.Binary:
        return column.bin.encode("hex")
    if found.is_nested():
        listed = column.cast(without_maps(found))
        text = pl.struct(listed.alias("v")).struct.json_encode()
        return pl.when(known).then(text.str.extract(r'(?s)^\\{"v":(.*)\\}$', 1))
    column = column.cast(dtype)
    return column.fill_nan(None) if dtype == pl.Float64 else column
`,
};

const SCAN_PARQUET: PythonHelper = {
  name: 'scan_parquet',
  imports: ['import polars as pl'],
  source: `
def scan_parquet(path, schema, **options):
    """Scans a Parquet file into the given types; NaN is null, zoned times become UTC."""
    source = pl.scan_parquet(path, glob=False, **options)
    found = source.collect_schema()
    return source.select(
        parquet_column(name, dtype, schema[renamed]).alias(renamed)
        for (name, dtype), renamed in zip(found.items(), schema)
    )
`,
};
