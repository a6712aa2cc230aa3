import type { DialectName } from '../../compilers/sql/dialect.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import type { SqlText } from '../../domain/sql-text.ts';

/** A source as a query over which the database can compute. */
export interface TypedQuery {
  readonly dialect: DialectName;
  /** Its columns `c0`, `c1`, … have the values that the engines would read: no NaN, datetimes in UTC. */
  readonly text: SqlText;
  readonly columns: readonly ColumnSchema[];
  /** What a read of the source warns of. */
  readonly warnings: readonly string[];
}
