import { createMariadb, type MariadbRig } from '../mariadb.ts';

/** Creates an empty database of the server that all tests share, with quotes as in standard SQL. */
export async function startMariadb(): Promise<MariadbRig> {
  const rig = await createMariadb();
  await rig.execute("SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'");
  return rig;
}
