import type { TableInfo } from '../../../domain/connection.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { ask, withClient } from './snowflake-client.ts';

const TABLES = `
  SELECT table_schema, table_name, CASE WHEN table_type LIKE '%VIEW%' THEN 1 ELSE 0 END AS is_view, row_count
  FROM information_schema.tables
  WHERE table_schema <> 'INFORMATION_SCHEMA'
  ORDER BY is_view, table_schema, table_name`;

const COLUMNS = `
  SELECT table_schema, table_name, column_name, data_type
  FROM information_schema.columns
  WHERE table_schema <> 'INFORMATION_SCHEMA'
  ORDER BY table_schema, table_name, ordinal_position`;

/** The tables of the database that the role may see, then the views. */
export async function listSnowflakeTables(target: ConnectionTarget): Promise<readonly TableInfo[]> {
  return await withClient(target, async (client) => {
    const tables = await ask(client, { sql: TABLES }, 'change');
    const columns = Map.groupBy(await ask(client, { sql: COLUMNS }, 'change'), ([schema, table]) =>
      JSON.stringify([schema, table]),
    );
    return tables.map(([schema, name, isView, rows]) => ({
      name: String(name),
      schema_name: String(schema),
      qualified: `${String(schema)}.${String(name)}`,
      columns: (columns.get(JSON.stringify([schema, name])) ?? []).map(([, , column, type]) => ({
        name: String(column),
        type: String(type),
      })),
      row_estimate: isView === '1' || rows === null ? null : Number(rows),
    }));
  });
}
