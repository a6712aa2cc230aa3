import type { Connection } from 'mysql2';
import type { TableName } from '../../../domain/sql-source.ts';
import type { ColumnSchema } from '../../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../../domain/types/column-types.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { ask, execute } from './mysql-client.ts';
import { quotedName } from './mysql-literals.ts';

/** A key of text has a length, since an index has one. Longer texts are refused. */
const KEY_TYPE = 'VARCHAR(255)';

/** The table that is filled before it gets its name, or that lost it. */
export function stagedTable({ schema }: TableName, prefix: string, role: 'new' | 'old'): TableName {
  return { schema, table: `${prefix}${role}` };
}

/** Creates an empty table with the columns of a write. @param table its quoted name */
export async function createStaged(
  client: Connection,
  table: string,
  { columns, keys, mode }: SqlWrite,
): Promise<void> {
  const collation = await exactCollation(client);
  const own = mode === 'upsert' ? keys : [];
  const fields = columns.map((column) => {
    const isKey = own.includes(column.name);
    const field = `${quotedName(column.name)} ${typeOf(column, isKey, collation)}`;
    return isKey ? `${field} NOT NULL` : `${field} NULL`;
  });
  const primary = own.length === 0 ? [] : [`PRIMARY KEY (${own.map(quotedName).join(', ')})`];
  await execute(
    client,
    `CREATE TABLE ${table} (${[...fields, ...primary].join(', ')}) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`,
  );
}

function typeOf({ type }: ColumnSchema, isKey: boolean, collation: string): string {
  const own = COLUMN_TYPE_TABLE[type].sql.mysql;
  if (type !== 'string' && type !== 'null') return own;
  return `${isKey ? KEY_TYPE : own} CHARACTER SET utf8mb4 COLLATE ${collation}`;
}

/**
 * The collation in which texts are equal as for the service: letter case, accents and blanks at the end differ.
 * MySQL 5.7 has none for blanks at the end.
 */
async function exactCollation(client: Connection): Promise<string> {
  const [[name] = []] = await ask(
    client,
    `SELECT collation_name FROM information_schema.collations
     WHERE collation_name IN ('utf8mb4_nopad_bin', 'utf8mb4_0900_bin') ORDER BY collation_name DESC LIMIT 1`,
  );
  return name ?? 'utf8mb4_bin';
}
