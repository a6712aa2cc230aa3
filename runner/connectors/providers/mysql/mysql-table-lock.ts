import { createHash } from 'node:crypto';
import type { Connection } from 'mysql2';
import { UserError } from '../../../domain/errors.ts';
import type { TableName } from '../../../domain/sql-source.ts';
import { ask, execute } from './mysql-client.ts';
import { quotedTable, textLiteral } from './mysql-literals.ts';

/** How long a write waits for another one of the same table. */
const WAIT_SECONDS = 20;

/**
 * Locks a table against other writes of the service until the connection closes, and drops what killed ones
 * left.
 * @returns the beginning of the names that only writes of this table use
 * @throws UserError while another run writes the table
 */
export async function claimTable(client: Connection, table: TableName): Promise<string> {
  const [[database, ignoresCase] = []] = await ask(
    client,
    'SELECT DATABASE(), @@lower_case_table_names <> 0',
  );
  const full = `${table.schema ?? database ?? ''}.${table.table}`;
  const name = ignoresCase === '1' ? full.toLowerCase() : full;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 20);
  const lock = textLiteral(`millrace ${digest}`);
  const [[isLocked] = []] = await ask(client, `SELECT GET_LOCK(${lock}, ${WAIT_SECONDS})`);
  if (isLocked !== '1') {
    throw new UserError(
      `Another run writes the table ${quotedTable(table)}. Start this one again when it has finished.`,
    );
  }
  const prefix = `millrace_staged_${digest}_`;
  await sweep(client, table, prefix);
  return prefix;
}

/** The owner of the lock is the only writer, so every table of the prefix is an orphan. */
async function sweep(client: Connection, { schema }: TableName, prefix: string): Promise<void> {
  const database = schema === null ? 'DATABASE()' : textLiteral(schema);
  const stale = await ask(
    client,
    `SELECT table_name FROM information_schema.tables
     WHERE table_schema = ${database} AND left(table_name, ${prefix.length}) = '${prefix}'`,
  );
  for (const [name] of stale) {
    const table = quotedTable({ schema, table: name ?? '' });
    await execute(client, `DROP TABLE IF EXISTS ${table}`, 'commit');
  }
}
