import { joined, sql, trusted, type SqlText } from '../../domain/sql-text.ts';
import { firstRounded, MAX_COMPARED } from '../../formats/rounded-cells.ts';
import { EXACT_DIGITS, IN_RANGE_LENGTH } from '../../formats/rounded-decimal.ts';

/** A column of decimals of more digits than a float always keeps. */
export interface LongDecimals {
  /** The text of a cell, in SQL. */
  readonly text: SqlText;
  /** Digits after the point; null: as many as each value has. */
  readonly scale: number | null;
}

/** The rows of a statement that selects texts, by place. */
export type TextRows = readonly (readonly (string | null)[])[];

/**
 * Whether a column of a source has a decimal that a float rounds. The engines then read the source, with a warning;
 * a database that computes with floats could not notice it. The source is scanned once for all columns.
 * @param ask executes a statement and returns the cells of its rows
 */
export async function roundsDecimals(
  source: SqlText,
  columns: readonly LongDecimals[],
  ask: (statement: SqlText) => Promise<TextRows>,
): Promise<boolean> {
  if (columns.length === 0) return false;
  const texts = columns.map(({ text }, place) => sql`${text} AS ${trusted(`d${place}`)}`);
  // A comment may end the source, so the parenthesis is on a line of its own.
  const statement = joined(
    [
      sql`SELECT DISTINCT ${joined(texts, ', ')} FROM (${source}\n) AS q`,
      sql`WHERE ${joined(
        columns.map(({ text }) => isComparedText(text)),
        ' OR ',
      )}`,
      trusted(`LIMIT ${MAX_COMPARED}`),
    ],
    ' ',
  );
  const rows = await ask(statement);
  return columns.some(({ scale }, place) => {
    const cells = rows.flatMap((row) => row[place] ?? []);
    return firstRounded(cells, scale) !== undefined;
  });
}

function isComparedText(text: SqlText): SqlText {
  const digits = sql`REPLACE(REPLACE(${text}, '.', ''), '-', '')`;
  const isLong = sql`LENGTH(TRIM(BOTH '0' FROM ${digits})) > ${trusted(String(EXACT_DIGITS))}`;
  return sql`(${isLong} OR LENGTH(${text}) > ${trusted(String(IN_RANGE_LENGTH))})`;
}
