import type { ColumnSchema } from '../../domain/column.ts';
import type { Connection } from '../../domain/connection.ts';
import type { TableTarget } from '../../plan/operators/database.ts';

/** A table of a database that an output node writes in a script. */
export interface DatabaseWrite {
  readonly connection: Connection;
  readonly target: TableTarget;
  readonly columns: readonly ColumnSchema[];
}
