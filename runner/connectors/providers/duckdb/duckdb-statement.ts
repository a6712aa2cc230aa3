import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { BoundValue, SqlSource } from '../../../domain/sql-source.ts';
import { numberedText } from '../../../domain/sql-text.ts';
import { quotedTable } from '../../sql/identifier.ts';
import { checkResultNames } from '../../sql/result-names.ts';
import { singleStatement } from '../../sql/single-statement.ts';
import { duckdbLibrary } from './duckdb-library.ts';
import { readingOf, type DuckdbReading } from './duckdb-types.ts';

/** A query with its values. */
export interface DuckdbStatement {
  readonly sql: string;
  readonly values: DuckDBValue[];
}

/** A column of a result. */
export interface ResultColumn {
  readonly name: string;
  readonly reading: DuckdbReading;
}

/** The text of a source. */
export function statementOf(source: SqlSource): DuckdbStatement {
  if (source.kind === 'table') return { sql: `SELECT * FROM ${quotedTable(source)}`, values: [] };
  return { sql: singleStatement(numberedText(source.texts)), values: source.values.map(valueOf) };
}

/** An integer is sent as one, so that it equals integers beyond the exact ones of floats. */
function valueOf(value: BoundValue): DuckDBValue {
  return typeof value === 'number' && Number.isSafeInteger(value) && !Object.is(value, -0)
    ? BigInt(value)
    : value;
}

/** The columns of a result, of which no row is computed. In parentheses, only a query is no syntax error. */
export async function describeResult(
  connection: DuckDBConnection,
  { sql, values }: DuckdbStatement,
): Promise<readonly ResultColumn[]> {
  const { DuckDBTypeId } = duckdbLibrary();
  const result = await connection.run(`(${sql}\n) LIMIT 0`, values);
  const names = result.columnNames();
  checkResultNames(names);
  const types = result.columnTypes();
  return names.flatMap((name, place) => {
    const type = types[place];
    return type === undefined ? [] : [{ name, reading: readingOf(type, DuckDBTypeId) }];
  });
}

/** What the author of the flow should know of columns that are read as text. */
export function warningsOf(columns: readonly ResultColumn[]): readonly string[] {
  return columns.flatMap(({ name, reading: { unknown } }) =>
    unknown === undefined ? [] : [`Column "${name}" ${unknown}, which is read as text.`],
  );
}
