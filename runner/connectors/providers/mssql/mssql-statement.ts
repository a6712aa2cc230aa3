import { UserError } from '../../../domain/errors.ts';
import type { SqlSource } from '../../../domain/sql-source.ts';
import type { SqlText } from '../../../domain/sql-text.ts';
import { singleStatement } from '../../sql/single-statement.ts';
import type { Statement } from './mssql-client.ts';
import { quotedTable } from './mssql-names.ts';

/**
 * Reserved words of T-SQL that no query has: they begin statements, which need no semicolon between them. The
 * last three reach other servers.
 */
const FORBIDDEN: ReadonlySet<string> = new Set(
  `ALTER BACKUP BEGIN BREAK BULK CHECKPOINT CLOSE COMMIT CONTINUE CREATE DBCC DEALLOCATE DECLARE DELETE DENY DROP
   DUMP EXEC EXECUTE GOTO GRANT IF INSERT INTO KILL LOAD MERGE OPEN PRINT RAISERROR READTEXT RECONFIGURE
   RESTORE RETURN REVERT REVOKE ROLLBACK SAVE SET SETUSER SHUTDOWN TRAN TRANSACTION TRUNCATE UPDATE UPDATETEXT
   USE WAITFOR WHILE WRITETEXT OPENQUERY OPENROWSET OPENDATASOURCE`.split(/\s+/),
);

/** Strings, quoted names and comments of a line, block comments, words, and the end of a statement. */
const TOKENS =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|\[[^\]]*(?:\]\][^\]]*)*\]?|--[^\n]*|\/\*|[\p{L}_@#$][\p{L}\p{N}_@#$]*|;/gu;

/** A source as a statement that only reads. @throws UserError for anything else */
export function statementOf(source: SqlSource): Statement {
  if (source.kind === 'table') return { sql: `SELECT * FROM ${quotedTable(source)}`, values: [] };
  return readingStatement(source);
}

/**
 * A query as a statement. SQL Server has no read-only transactions, so the words of the query are checked, and
 * the caller rolls back.
 * @throws UserError if it is not one SELECT
 */
export function readingStatement({ texts, values }: SqlText): Statement {
  // A comment ends at the end of its line, whichever the server takes for one.
  const joined = texts
    .map((text, place) => (place === 0 ? text : `@p${place - 1}${text}`))
    .join('');
  const sql = singleStatement(joined.replaceAll(/\r\n?/g, '\n'));
  if (sql === '') throw new UserError('The query is empty.');
  const words = wordsOf(sql);
  const first = words[0] ?? '';
  if (first !== 'SELECT' && first !== 'WITH') {
    throw new UserError('The query must begin with SELECT or WITH, since an input may only read.');
  }
  if (words.includes(';')) throw new UserError('The query has more than one statement.');
  const forbidden = words.find((word) => FORBIDDEN.has(word));
  if (forbidden !== undefined) {
    throw new UserError(
      `The query has the word ${forbidden}, and an input may only read. Put it into brackets if it is a name.`,
    );
  }
  return { sql, values };
}

/** The words outside of strings, quoted names and comments, in upper case. */
function wordsOf(sql: string): readonly string[] {
  const words: string[] = [];
  TOKENS.lastIndex = 0;
  for (let token = TOKENS.exec(sql); token !== null; token = TOKENS.exec(sql)) {
    const [text] = token;
    if (text === '/*') TOKENS.lastIndex = endOfComment(sql, token.index);
    else if (/^[^'"[-]/.test(text)) words.push(text.toUpperCase());
  }
  return words;
}

/** Comments of T-SQL can contain others. */
function endOfComment(sql: string, start: number): number {
  let depth = 0;
  for (const { 0: text, index } of sql.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += text === '/*' ? 1 : -1;
    if (depth === 0) return start + index + text.length;
  }
  return sql.length;
}
