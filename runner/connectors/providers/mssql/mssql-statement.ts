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
  `ADD ALTER BACKUP BEGIN BREAK BULK CHECKPOINT CLOSE COMMIT CONTINUE CREATE DBCC DEALLOCATE DECLARE DELETE DENY DROP
   DUMP EXEC EXECUTE GOTO GRANT IF INSERT INTO KILL LOAD MERGE OPEN PRINT RAISERROR READTEXT RECONFIGURE
   RESTORE RETURN REVERT REVOKE ROLLBACK SAVE SET SETUSER SHUTDOWN TRAN TRANSACTION TRIGGER TRUNCATE UPDATE
   UPDATETEXT USE WAITFOR WHILE WRITETEXT OPENQUERY OPENROWSET OPENDATASOURCE`.split(/\s+/),
);

/** Forbidden words that are hints of a query before these words. */
const HINTS: Readonly<Record<string, string>> = { MERGE: 'JOIN UNION', USE: 'HINT PLAN' };

/**
 * Strings, quoted names and comments of a line, block comments, numbers with what stands directly behind them, words,
 * and the signs that separate queries.
 */
const TOKENS =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|\[[^\]]*(?:\]\][^\]]*)*\]?|--[^\n]*|\/\*|\$?\.?\d[\p{L}\p{N}_@#$.]*|[\p{L}_@#$][\p{L}\p{N}_@#$]*|[;()]/gu;

const NUMBER = /^(?:0x[\da-f]*|\$?(?:\d+(?:\.\d*)?|\.\d+)(?:e\d*)?)$/i;

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
  checkTokens(tokensOf(sql));
  return { sql, values };
}

/** @throws UserError if the tokens are more than one SELECT */
function checkTokens(tokens: readonly string[]): void {
  const first = tokens.find((token) => token !== '(');
  if (first !== 'SELECT' && first !== 'WITH') {
    throw new UserError('The query must begin with SELECT or WITH, since an input may only read.');
  }
  if (tokens.includes(';') || hasSecondQuery(tokens)) {
    throw new UserError('The query has more than one statement.');
  }
  // The server could read a word there: 1e5DELETE is the number 1e5 and DELETE.
  const glued = tokens.find((token) => /^\$?\.?\d/.test(token) && !NUMBER.test(token));
  if (glued !== undefined) {
    throw new UserError(
      `The query has letters directly behind a number: ${glued.slice(0, 40)}. Put a blank between.`,
    );
  }
  const forbidden = tokens.find((token, place) => FORBIDDEN.has(token) && !isHint(tokens, place));
  if (forbidden !== undefined) {
    throw new UserError(
      `The query has the word ${forbidden}, and an input may only read. Put it into brackets if it is a name.`,
    );
  }
  if (` ${tokens.join(' ')} `.includes(' NEXT VALUE FOR ')) {
    throw new UserError(
      'The query has NEXT VALUE FOR, which would advance a sequence, and an input may only read.',
    );
  }
}

function isHint(tokens: readonly string[], place: number): boolean {
  const following = tokens[place + 1] ?? '';
  return (HINTS[tokens[place] ?? ''] ?? '').split(' ').includes(following);
}

/** Whether a SELECT outside of brackets is no part of a union, and follows another one. */
function hasSecondQuery(tokens: readonly string[]): boolean {
  let depth = 0;
  let queries = 0;
  for (const token of tokens) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (depth === 0 && token === 'SELECT') queries += 1;
    else if (depth === 0 && /^(?:UNION|EXCEPT|INTERSECT)$/.test(token)) queries -= 1;
    if (queries > 1) return true;
  }
  return false;
}

/** The words, numbers and signs outside of strings, quoted names and comments, in upper case. */
function tokensOf(sql: string): readonly string[] {
  const tokens: string[] = [];
  TOKENS.lastIndex = 0;
  for (let token = TOKENS.exec(sql); token !== null; token = TOKENS.exec(sql)) {
    const [text] = token;
    if (text === '/*') TOKENS.lastIndex = endOfComment(sql, token.index);
    else if (/^[^'"[-]/.test(text)) tokens.push(text.toUpperCase());
  }
  return tokens;
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
