import { UserError } from '../../domain/errors.ts';
import type { SqlSource } from '../../domain/sql-source.ts';
import { singleStatement } from './single-statement.ts';

/** Stands for a value in the joined text of a query; no query has this character. */
const VALUE = '\0';

/**
 * Texts, quoted names, comments, words, and the end of a statement. A comment without an end takes the rest: to
 * search its end from each of many starts would take quadratic time.
 */
const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[^]*?(?:\*\/|$)|[\p{L}_][\p{L}\p{N}_$]*|;/gu;

/** The words of SQL that begin a statement which writes. */
const WRITES: ReadonlySet<string> = new Set(
  'ALTER CREATE DELETE DROP GRANT INSERT MERGE REPLACE REVOKE TRUNCATE UPDATE'.split(' '),
);

/**
 * Runs a read. When it fails and its query has a known mistake, which databases report in words of
 * their own, appends the mistake and its correction to the error.
 * @throws UserError
 */
export async function explainingQuery<T>(source: SqlSource, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const mistake = queryMistake(source);
    // Subclasses have a meaning for the caller.
    const isExplainable = error instanceof UserError && error.constructor === UserError;
    if (!isExplainable || mistake === null || error.message.includes(mistake)) throw error;
    throw new UserError(`${error.message} ${mistake}`, { cause: error });
  }
}

/** The mistake of a query that probably made it fail, as a sentence that says what to do. */
function queryMistake(source: SqlSource): string | null {
  if (source.kind === 'table') return null;
  const tokens = singleStatement(source.texts.join(VALUE)).match(TOKENS) ?? [];
  if (tokens.some((token) => /^['"`]/.test(token) && token.includes(VALUE))) {
    return "A parameter stands within quotes. Write {{ name }} without them, since its value is sent beside the text; to add to it, join texts, as in '%' || {{ name }}.";
  }
  const parts = tokens.filter((token) => !/^(?:--|\/\*)/.test(token));
  const [first] = parts;
  if (first === undefined) return 'The query is empty. Write a SELECT.';
  if (parts.includes(';')) return 'The query has more than one statement. Keep one SELECT.';
  if (!WRITES.has(first.toUpperCase())) return null;
  return `The query begins with ${first.toUpperCase()}, and an input may only read. Begin with SELECT or WITH, and write by an SQL Output.`;
}
