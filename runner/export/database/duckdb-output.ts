import { quotedTable } from '../../connectors/sql/identifier.ts';
import {
  namesOf,
  onConflict,
  repeatedKeys,
  tableColumns,
} from '../../connectors/sql/table-statements.ts';
import type { WriteMode } from '../../domain/sql-source.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { call } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { pythonText } from '../../python/python-literal.ts';
import { useHelpers } from '../record-input.ts';
import type { DatabaseWrite } from './database-write.ts';
import { SCRIPT_ROWS, WRITE_DUCKDB } from './duckdb-helpers.ts';

const CREATE: Readonly<Record<WriteMode, string>> = {
  replace: 'CREATE OR REPLACE TABLE',
  append: 'CREATE TABLE IF NOT EXISTS',
  fail: 'CREATE TABLE',
  upsert: 'CREATE TABLE IF NOT EXISTS',
};

/** Emits Python that writes a frame to a table of DuckDB. @param url the code of the path of the file */
export function emitDuckdbOutput(
  python: PythonContext,
  { target, columns }: Pick<DatabaseWrite, 'target' | 'columns'>,
  { url }: { readonly url: string },
): void {
  useHelpers(python, [WRITE_DUCKDB]);
  const { mode, keys } = target;
  const table = quotedTable(target);
  const dialect = {
    typeOf: (type: keyof typeof COLUMN_TYPE_TABLE) => COLUMN_TYPE_TABLE[type].sql.duckdb,
    keyConstraint: 'PRIMARY KEY',
  } as const;
  const names = namesOf({ columns });
  const insert = `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${SCRIPT_ROWS}`;
  const isUpsert = mode === 'upsert';
  const written = [
    url,
    python.lazy ? `${python.frame()}.collect()` : python.frame(),
    pythonText(`${CREATE[mode]} ${table} ${tableColumns({ columns, keys }, dialect)}`),
    pythonText(isUpsert ? `${insert} ${onConflict({ columns, keys })}` : insert),
    ...(isUpsert ? [pythonText(repeatedKeys(SCRIPT_ROWS, keys))] : []),
  ];
  python.line(call('write_duckdb', written));
}
