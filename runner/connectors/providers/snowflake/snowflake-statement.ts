import type { Bind } from 'snowflake-sdk';
import { UserError } from '../../../domain/errors.ts';
import type { BoundValue, SqlSource } from '../../../domain/sql-source.ts';
import type { SqlText } from '../../../domain/sql-text.ts';
import { quotedTable } from '../../sql/identifier.ts';
import { singleStatement } from '../../sql/single-statement.ts';
import type { Statement } from './snowflake-client.ts';

/** A source as a statement that only reads. @throws UserError for anything else */
export function statementOf(source: SqlSource): Statement {
  return source.kind === 'table'
    ? { sql: `SELECT * FROM ${quotedTable(source)}` }
    : readingStatement(source);
}

/**
 * A query as a statement. Snowflake has no read-only transactions, so the query is checked: what begins with
 * SELECT or WITH writes only by a second statement, by the operator `->>`, or by a procedure of the WITH.
 * @throws UserError if it is not one query
 */
export function readingStatement({ texts, values }: SqlText): Statement {
  const bound = values.map(boundValue);
  const joined = texts.map((text, place) =>
    place === 0 ? text : `${bound[place - 1]?.sql ?? '?'}${text}`,
  );
  const sql = singleStatement(joined.join(''));
  checkQuery(sql);
  return { sql, binds: bound.map(({ bind }) => bind) };
}

/**
 * Words, with the `$` that they may have, come first: in `a$$` and `$1$$` begins no text. Then texts, quoted names, comments,
 * which do not contain others, and what a query must not have.
 */
const TOKENS =
  /\$?[\p{L}\p{N}_][\p{L}\p{N}_$]*|'(?:[^'\\]|''|\\[\s\S])*'|"(?:[^"]|"")*"|\$\$[\s\S]*?\$\$|--[^\r\n]*|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|->>|;/gu;

function checkQuery(sql: string): void {
  if (sql === '') throw new UserError('The query is empty.');
  const tokens = (sql.match(TOKENS) ?? []).filter((token) => /^[^'"$/]/.test(token));
  const parts = tokens
    .filter((token) => !token.startsWith('--'))
    .map((token) => token.toUpperCase());
  if (parts[0] !== 'SELECT' && parts[0] !== 'WITH') {
    throw new UserError('The query must begin with SELECT or WITH, since an input may only read.');
  }
  if (parts.includes(';')) throw new UserError('The query has more than one statement.');
  const forbidden = ['->>', 'PROCEDURE'].find((part) => parts.includes(part));
  if (forbidden !== undefined) {
    throw new UserError(
      `The query has ${forbidden}, by which it could write, and an input may only read. Put it into quotes if it is a name or a text.`,
    );
  }
}

interface BoundSql {
  readonly sql: string;
  readonly bind: Bind;
}

/** The SQL of a value. What the driver would round or cannot send is a text in a cast. */
function boundValue(value: BoundValue): BoundSql {
  if (typeof value === 'bigint') return { sql: 'CAST(? AS NUMBER(38, 0))', bind: String(value) };
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return { sql: '?', bind: value };
  if (Number.isNaN(value)) return { sql: '?', bind: null };
  const text = String(value).replace('Infinity', 'inf');
  return { sql: 'CAST(? AS FLOAT)', bind: text };
}
