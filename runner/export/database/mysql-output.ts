import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import { assign, call, dict, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { pythonText } from '../../python/python-literal.ts';
import { useHelpers } from '../record-input.ts';
import type { DatabaseWrite } from './database-write.ts';
import { MYSQL_WRITERS, UPSERT_MYSQL } from './mysql-helpers.ts';

/** A table gets the collation in which texts are equal as for the service, if the server has it. */
const COLLATION = keyword('collation', '"utf8mb4_bin"');
const TEXT = call('mysql.LONGTEXT', [COLLATION]);

/** The types of new columns, as a run makes them. */
const TYPES: Readonly<Record<ColumnType, string>> = {
  integer: 'mysql.BIGINT()',
  float: 'mysql.DOUBLE()',
  boolean: 'mysql.BOOLEAN()',
  datetime: 'mysql.DATETIME(fsp=6)',
  string: TEXT,
  null: TEXT,
};

/** A key of text has a length, since an index has one. */
const KEY_TEXT = call('mysql.VARCHAR', ['255', COLLATION]);

/**
 * Emits Python that writes rows to a table of MySQL or MariaDB.
 * @param url the code of the address
 * @param rows the code of the rows
 */
export function emitMysqlOutput(
  python: PythonContext,
  { target: { table, schema, mode, keys }, columns }: Pick<DatabaseWrite, 'target' | 'columns'>,
  { url, rows }: { readonly url: string; readonly rows: string },
): void {
  python.import('from sqlalchemy.dialects import mysql');
  useHelpers(python, MYSQL_WRITERS);
  const own = mode === 'upsert' ? keys : [];
  const definition = python.variable('target');
  const created = call('mysql_table', [
    pythonText(table),
    dict(columns.map((column) => [column.name, typeOf(column, own)])),
    ...(schema === null ? [] : [keyword('schema', pythonText(schema))]),
    ...(own.length === 0 ? [] : [keyword('keys', python.literal(own))]),
  ]);
  python.line(assign(definition, created));
  const written = [url, rows, definition, pythonText(mode)];
  if (own.length > 0) {
    python.import('from functools import partial');
    useHelpers(python, [UPSERT_MYSQL]);
    written.push(call('partial', ['upsert_mysql', keyword('keys', python.literal(own))]));
  }
  python.line(call('write_mysql', written));
}

function typeOf({ name, type }: ColumnSchema, keys: readonly string[]): string {
  return TYPES[type] === TEXT && keys.includes(name) ? KEY_TEXT : TYPES[type];
}
