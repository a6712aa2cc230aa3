import { COLUMN_TYPES } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { DATETIME_TEXT, FLOAT_TEXT } from '../../expressions/operations/python-helpers.ts';
import { addPandasQuantile } from '../../expressions/quantile-code.ts';
import { DESCRIPTION, QUANTILES, type Describe } from '../../plan/operators/describe.ts';
import { call, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { parameterCode } from '../idioms.ts';

/** Returns pandas code that makes a row of statistics for each column. */
export function describeCode(
  python: PythonContext,
  { described, at }: Describe,
  frame: string,
): string {
  addPandasQuantile(python);
  python.helper('float_text', FLOAT_TEXT);
  python.helper('datetime_text', DATETIME_TEXT);
  python.helper('describe_column', DESCRIBE_COLUMN);
  python.helper('describe_columns', DESCRIBE_COLUMNS);
  if (at === undefined) return call('describe_columns', [frame]);
  const names = described.map(({ name }) => name);
  const code = parameterCode(python, at) ?? python.literal(names);
  return call('describe_columns', [subscript(frame, code)]);
}

const KINDS = COLUMN_TYPES.map(
  (type) => `        "${COLUMN_TYPE_TABLE[type].pandasPython}": "${type}",`,
);
const DTYPES = DESCRIPTION.map(
  ({ name, type }) => `        "${name}": "${COLUMN_TYPE_TABLE[type].pandasPython}",`,
);

const DESCRIBE_COLUMN = `def describe_column(name, cells):
    """Return the statistics of a column. Only numbers have those of floats."""
    kinds = {
${KINDS.join('\n')}
    }
    kind = kinds[str(cells.dtype)]
    known = cells.dropna()
    texts = {
        "boolean": lambda value: str(value).lower(),
        "datetime": datetime_text,
        "float": float_text,
    }
    text = texts.get(kind, str)

    def number(compute):
        return compute() if kind in ("integer", "float") else pd.NA

    return {
        "column": name,
        "type": kind,
        "count": len(known),
        "nulls": len(cells) - len(known),
        "distinct": known.nunique(),
        "min": text(known.min()) if len(known) else pd.NA,
        "max": text(known.max()) if len(known) else pd.NA,
        "mean": number(known.mean),
        "std": number(known.std),
        "q25": number(lambda: quantile(known, ${QUANTILES.q25})),
        "median": number(lambda: quantile(known, ${QUANTILES.median})),
        "q75": number(lambda: quantile(known, ${QUANTILES.q75})),
    }`;

const DESCRIBE_COLUMNS = `def describe_columns(frame):
    """Return a row of statistics for each column."""
    rows = [describe_column(name, frame[name]) for name in frame.columns]
    dtypes = {
${DTYPES.join('\n')}
    }
    return pd.DataFrame(rows).astype(dtypes)`;
