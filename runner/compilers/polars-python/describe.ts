import { COLUMN_TYPES } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { toText } from '../../expressions/operations/to-text.ts';
import { atom, conversionEmitter } from '../../expressions/python-code.ts';
import { addPolarsQuantile } from '../../expressions/quantile-code.ts';
import { QUANTILES, type Describe } from '../../plan/operators/describe.ts';
import { call, chain } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { parameterCode } from '../idioms.ts';
import { polarsSelection } from './columns.ts';

/** Returns polars code, eager or lazy, that makes a row of statistics for each column. */
export function describeCode(
  python: PythonContext,
  { described, at }: Describe,
  frame: string,
): string {
  python.import('import polars.selectors as cs');
  addPolarsQuantile(python);
  python.helper('describe_column', describeColumn(python));
  python.helper('describe_columns', describeColumns(python));
  if (at === undefined) return call('describe_columns', [frame]);
  const names = described.map(({ name }) => name);
  const code = parameterCode(python, at) ?? python.literal(names);
  const selected = chain(frame, [call('select', [polarsSelection(python, names, code)])]);
  return call('describe_columns', [selected]);
}

const TYPES = COLUMN_TYPES.map(
  (type) => `        ${COLUMN_TYPE_TABLE[type].polarsPython.split('(')[0]}: "${type}",`,
);

function describeColumn(python: PythonContext): string {
  const text = (type: 'float' | 'datetime'): string =>
    toText(type).pythonPolars([atom('value')], conversionEmitter(python)).text;
  return `def describe_column(name, kind):
    """Return the statistics of a column as expressions. Only numbers have those of floats."""
    cells = cs.by_name(name).as_expr()

    def text(value):
        if kind == "float":
            return ${text('float')}
        if kind == "datetime":
            return ${text('datetime')}
        return value.cast(pl.String)

    def number(value):
        if kind in ("integer", "float"):
            return value().fill_nan(None)
        return pl.lit(None, dtype=pl.Float64)

    return {
        "column": pl.lit(name),
        "type": pl.lit(kind),
        "count": cells.count().cast(pl.Int64),
        "nulls": cells.null_count().cast(pl.Int64),
        "distinct": cells.drop_nulls().n_unique().cast(pl.Int64),
        "min": text(cells.min()),
        "max": text(cells.max()),
        "mean": number(cells.mean),
        "std": number(cells.std),
        "q25": number(lambda: quantile(cells, ${QUANTILES.q25})),
        "median": number(lambda: quantile(cells, ${QUANTILES.median})),
        "q75": number(lambda: quantile(cells, ${QUANTILES.q75})),
    }`;
}

/** Lazy quantiles of many columns take time that is quadratic in them: 20 s for 20 columns of 5 rows. */
function describeColumns({ lazy }: PythonContext): string {
  return `def describe_columns(frame):
    """Return a row of statistics for each column${lazy ? '. It collects: lazy quantiles are slow' : ', computed in one pass'}."""
    kinds = {
${TYPES.join('\n')}
    }
    ${lazy ? 'frame = frame.collect()\n    ' : ''}schema = frame.collect_schema()
    rows = [describe_column(name, kinds[type_.base_type()]) for name, type_ in schema.items()]
    statistics = {name: [row[name] for row in rows] for name in rows[0]}
    return frame.select(
        pl.concat_list(cells).explode().alias(name) for name, cells in statistics.items()
    )${lazy ? '.lazy()' : ''}`;
}
