/** A table by its name. Both names are checked identifiers. */
export interface TableName {
  /** Null: the default schema of the connection. */
  readonly schema: string | null;
  readonly table: string;
}

/** A value of a query that is sent beside its text. */
export type BoundValue = string | number | bigint | boolean | null;

/** What is read of a database: a table, or the rows of one statement. */
export type SqlSource =
  | ({ readonly kind: 'table' } & TableName)
  | {
      readonly kind: 'query';
      /** The texts between the values: one more than there are values. */
      readonly texts: readonly string[];
      readonly values: readonly BoundValue[];
      /** Each value stands in a cast from its text, so that it may be sent as text. Absent: no. */
      readonly areCast?: true;
    };

/** How a table of a database is written. */
export const WRITE_MODES = ['replace', 'append', 'fail', 'upsert'] as const;
export type WriteMode = (typeof WRITE_MODES)[number];
