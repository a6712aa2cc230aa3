import { administer } from './database-url.ts';

/** Shadows a function of the server by one that reports an older version. */
const REPORT_POSTGRESQL_15 = `
  CREATE SCHEMA old;
  CREATE FUNCTION old.current_setting(name text) RETURNS text LANGUAGE sql AS
  $$ SELECT CASE name WHEN 'server_version_num' THEN '150004' ELSE '15.4 (Debian)' END $$`;

/** Makes a database report PostgreSQL 15.4 (Debian) as its server. */
export async function pretendOldServer(url: string): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  await administer(url, REPORT_POSTGRESQL_15);
  await administer(url, `ALTER DATABASE "${database}" SET search_path = old, pg_catalog, public`);
}
