import type { ColumnSchema } from '../../domain/column.ts';
import type { TableInfo } from '../../domain/connection.ts';
import type { SqlSource, TableName, WriteMode } from '../../domain/sql-source.ts';
import type { PendingWrite } from '../pending-write.ts';
import type { ConnectionTarget } from '../connection-target.ts';
import type { IncrementalRead, ReadWindow } from './incremental.ts';
import type { DecimalPlace } from '../../formats/rounded-cells.ts';
import type { TypedQuery } from './typed-query.ts';

export type { PendingWrite } from '../pending-write.ts';

/** A read. */
export interface SqlRead {
  readonly source: SqlSource;
  /** At most so many rows; null: all. */
  readonly maxRows: number | null;
  /** The file that the driver writes, see `StagedRows`. */
  readonly file: string;
  /** The columns that the plan expects, in the order of the source. Absent: as the source has them. */
  readonly columns?: readonly ColumnSchema[];
}

/**
 * What a driver read: the columns of the file, which is CSV without a header. Null is an empty cell and an empty
 * text a quoted one; booleans are true and false, datetimes are microseconds since 1970. A row of one column has
 * a second cell, `0`, since readers skip empty lines.
 */
export interface StagedRows {
  /** The file is the columnar copy that engines read instead: the driver found the types itself. */
  readonly isColumnar?: true;
  readonly columns: readonly ColumnSchema[];
  readonly rowCount: number;
  /** What the author of the flow should know, e.g. of columns with types that became text. */
  readonly warnings: readonly string[];
  /** The columns of floats whose cells in the file are decimals of more digits than a float always keeps. */
  readonly decimals?: readonly DecimalPlace[];
}

/** A write of the rows of a file. */
export interface SqlWrite extends TableName {
  readonly mode: WriteMode;
  /** The columns that identify a row; only for `upsert`. */
  readonly keys: readonly string[];
  readonly columns: readonly ColumnSchema[];
  /**
   * CSV without a header: null is an empty cell and an empty text a quoted one; booleans are true and false,
   * datetimes ISO 8601.
   */
  readonly file: string;
}

/** How a runner process uses a database. Errors of the database leave as they are: `describe` explains them. */
export interface SqlDriver {
  /** Connects and asks for something small. */
  test(target: ConnectionTarget): Promise<void>;
  /** The tables, then the views, without those of the system. */
  tables(target: ConnectionTarget): Promise<readonly TableInfo[]>;
  /** Reads rows in one read-only transaction into a file. */
  read(target: ConnectionTarget, read: SqlRead): Promise<StagedRows>;
  /**
   * The source as a query for the compiler of plans. Null: the database cannot compute what the engines do.
   * Absent: no part of a plan is computed in such databases.
   */
  typedQuery?(target: ConnectionTarget, source: SqlSource): Promise<TypedQuery | null>;
  /** The rows beyond a watermark. It reads none of them. Absent: the provider has no incremental read. */
  window?(target: ConnectionTarget, read: IncrementalRead): Promise<ReadWindow>;
  /** Whether an error of the database is a number beyond the range of its type. */
  isOutOfRange?(error: unknown): boolean;
  /** Writes rows in a transaction that stays open. */
  write(target: ConnectionTarget, write: SqlWrite): Promise<PendingWrite>;
  /** What went wrong, as the rest of a sentence: `the password is wrong`. Null: not an error of the database. */
  describe(error: unknown): string | null;
}
