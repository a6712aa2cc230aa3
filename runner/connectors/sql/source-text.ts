import type { SqlSource, TableName } from '../../domain/sql-source.ts';
import type { SqlText } from '../../domain/sql-text.ts';
import { quotedTable } from './identifier.ts';
import { singleStatement } from './single-statement.ts';

/**
 * The text of a source, as one statement that returns rows.
 * @param quoted default: with the quotes of standard SQL
 */
export function sourceText(
  source: SqlSource,
  quoted: (table: TableName) => string = quotedTable,
): SqlText {
  if (source.kind === 'table') {
    return { texts: [`SELECT * FROM ${quoted(source)}`], values: [] };
  }
  const { texts, values } = source;
  const last = singleStatement(texts.at(-1) ?? '');
  return { texts: [...texts.slice(0, -1), last], values };
}
