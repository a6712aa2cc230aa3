import type { Connection } from 'mysql2';
import type { TableName } from '../../../domain/sql-source.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { ask } from './mysql-client.ts';
import { textLiteral } from './mysql-literals.ts';

/** What the way of writing depends on. */
export interface TableFacts {
  readonly isView: boolean;
  /** Whether a failed change is undone. */
  readonly isTransactional: boolean;
  /** Whether foreign keys of other tables refer to it. */
  readonly isReferenced: boolean;
}

/** The facts of a table or a view; null if there is none. */
export async function factsOf(client: Connection, table: TableName): Promise<TableFacts | null> {
  const { schema, name } = literals(table);
  const [found] = await ask(
    client,
    `SELECT t.table_type = 'VIEW', COALESCE(e.transactions, 'NO') = 'YES',
       EXISTS (SELECT 1 FROM information_schema.key_column_usage k
               WHERE k.referenced_table_schema = ${schema} AND k.referenced_table_name = ${name}
                 AND NOT (k.table_schema = ${schema} AND k.table_name = ${name}))
     FROM information_schema.tables t LEFT JOIN information_schema.engines e ON e.engine = t.engine
     WHERE t.table_schema = ${schema} AND t.table_name = ${name}`,
  );
  if (found === undefined) return null;
  const [isView, isTransactional, isReferenced] = found.map((cell) => cell === '1');
  return {
    isView: isView === true,
    isTransactional: isTransactional === true || isView === true,
    isReferenced: isReferenced === true,
  };
}

/** Whether a unique index or the primary key is on exactly the key columns, with their whole length. */
export async function hasUniqueKey(client: Connection, write: SqlWrite): Promise<boolean> {
  const { schema, name } = literals(write);
  const parts = await ask(
    client,
    `SELECT index_name, column_name, sub_part FROM information_schema.statistics
     WHERE table_schema = ${schema} AND table_name = ${name} AND non_unique = 0`,
  );
  const indexes = Map.groupBy(parts, ([index]) => index);
  const keys = new Set(write.keys.map((key) => key.toLowerCase()));
  return [...indexes.values()].some(
    (columns) =>
      columns.length === keys.size &&
      columns.every(([, column, part]) => part === null && keys.has((column ?? '').toLowerCase())),
  );
}

function literals({ schema, table }: TableName): {
  readonly schema: string;
  readonly name: string;
} {
  return {
    schema: schema === null ? 'DATABASE()' : textLiteral(schema),
    name: textLiteral(table),
  };
}
