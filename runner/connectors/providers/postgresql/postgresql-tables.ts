import type { TableInfo } from '../../../domain/connection.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { ask, withClient } from './postgresql-client.ts';

const TABLES = `
  SELECT c.relname AS name, n.nspname AS schema_name, n.nspname || '.' || c.relname AS qualified,
         CASE WHEN c.relkind IN ('v', 'm', 'f') OR c.reltuples < 0 THEN NULL
              ELSE c.reltuples::float8 END AS row_estimate,
         COALESCE((SELECT json_agg(json_build_object('name', a.attname,
                                                     'type', format_type(a.atttypid, a.atttypmod))
                                   ORDER BY a.attnum)
                   FROM pg_attribute a
                   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped), '[]') AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition
    AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
  ORDER BY c.relkind IN ('v', 'm'), n.nspname, c.relname`;

/** The tables that the user may read, then the views. */
export async function listPostgresqlTables(
  target: ConnectionTarget,
): Promise<readonly TableInfo[]> {
  return await withClient(target, (client) => ask<TableInfo>(client, TABLES));
}
