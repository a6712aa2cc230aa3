import { randomUUID } from 'node:crypto';
import type { Connection } from 'mysql2';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { sameKeys } from '../../sql/transactional-write.ts';
import { ask, execute } from './mysql-client.ts';
import { quotedName, quotedTable } from './mysql-literals.ts';
import { columnNames, loadRows } from './mysql-load.ts';

/**
 * Updates the rows with equal keys and adds the others, in a transaction that stays open. Not by ON DUPLICATE KEY,
 * which would update the row of any unique index.
 * @throws UserError if two rows have the same keys
 */
export async function upsertRows(client: Connection, write: SqlWrite): Promise<void> {
  const table = quotedTable(write);
  const names = columnNames(write);
  // Temporary tables are those of the connection.
  const staging = quotedTable({
    ...write,
    table: `millrace_${randomUUID().replaceAll('-', '')}`,
  });
  await execute(
    client,
    `CREATE TEMPORARY TABLE ${staging} AS SELECT ${names} FROM ${table} LIMIT 0`,
  );
  await loadRows(client, staging, write);
  const keys = write.keys.map(quotedName);
  const repeated = `SELECT 1 FROM ${staging} WHERE ${keys.map((key) => `${key} IS NOT NULL`).join(' AND ')}
    GROUP BY ${keys.join(', ')} HAVING count(*) > 1 LIMIT 1`;
  if ((await ask(client, repeated, 'rows')).length > 0) throw sameKeys(write);
  await execute(client, 'START TRANSACTION');
  const isSame = keys.map((key) => `t.${key} = s.${key}`).join(' AND ');
  const others = write.columns
    .filter(({ name }) => !write.keys.includes(name))
    .map(({ name }) => `t.${quotedName(name)} = s.${quotedName(name)}`);
  if (others.length > 0) {
    await execute(
      client,
      `UPDATE ${table} AS t JOIN ${staging} AS s ON ${isSame} SET ${others.join(', ')}`,
      'rows',
    );
  }
  const own = write.columns.map(({ name }) => `s.${quotedName(name)}`).join(', ');
  await execute(
    client,
    `INSERT INTO ${table} (${names}) SELECT ${own} FROM ${staging} AS s
     WHERE NOT EXISTS (SELECT 1 FROM ${table} AS t WHERE ${isSame})`,
    'rows',
  );
}
