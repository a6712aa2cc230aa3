import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { ColumnSchema } from '../../../domain/column.ts';
import type { SqlSource } from '../../../domain/sql-source.ts';
import type { SqlText } from '../../../domain/sql-text.ts';
import { quotedTable } from '../../sql/identifier.ts';
import { checkResultNames } from '../../sql/result-names.ts';
import { singleStatement } from '../../sql/single-statement.ts';
import type { SqlRead, StagedRows } from '../../sql/sql-driver.ts';
import { writeRows } from '../../../formats/write-rows.ts';
import { countCell, noCells, TYPED_CELLS, writingOf, type CellWriting } from './sqlite-cells.ts';

/**
 * Reads the rows twice: first to find the types of their cells, then to write them. The columns that the plan
 * expects are those of a typed query, which is read once.
 */
export async function readSqlite(
  database: DatabaseSync,
  { source, maxRows, file, columns }: SqlRead,
): Promise<StagedRows> {
  database.exec('BEGIN');
  const { statement, values } = prepareSqlite(database, source);
  const rows = (): Iterable<readonly SQLOutputValue[]> => limited(statement, values, maxRows);
  const writings =
    columns === undefined ? writingsOf(statement, rows()) : columns.map(typedWriting);
  const rowCount = await writeRows(file, cellsOf(rows(), writings));
  return {
    columns: writings.map(({ column }) => column),
    rowCount,
    warnings: writings.flatMap(({ warning }) => warning ?? []),
    decimals: writings.flatMap(({ isMixed }, place) =>
      isMixed === true ? [{ place, scale: null }] : [],
    ),
  };
}

function typedWriting(column: ColumnSchema): CellWriting {
  return { column, write: TYPED_CELLS[column.type], warning: null };
}

/** The first row of a query; null: it has none. */
export function firstRow(database: DatabaseSync, text: SqlText): readonly SQLOutputValue[] | null {
  const { statement, values } = prepareSqlite(database, { kind: 'query', ...text });
  for (const row of statement.iterate(...values)) {
    // The statement returns arrays.
    return row as unknown as readonly SQLOutputValue[];
  }
  return null;
}

type SqlValues = readonly (string | number | bigint | null)[];

/** Prepares the statement of a source, whose rows are arrays with exact integers. */
export function prepareSqlite(
  database: DatabaseSync,
  source: SqlSource,
): { readonly statement: StatementSync; readonly values: SqlValues } {
  const { sql, values } = statementOf(source);
  // SQLite ignores what follows the first statement; in parentheses, it is a syntax error.
  database.prepare(`SELECT * FROM (${sql}\n)`);
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  return { statement, values };
}

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
  checkResultNames(columns.map(({ name }) => name));
  const kinds = columns.map(noCells);
  for (const row of rows) {
    kinds.forEach((kind, place) => {
      countCell(kind, row[place] ?? null);
    });
  }
  return columns.map((column, place) => writingOf(column, kinds[place] ?? noCells()));
}

function* cellsOf(
  rows: Iterable<readonly SQLOutputValue[]>,
  writings: readonly CellWriting[],
): Generator<readonly (string | null)[]> {
  for (const row of rows) yield writings.map(({ write }, place) => write(row[place] ?? null));
}
