import { existsSync } from 'node:fs';
import { JobConnections } from '../../runner/connectors/job-connections.ts';
import type { BoundValue } from '../../runner/domain/sql-source.ts';
import { startMariadb } from '../support/database-rigs/mariadb-rig.ts';
import { startPostgresql } from '../support/database-rigs/postgresql-rig.ts';
import { startSqlite } from '../support/database-rigs/sqlite-rig.ts';
import type { DriverRig } from '../support/sql-driver-contract.ts';

/** A file of Linux that accepts no byte. */
const FULL = '/dev/full';

/** Rows that reach the disk before the next ones are there. */
const POSTGRESQL = `SELECT 1 AS a, CASE WHEN n > 2000 THEN pg_sleep(0.5)::text END AS b
  FROM generate_series(1, 2001) AS s(n) WHERE n > 0`;
const MARIADB = `SELECT repeat('a', 10000) AS a, IF(seq > 3, sleep(0.5), 0) AS b FROM seq_1_to_5`;

(existsSync(FULL) ? describe : describe.skip)('a read for which the disk has no space', () => {
  it.each<[string, () => Promise<DriverRig> | DriverRig, string, BoundValue[]]>([
    ['PostgreSQL', startPostgresql, POSTGRESQL, []],
    ['PostgreSQL with values', startPostgresql, `${POSTGRESQL} AND n < ?`, [3000]],
    ['MariaDB', startMariadb, MARIADB, []],
    ['SQLite', startSqlite, 'SELECT 1 AS a, 2 AS b', []],
  ])('fails, and the process goes on: %s', async (_name, start, sql, values) => {
    const rig = await start();
    try {
      const empty = { host: null, port: null, database: null, username: null, options: null };
      const connections = new JobConnections([
        { ...empty, secret: null, ...rig.fields, id: 'c', name: 'Own' },
      ]);
      const source = { kind: 'query', texts: sql.split('?'), values } as const;
      const read = connections.read('c', { source, maxRows: null, file: FULL });
      await expect(read).rejects.toThrow(
        /^The connection "Own" \(.*\): no space is left on the disk of the data folder or of temporary files, so free space there/,
      );
    } finally {
      await rig.close();
    }
  });
});
