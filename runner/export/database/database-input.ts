import type { ColumnSchema } from '../../domain/column.ts';
import type { Connection } from '../../domain/connection.ts';
import type { JsonValue } from '../../domain/json.ts';
import { PLACEHOLDER } from '../../domain/placeholder.ts';
import type { SqlSource } from '../../domain/sql-source.ts';
import { querySource } from '../../nodes/rules/query-source.ts';
import { assign, call, dict } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { pythonText } from '../../python/python-literal.ts';
import { ADDRESS } from '../connection-addresses.ts';
import { useHelpers } from '../record-input.ts';
import { columnKinds, tableHelpers, type TableLibrary } from '../record-readers.ts';
import { PLAIN_CELL, READ_QUERY, SHOWN_QUERY } from './database-helpers.ts';
import { DUCKDB_READERS } from './duckdb-helpers.ts';
import { boundText, dollarText, queryConstant } from './query-code.ts';
import { databaseOf } from './script-databases.ts';

/** The rows of a database that an input node reads in a script. */
export interface DatabaseRead {
  readonly connection: Connection;
  readonly source: SqlSource;
  /** The columns that the latest run found. */
  readonly columns: readonly ColumnSchema[];
}

interface ReadCode {
  /** The code of the address. */
  readonly url: string;
  /** The query of the config, with its placeholders. */
  readonly query: JsonValue | undefined;
  /** The names of the parameters of the flow. */
  readonly parameters: readonly string[];
  /** The library of the script. */
  readonly library: TableLibrary;
}

/** Emits Python that reads rows of a database into a frame with the types of a run. */
export function emitDatabaseInput(
  python: PythonContext,
  { connection, source, columns }: DatabaseRead,
  { url, query, parameters, library }: ReadCode,
): void {
  const database = databaseOf(connection);
  const { reader, helpers, textOf } = CLIENTS[database.library];
  useHelpers(python, [ADDRESS, ...tableHelpers(library, columns), ...helpers]);
  const kinds = columnKinds(library, columns);
  const statement =
    source.kind === 'table'
      ? {
          text: pythonText(textOf([`SELECT * FROM ${quotedTable(source, database.quote)}`], [])),
          values: [],
        }
      : boundQuery(python, typeof query === 'string' ? query : '', parameters, textOf);
  const rows = call(reader, [url, statement.text, kinds, ...statement.values]);
  if (python.lazy) python.line('# A query cannot be scanned: all of its rows are read.');
  python.line(assign(python.target, python.lazy ? `${rows}.lazy()` : rows));
}

/** How a library of databases reads the rows of a query. */
const CLIENTS = {
  sqlalchemy: {
    reader: 'read_query',
    helpers: [PLAIN_CELL, SHOWN_QUERY, READ_QUERY],
    textOf: boundText,
  },
  duckdb: { reader: 'read_duckdb', helpers: DUCKDB_READERS, textOf: dollarText },
} as const;

function quotedTable(
  { schema, table }: { readonly schema: string | null; readonly table: string },
  quote: string,
): string {
  return [...(schema === null ? [] : [schema]), table]
    .map((name) => `${quote}${name.replaceAll(quote, quote + quote)}${quote}`)
    .join('.');
}

/** A query whose parameters are bound under their names. */
function boundQuery(
  python: PythonContext,
  query: string,
  parameters: readonly string[],
  textOf: typeof boundText,
): { readonly text: string; readonly values: readonly string[] } {
  const written = new Set([...query.matchAll(PLACEHOLDER)].map(([, name]) => name));
  const names = parameters.filter((name) => written.has(name));
  const bound = bindNames(names);
  const source = querySource(query, bound);
  const texts = source.kind === 'query' ? source.texts : [];
  const binds = source.kind === 'query' ? source.values.map(String) : [];
  const text = queryConstant(python, textOf(texts, binds));
  if (names.length === 0) return { text, values: [] };
  const values = names.map((name) => [bound[name] ?? name, python.parameter(name)] as const);
  return { text, values: [dict(values)] };
}

/** The names of values in a query, by parameter. They differ in more than case, which DuckDB ignores. */
function bindNames(parameters: readonly string[]): Readonly<Record<string, string>> {
  const taken = new Set<string>();
  return Object.fromEntries(
    parameters.map((parameter) => {
      let name = parameter;
      for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${parameter}_${count}`;
      taken.add(name.toLowerCase());
      return [parameter, name];
    }),
  );
}
