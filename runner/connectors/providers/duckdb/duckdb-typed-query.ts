import type { SqlSource } from '../../../domain/sql-source.ts';
import { joined, sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { ConnectionTarget } from '../../provider.ts';
import { sourceText } from '../../sql/source-text.ts';
import type { TypedQuery } from '../../sql/typed-query.ts';
import { readingDuckdb } from './duckdb-file.ts';
import { describeResult, statementOf, warningsOf, type ResultColumn } from './duckdb-statement.ts';

/** Reads no rows. Null: the type of a column depends on its values. */
export async function duckdbTypedQuery(
  target: ConnectionTarget,
  source: SqlSource,
): Promise<TypedQuery | null> {
  return await readingDuckdb(target, async ({ connection }) => {
    const columns = await describeResult(connection, statementOf(source));
    if (columns.some(({ reading }) => reading.isWide === true)) return null;
    return {
      dialect: 'duckdb',
      text: typedText(fenced(sourceText(source)), columns),
      columns: columns.map(({ name, reading: { type } }) => ({ name, type })),
      warnings: warningsOf(columns),
    };
  });
}

/** OFFSET keeps DuckDB from moving filters into a query or a view, below a condition that protects a cast. */
function fenced(text: SqlText): SqlText {
  return sql`SELECT * FROM (${text}\n) AS q OFFSET 0`;
}

/** The cells are those of a read. */
function typedText(source: SqlText, columns: readonly ResultColumn[]): SqlText {
  const places = columns.map((_, place) => trusted(`p${place}`));
  const cells = columns.map(({ reading }, place) => {
    const cell = reading.cell(`p${place}`);
    return trusted(`${reading.type === 'string' ? `${cell} COLLATE C` : cell} AS c${place}`);
  });
  return sql`SELECT ${joined(cells, ', ')} FROM (${source}
) AS q(${joined(places, ', ')})`;
}
