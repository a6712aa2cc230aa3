import type { DatabaseSync } from 'node:sqlite';
import type { ColumnType } from '../../../domain/column.ts';
import type { SqlSource } from '../../../domain/sql-source.ts';
import { joined, sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import { checkResultNames } from '../../sql/result-names.ts';
import { sourceText } from '../../sql/source-text.ts';
import type { TypedQuery } from '../../sql/typed-query.ts';
import { noCells, writingOf, type CellWriting, type DeclaredColumn } from './sqlite-cells.ts';
import { firstRow, prepareSqlite } from './sqlite-read.ts';
import { defineScanFunctions, isExact, kindsOf, scanOf } from './sqlite-scan.ts';

/**
 * Scans the rows for the types of their cells. Null: a column has cells of several types, bytes, or texts that
 * the engines read as other ones, or the order of texts is not that of UTF-8.
 */
export function sqliteTypedQuery(database: DatabaseSync, source: SqlSource): TypedQuery | null {
  const [encoding] = firstRow(database, trusted('SELECT encoding FROM pragma_encoding')) ?? [];
  if (encoding !== 'UTF-8') return null;
  const columns = declaredColumns(database, source);
  defineScanFunctions(database);
  const rows = placed(sourceText(source), columns);
  const results = columns.map((column, place) => scanOf(column, place));
  const scan = firstRow(database, sql`SELECT ${joined(results.flat(), ', ')} FROM (${rows})`) ?? [];
  const kinds = kindsOf(scan, columns.length);
  if (!kinds.every(isExact)) return null;
  const writings = columns.map((column, place) => writingOf(column, kinds[place] ?? noCells()));
  if (roundsIntegers(database, rows, writings)) return null;
  const typed = writings.map(({ column }) => column);
  const cells = typed.map(({ type }, place) => {
    const name = trusted(`p${place}`);
    return sql`${CELLS[type](name)} AS ${trusted(`c${place}`)}`;
  });
  return {
    dialect: 'sqlite',
    text: sql`SELECT ${joined(cells, ', ')} FROM (${rows})`,
    columns: typed,
    warnings: [],
  };
}

/** Whether floats have integers among them that a float rounds. */
function roundsIntegers(
  database: DatabaseSync,
  rows: SqlText,
  writings: readonly CellWriting[],
): boolean {
  const isRounded = writings.flatMap(({ isMixed }, place) => {
    const cell = trusted(`p${place}`);
    const isInteger = sql`typeof(${cell}) = 'integer'`;
    return isMixed === true ? [sql`(${isInteger} AND CAST(${cell} AS REAL) <> ${cell})`] : [];
  });
  if (isRounded.length === 0) return false;
  const text = sql`SELECT 1 FROM (${rows}) WHERE ${joined(isRounded, ' OR ')} LIMIT 1`;
  return firstRow(database, text) !== null;
}

function declaredColumns(database: DatabaseSync, source: SqlSource): readonly DeclaredColumn[] {
  const columns = prepareSqlite(database, source).statement.columns();
  checkResultNames(columns.map(({ name }) => name));
  return columns.map(({ name, type }) => ({ name, type }));
}

/**
 * The rows with columns `p0`, `p1`, …: names may differ only in letter case. LIMIT keeps SQLite from moving
 * filters into a query or a view, below a condition that keeps a function from failing.
 */
function placed(source: SqlText, columns: readonly DeclaredColumn[]): SqlText {
  const places = joined(
    columns.map((_, place) => trusted(`p${place}`)),
    ', ',
  );
  // A comment may end the source, so the parenthesis is on a line of its own.
  return sql`WITH q(${places}) AS (${source}\n) SELECT * FROM q LIMIT -1 OFFSET 0`;
}

/** An error of the statement, since another program changed the cells after the scan. */
const CHANGED = trusted('abs(-9223372036854775808)');

/** The values of the engines, whatever type a column declares. A CASE has no collation. */
const CELLS: Readonly<Record<ColumnType, (cell: SqlText) => SqlText>> = {
  integer: (cell) => ofKinds(cell, ['integer'], cell),
  float: (cell) => ofKinds(cell, ['integer', 'real'], sql`CAST(${cell} AS REAL)`),
  boolean: (cell) =>
    sql`CASE WHEN ${cell} IN (0, 1) THEN ${cell} WHEN ${cell} NOTNULL THEN ${CHANGED} END`,
  datetime: (cell) => ofKinds(cell, ['text'], microseconds(cell)),
  string: (cell) => ofKinds(cell, ['text'], cell),
  null: (cell) => ofKinds(cell, [], cell),
};

function ofKinds(
  cell: SqlText,
  kinds: readonly ('integer' | 'real' | 'text')[],
  value: SqlText,
): SqlText {
  const cases = kinds.map((kind) => sql`WHEN '${trusted(kind)}' THEN ${value}`);
  const values = joined([...cases, trusted("WHEN 'null' THEN NULL")], ' ');
  return sql`CASE typeof(${cell}) ${values} ELSE ${CHANGED} END`;
}

/** Of a text in ISO 8601; SQLite itself knows milliseconds. */
function microseconds(text: SqlText): SqlText {
  const point = sql`instr(${text} || '.', '.')`;
  const seconds = sql`COALESCE(unixepoch(substr(${text}, 1, ${point} - 1)), ${CHANGED})`;
  const fraction = sql`CAST(substr(substr(${text}, ${point} + 1) || '000000', 1, 6) AS INTEGER)`;
  return sql`${seconds} * 1000000 + ${fraction}`;
}
