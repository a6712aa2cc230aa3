import type { Connection } from 'tedious';
import { UserError } from '../../../domain/errors.ts';
import type { TableName } from '../../../domain/sql-source.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { ask } from './mssql-client.ts';
import { quotedTable } from './mssql-names.ts';

/** What the way of writing depends on. */
export interface TableFacts {
  readonly isView: boolean;
  /** Whether foreign keys of other tables refer to it. */
  readonly isReferenced: boolean;
  /** The collations of columns of text, by the name of the column in lower case. */
  readonly collations: ReadonlyMap<string, string>;
}

/** How long a write waits for another one of the same table, in milliseconds. */
const WAIT_MS = 20_000;

/**
 * Locks a table against other writes of the service until the transaction ends.
 * @throws UserError while another run writes the table
 */
export async function lockTable(client: Connection, table: TableName): Promise<void> {
  const name = quotedTable(table);
  // The name that a null schema means, in one case: names of most databases ignore it.
  const [[result] = []] = await ask(
    client,
    `DECLARE @full nvarchar(600) = lower(CONCAT(COALESCE(@p0, SCHEMA_NAME()), N'.', @p1));
     DECLARE @key nvarchar(255) = CONCAT(N'millrace ', CONVERT(nvarchar(64), HASHBYTES('SHA2_256', @full), 2));
     DECLARE @result int;
     EXEC @result = sp_getapplock @Resource = @key, @LockMode = 'Exclusive', @LockOwner = 'Transaction',
       @LockTimeout = ${WAIT_MS};
     SELECT @result`,
    [table.schema, table.table],
  );
  if (typeof result === 'number' && result >= 0) return;
  throw new UserError(
    `Another run writes the table ${name}. Start this one again when it has finished.`,
  );
}

/** The facts of a table or a view; null if there is none. */
export async function factsOf(client: Connection, table: TableName): Promise<TableFacts | null> {
  const name = quotedTable(table);
  const [found] = await ask(
    client,
    `SELECT CASE WHEN o.type = 'V' THEN 1 ELSE 0 END,
       CASE WHEN EXISTS (SELECT 1 FROM sys.foreign_keys f WHERE f.referenced_object_id = o.object_id
                         AND f.parent_object_id <> o.object_id) THEN 1 ELSE 0 END
     FROM sys.objects o WHERE o.object_id = OBJECT_ID(@p0) AND o.type IN ('U', 'V')`,
    [name],
  );
  if (found === undefined) return null;
  const columns = await ask(
    client,
    'SELECT lower(name), collation_name FROM sys.columns WHERE object_id = OBJECT_ID(@p0) AND collation_name IS NOT NULL',
    [name],
  );
  return {
    isView: found[0] === 1,
    isReferenced: found[1] === 1,
    collations: new Map(columns.map(([column, collation]) => [String(column), String(collation)])),
  };
}

/** Whether a unique index or the primary key is on exactly the key columns. */
export async function hasUniqueKey(client: Connection, write: SqlWrite): Promise<boolean> {
  const parts = await ask(
    client,
    `SELECT i.index_id, lower(c.name) FROM sys.indexes i
     JOIN sys.index_columns k ON k.object_id = i.object_id AND k.index_id = i.index_id AND k.is_included_column = 0
     JOIN sys.columns c ON c.object_id = k.object_id AND c.column_id = k.column_id
     WHERE i.object_id = OBJECT_ID(@p0) AND i.is_unique = 1 AND i.has_filter = 0 AND i.is_disabled = 0`,
    [quotedTable(write)],
  );
  const keys = new Set(write.keys.map((key) => key.toLowerCase()));
  return [...Map.groupBy(parts, ([index]) => index).values()].some(
    (columns) =>
      columns.length === keys.size && columns.every(([, column]) => keys.has(String(column))),
  );
}
