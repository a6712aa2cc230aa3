import { z } from 'zod';
import type { TableInfo } from '../../../domain/connection.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { readingDuckdb } from './duckdb-file.ts';

const TABLES = `
  WITH named AS (
    SELECT table_oid AS id, schema_name AS namespace, table_name AS name, false AS is_view, estimated_size AS size
    FROM duckdb_tables() WHERE database_name = current_database() AND NOT internal
    UNION ALL
    SELECT view_oid, schema_name, view_name, true, NULL
    FROM duckdb_views() WHERE database_name = current_database() AND NOT internal)
  SELECT json_object('name', name, 'schema_name', namespace, 'qualified', namespace || '.' || name,
                     'row_estimate', size, 'columns', to_json(list(
                       {'name': column_name, 'type': data_type} ORDER BY column_index)))
  FROM named JOIN duckdb_columns() AS c
    ON c.database_name = current_database() AND c.table_oid = id
  GROUP BY id, namespace, name, is_view, size
  ORDER BY is_view, namespace, name`;

const tableInfo = z.object({
  name: z.string(),
  schema_name: z.string(),
  qualified: z.string(),
  row_estimate: z.number().nullable(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});

/** The tables, then the views. The number of rows of a table is an estimate. */
export async function listDuckdbTables(target: ConnectionTarget): Promise<readonly TableInfo[]> {
  const list = await readingDuckdb(target, ({ connection }) => connection.runAndReadAll(TABLES));
  return list.getRows().map(([json]) => tableInfo.parse(JSON.parse(String(json))));
}
