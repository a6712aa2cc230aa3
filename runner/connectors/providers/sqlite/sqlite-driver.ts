import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { TableInfo } from '../../../domain/connection.ts';
import { UserError } from '../../../domain/errors.ts';
import type { SqlSource } from '../../../domain/sql-source.ts';
import { allowedPath } from '../../allowed-path.ts';
import type { ConnectionTarget } from '../../provider.ts';
import { csvLine } from '../../sql/csv-line.ts';
import { quotedIdentifier, quotedTable } from '../../sql/identifier.ts';
import { singleStatement } from '../../sql/single-statement.ts';
import type { SqlDriver, SqlRead, StagedRows } from '../../sql/sql-driver.ts';
import { countCell, noCells, writingOf, type CellWriting } from './sqlite-cells.ts';

/** SQLite by the module of Node, which works synchronously. It opens files only to read. */
export const SQLITE_DRIVER: SqlDriver = {
  async test(target) {
    await withDatabase(target, (database) => database.prepare('SELECT 1 FROM sqlite_schema').all());
  },
  tables: (target) => withDatabase(target, listTables),
  read: (target, read) => withDatabase(target, (database) => readRows(database, read)),
  write: () => Promise.reject(new UserError('this release only reads SQLite')),
  describe: (error) =>
    error instanceof Error && 'errcode' in error ? reasonOf(error.message) : null,
};

function reasonOf(message: string): string {
  return message === 'file is not a database' ? 'the file is no database of SQLite' : message;
}

async function withDatabase<T>(
  { connection }: ConnectionTarget,
  work: (database: DatabaseSync) => T | Promise<T>,
): Promise<T> {
  const file = await allowedPath(connection.database ?? '', process.env);
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** How long a read waits for a program that writes. */
const BUSY_TIMEOUT_MS = 10_000;

function listTables(database: DatabaseSync): readonly TableInfo[] {
  const found = database
    .prepare(
      `SELECT name FROM sqlite_schema
       WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY type, name`,
    )
    .all();
  return found.map(({ name }) => {
    const table = String(name);
    const columns = database
      .prepare(`SELECT * FROM ${quotedIdentifier(table)}`)
      .columns()
      .map((column) => ({ name: column.name, type: column.type ?? '' }));
    return { name: table, schema_name: null, qualified: table, columns, row_estimate: null };
  });
}

/** Reads the rows twice: first to find the types of their cells, then to write them. */
async function readRows(
  database: DatabaseSync,
  { source, maxRows, file }: SqlRead,
): Promise<StagedRows> {
  database.exec('BEGIN');
  const { sql, values } = statementOf(source);
  // SQLite ignores what follows the first statement; in parentheses, it is a syntax error.
  database.prepare(`SELECT * FROM (${sql}\n)`);
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const rows = (): Iterable<readonly SQLOutputValue[]> => limited(statement, values, maxRows);
  const writings = writingsOf(statement, rows());
  const rowCount = await writeRows(rows(), writings, file);
  return {
    columns: writings.map(({ column }) => column),
    rowCount,
    warnings: writings.flatMap(({ warning }) => warning ?? []),
  };
}

type SqlValues = readonly (string | number | bigint | null)[];

function statementOf(source: SqlSource): { readonly sql: string; readonly values: SqlValues } {
  if (source.kind === 'table') return { sql: `SELECT * FROM ${quotedTable(source)}`, values: [] };
  const values = source.values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  return { sql: singleStatement(source.texts.join('?')), values };
}

function* limited(
  statement: StatementSync,
  values: SqlValues,
  maxRows: number | null,
): Generator<readonly SQLOutputValue[]> {
  let count = 0;
  for (const row of statement.iterate(...values)) {
    if (count === maxRows) return;
    count += 1;
    // The statement returns arrays.
    yield row as unknown as readonly SQLOutputValue[];
  }
}

function writingsOf(
  statement: StatementSync,
  rows: Iterable<readonly SQLOutputValue[]>,
): readonly CellWriting[] {
  const columns = statement.columns();
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) {
    throw new UserError(
      `The query returns two columns named "${twice}". Give one of them another name with AS.`,
    );
  }
  const kinds = columns.map(noCells);
  for (const row of rows) {
    kinds.forEach((kind, place) => {
      countCell(kind, row[place] ?? null);
    });
  }
  return columns.map((column, place) => writingOf(column, kinds[place] ?? noCells()));
}

async function writeRows(
  rows: Iterable<readonly SQLOutputValue[]>,
  writings: readonly CellWriting[],
  file: string,
): Promise<number> {
  const stream = createWriteStream(file);
  let count = 0;
  for (const row of rows) {
    const cells = writings.map(({ write }, place) => write(row[place] ?? null));
    count += 1;
    const isFull = !stream.write(csvLine(cells.length === 1 ? [...cells, '0'] : cells));
    if (isFull) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
  return count;
}
