import { COLUMN_TYPE_TABLE } from '../domain/types/column-types.ts';
import type { Opaque } from '../plan/operators/opaque.ts';
import { call, chain, dict } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonText } from '../python/python-literal.ts';
import { usePandasTypedColumns, usePolarsTypedColumns } from './found-columns.ts';
import { pandasResult, polarsResult } from './script-code.ts';

/**
 * Returns the call of a script in pandas whose columns its config declares. As in a run, the result must have
 * their types: a cast would round, truncate or read what a run refuses.
 */
export function pandasDeclaredColumns(
  python: PythonContext,
  relation: Opaque,
  frame: string,
): string {
  usePandasTypedColumns(python);
  python.helper('declared_columns', PANDAS_DECLARED_COLUMNS);
  const dtypes = dict(
    relation.columns.map(({ name, type }) => [
      name,
      pythonText(COLUMN_TYPE_TABLE[type].pandasPython),
    ]),
  );
  return call('declared_columns', [pandasResult(python, relation, frame), dtypes]);
}

/** Like pandasDeclaredColumns, for both kinds of frames of polars. */
export function polarsDeclaredColumns(
  python: PythonContext,
  relation: Opaque,
  frame: string,
): string {
  usePolarsTypedColumns(python);
  python.helper('declared_columns', POLARS_DECLARED_COLUMNS);
  const dtypes = dict(
    relation.columns.map(({ name, type }) => [name, COLUMN_TYPE_TABLE[type].polarsPython]),
  );
  const declared = call('declared_columns', [polarsResult(python, relation, frame), dtypes]);
  return python.lazy ? chain(declared, [call('lazy')]) : declared;
}

const PANDAS_DECLARED_COLUMNS = `
def declared_columns(frame, dtypes):
    """What a script returned, in the order of its declared columns. Only a column without a value
    becomes another type: any other difference is an error."""
    found = typed_columns(frame)
    if set(found) != set(dtypes):
        raise ValueError(
            f"The result has the columns {list(found)}, but {list(dtypes)} are declared."
        )
    for name, dtype in found.dtypes.items():
        if dtype not in (dtypes[name], object):
            raise TypeError(
                f'Column "{name}" of the result has the dtype {dtype}, '
                f"but {dtypes[name]} is declared. Convert it in the script."
            )
    return found[list(dtypes)].astype(dtypes)
`;

const POLARS_DECLARED_COLUMNS = `
def declared_columns(frame, dtypes):
    """What a script returned, in the order of its declared columns. Only a column without a value
    becomes another type: any other difference is an error."""
    found = typed_columns(frame)
    if set(found.columns) != set(dtypes):
        raise ValueError(
            f"The result has the columns {found.columns}, but {list(dtypes)} are declared."
        )
    for name, dtype in found.schema.items():
        if dtype not in (dtypes[name], pl.Null):
            raise TypeError(
                f'Column "{name}" of the result has the dtype {dtype}, '
                f"but {dtypes[name]} is declared. Convert it in the script."
            )
    return pl.DataFrame([found.get_column(name).cast(dtype) for name, dtype in dtypes.items()])
`;
