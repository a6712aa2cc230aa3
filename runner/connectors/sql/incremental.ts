import { UserError } from '../../domain/errors.ts';
import type { SqlSource, TableName } from '../../domain/sql-source.ts';
import { sql, trusted, type SqlText } from '../../domain/sql-text.ts';
import {
  MAX_WATERMARK_LENGTH,
  type WatermarkType,
  type WatermarkValue,
} from '../../domain/watermark.ts';
import { quotedIdentifier, quotedTable } from './identifier.ts';
import { sourceText } from './source-text.ts';

/** A question for the rows of a source beyond a watermark. */
export interface IncrementalRead {
  readonly source: SqlSource;
  readonly column: string;
  /** Null: none is stored, so all rows with a value are new. */
  readonly after: WatermarkValue | null;
  /** Whether to look for rows without a value, which may need a scan. */
  readonly seeksNulls: boolean;
}

/** The new rows of a source. */
export interface ReadWindow {
  /** Those beyond the watermark, up to the greatest value at the time of the question. */
  readonly source: SqlSource;
  /** That greatest value; null: no row is new. */
  readonly mark: WatermarkValue | null;
  /** Whether the source has rows without a value. False also if that was not asked. */
  readonly hasNulls: boolean;
}

/** How a database writes the statements of a window. */
export interface IncrementalDialect {
  readonly quotedName: (name: string) => string;
  readonly quotedTable: (table: TableName) => string;
  /** The SQL of a value of the type of the column; its text is bound. */
  readonly valueOf: (value: WatermarkValue) => SqlText;
  /** The first rows are those of TOP instead of LIMIT. Absent: of LIMIT. */
  readonly isLimitedByTop?: true;
}

/** The quotes of standard SQL. */
export const STANDARD_QUOTES = { quotedName: quotedIdentifier, quotedTable };

/** The statements of an incremental read. */
export class WindowStatements {
  readonly #read: IncrementalRead;
  readonly #dialect: IncrementalDialect;
  readonly #rows: SqlText;
  /** The SQL of the column. */
  readonly #column: SqlText;

  constructor(read: IncrementalRead, dialect: IncrementalDialect) {
    const { source, column } = read;
    this.#read = read;
    this.#dialect = dialect;
    this.#column = trusted(`q.${dialect.quotedName(column)}`);
    this.#rows =
      source.kind === 'table'
        ? trusted(`${dialect.quotedTable(source)} AS q`)
        : // A comment may end the query, so the parenthesis is on a line of its own.
          sql`(${sourceText(source)}\n) AS q`;
  }

  /** The values of the column, of which only the type is of interest. */
  get values(): SqlText {
    return sql`SELECT ${this.#column} FROM ${this.#rows}`;
  }

  /** The greatest new value. @param shown the SQL that shows a value, given its SQL */
  maximum(shown: (value: string) => string = (value) => value): SqlText {
    const { after } = this.#read;
    const maximum = trusted(shown(`max(${this.#column.texts.join('')})`));
    const all = sql`SELECT ${maximum} FROM ${this.#rows}`;
    return after === null
      ? all
      : sql`${all} WHERE ${this.#column} > ${this.#dialect.valueOf(after)}`;
  }

  /** A row, if the source has one without a value. */
  get nulls(): SqlText {
    const rest = sql`FROM ${this.#rows} WHERE ${this.#column} IS NULL`;
    return this.#dialect.isLimitedByTop === true
      ? sql`SELECT TOP 1 1 ${rest}`
      : sql`SELECT 1 ${rest} LIMIT 1`;
  }

  /** The new rows up to a value, as a source. */
  upTo(mark: WatermarkValue | null): SqlSource {
    const { source, after } = this.#read;
    const { texts, values } =
      sql`SELECT q.* FROM ${this.#rows} WHERE ${this.#condition(mark, after)}`;
    const isOwn = source.kind === 'table' || source.values.length === 0 || source.areCast === true;
    return { kind: 'query', texts, values, ...(isOwn ? { areCast: true } : {}) };
  }

  #condition(mark: WatermarkValue | null, after: WatermarkValue | null): SqlText {
    if (mark === null) return trusted('1 = 0');
    const upper = sql`${this.#column} <= ${this.#dialect.valueOf(mark)}`;
    return after === null
      ? upper
      : sql`${this.#column} > ${this.#dialect.valueOf(after)} AND ${upper}`;
  }
}

/** Checks that a watermark is of the type that its column has. @throws UserError */
export function checkWatermarkType(
  { column, after }: Pick<IncrementalRead, 'column' | 'after'>,
  type: WatermarkType,
): void {
  if (after === null || after.type === type) return;
  throw new UserError(
    `"incremental_column": the stored watermark is of the type ${after.type}, and "${column}" has the type ${type} now. Reset the watermark to read all rows again`,
  );
}

/** What a column of another type cannot be. @param type its name in the database */
export function noWatermarkType(column: string, type: string): UserError {
  return new UserError(
    `"incremental_column": "${column}" has the type ${type}. Choose a column of integers, decimals, dates, timestamps or texts`,
  );
}

/** The watermark of a text of the database. @throws UserError for a value that nothing exceeds */
export function watermarkOf(
  column: string,
  type: WatermarkType,
  value: string | null,
): WatermarkValue | null {
  if (value === null) return null;
  if (type !== 'string' && !/^[-\d]/.test(value)) {
    throw new UserError(
      `"incremental_column": the greatest value of "${column}" is ${value}, so no later row could be new. Correct that row`,
    );
  }
  if (value.length > MAX_WATERMARK_LENGTH || value.includes('\0')) {
    throw new UserError(
      `"incremental_column": the greatest text of "${column}" is longer than ${MAX_WATERMARK_LENGTH} characters, or has a NUL, so it cannot be stored. Choose another column`,
    );
  }
  return { type, value };
}
