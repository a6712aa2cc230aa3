import type { DatabaseWrite } from './database-write.ts';
import type { ColumnType } from '../../domain/column.ts';
import { assign, call, dict, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { pythonText } from '../../python/python-literal.ts';
import { ADDRESS } from '../connection-addresses.ts';
import { useHelpers } from '../record-input.ts';
import { PANDAS_ROWS, TABLE_OF, UPSERT, WRITE_ROWS } from './database-helpers.ts';
import { emitDuckdbOutput } from './duckdb-output.ts';
import { emitMysqlOutput } from './mysql-output.ts';
import { databaseOf } from './script-databases.ts';

/** Emits Python that writes a frame to a table. @param url the code of the address */
export function emitDatabaseOutput(
  python: PythonContext,
  write: DatabaseWrite,
  code: { readonly url: string; readonly pandas: boolean },
): void {
  useHelpers(python, [ADDRESS]);
  const database = databaseOf(write.connection);
  if (database.library === 'duckdb') emitDuckdbOutput(python, write, code);
  else emitSqlalchemyOutput(python, write, { ...code, types: database.types });
}

function emitSqlalchemyOutput(
  python: PythonContext,
  { connection, target, columns }: DatabaseWrite,
  {
    url,
    pandas,
    types,
  }: {
    readonly url: string;
    readonly pandas: boolean;
    readonly types: Readonly<Record<ColumnType, string>> | null;
  },
): void {
  if (pandas) useHelpers(python, [PANDAS_ROWS]);
  const { table, schema, mode, keys } = target;
  const frame = python.frame();
  const polarsRows = `${frame}${python.lazy ? '.collect()' : ''}.to_dicts()`;
  const isUpsert = mode === 'upsert';
  const rows = python.variable('rows');
  python.line(assign(rows, pandas ? call('frame_rows', [frame]) : polarsRows));
  if (types === null) {
    emitMysqlOutput(python, { target, columns }, { url, rows });
    return;
  }
  useHelpers(python, [TABLE_OF, WRITE_ROWS]);
  const definition = python.variable('target');
  const created = call('table_of', [
    pythonText(table),
    dict(columns.map(({ name, type }) => [name, `sa.${types[type]}`])),
    ...(schema === null ? [] : [keyword('schema', pythonText(schema))]),
    ...(isUpsert ? [keyword('keys', python.literal(keys))] : []),
  ]);
  python.line(assign(definition, created));
  const written = [url, rows, definition, pythonText(mode)];
  if (isUpsert) {
    python.import(`from sqlalchemy.dialects import ${connection.provider}`);
    useHelpers(python, [UPSERT]);
    const insert = call(`${connection.provider}.insert`, [definition]);
    written.push(call('upsert', [insert, rows, python.literal(keys)]));
  }
  python.line(call('write_rows', written));
}
