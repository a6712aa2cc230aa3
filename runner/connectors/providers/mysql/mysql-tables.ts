import type { TableInfo } from '../../../domain/connection.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { ask, withClient } from './mysql-client.ts';

const TABLES = `
  SELECT table_name, table_type = 'VIEW', table_rows FROM information_schema.tables
  WHERE table_schema = DATABASE() AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')
    AND table_name NOT LIKE 'millrace\\_staged\\_%' ESCAPE '\\\\'
  ORDER BY table_type = 'VIEW', table_name`;

const COLUMNS = `
  SELECT table_name, column_name, column_type FROM information_schema.columns
  WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position`;

/** The tables of the database that the user may read, then the views. */
export async function listMysqlTables(target: ConnectionTarget): Promise<readonly TableInfo[]> {
  return await withClient(target, async (client) => {
    const columns = new Map<string, { name: string; type: string }[]>();
    const tables = await ask(client, TABLES);
    for (const [table, name, type] of await ask(client, COLUMNS)) {
      const known = columns.get(table ?? '') ?? [];
      known.push({ name: name ?? '', type: type ?? '' });
      columns.set(table ?? '', known);
    }
    return tables.map(([table, isView, rows = null]) => {
      const name = table ?? '';
      return {
        name,
        schema_name: null,
        qualified: name,
        columns: columns.get(name) ?? [],
        row_estimate: isView === '1' || rows === null ? null : Number(rows),
      };
    });
  });
}
