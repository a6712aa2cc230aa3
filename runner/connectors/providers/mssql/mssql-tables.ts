import type { TableInfo } from '../../../domain/connection.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { ask, withClient } from './mssql-client.ts';

const TABLES = `
  SELECT s.name, o.name, CASE o.type WHEN 'V' THEN 1 ELSE 0 END,
    (SELECT sum(p.rows) FROM sys.partitions p WHERE p.object_id = o.object_id AND p.index_id IN (0, 1)),
    o.object_id
  FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
  WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0
  ORDER BY o.type, s.name, o.name`;

const COLUMNS = `
  SELECT c.object_id, c.name, t.name
  FROM sys.columns c JOIN sys.types t ON t.user_type_id = c.user_type_id
    JOIN sys.objects o ON o.object_id = c.object_id
  WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0
  ORDER BY c.object_id, c.column_id`;

/** The tables that the user may see, then the views. */
export async function listMssqlTables(target: ConnectionTarget): Promise<readonly TableInfo[]> {
  return await withClient(target, async (client) => {
    const tables = await ask(client, TABLES);
    const columns = Map.groupBy(await ask(client, COLUMNS), ([id]) => String(id));
    return tables.map(([schema, name, isView, rows, id]) => ({
      name: String(name),
      schema_name: String(schema),
      qualified: `${String(schema)}.${String(name)}`,
      columns: (columns.get(String(id)) ?? []).map(([, column, type]) => ({
        name: String(column),
        type: String(type),
      })),
      row_estimate: isView === 1 || rows === null ? null : Number(rows),
    }));
  });
}
