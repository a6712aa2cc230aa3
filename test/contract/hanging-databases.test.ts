import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { NetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectionLabel } from '../../runner/connectors/connection-address.ts';
import type { PendingWrite } from '../../runner/connectors/pending-write.ts';
import type { ConnectionTarget } from '../../runner/connectors/connection-target.ts';
import { MYSQL_DRIVER } from '../../runner/connectors/providers/mysql/mysql-driver.ts';
import { readMysql } from '../../runner/connectors/providers/mysql/mysql-read.ts';
import { writeMysql } from '../../runner/connectors/providers/mysql/mysql-write.ts';
import { POSTGRESQL_DRIVER } from '../../runner/connectors/providers/postgresql/postgresql-driver.ts';
import { readPostgresql } from '../../runner/connectors/providers/postgresql/postgresql-read.ts';
import { postgresqlTransactions } from '../../runner/connectors/providers/postgresql/postgresql-write.ts';
import type {
  SqlDriver,
  SqlRead,
  SqlWrite,
  StagedRows,
} from '../../runner/connectors/sql/sql-driver.ts';
import { WAIT_LIMITS, type WaitLimits } from '../../runner/connectors/sql/wait-limits.ts';
import { explaining, explainingWrite } from '../../runner/connectors/use-connection.ts';
import type { BoundValue, WriteMode } from '../../runner/domain/sql-source.ts';
import { startMariadb } from '../support/database-rigs/mariadb-rig.ts';
import { startPostgresql } from '../support/database-rigs/postgresql-rig.ts';
import type { DriverRig } from '../support/sql-driver-contract.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** A server that hangs is given up soon, and one that works is not. */
const SOON: WaitLimits = {
  ...WAIT_LIMITS,
  answer: 700,
  change: 700,
  commit: 700,
  close: 100,
  silence: 200,
  probe: 300,
  probes: 2,
};

/** A driver whose limits a test sets. */
interface TestedDriver {
  readonly label: string;
  readonly start: () => Promise<DriverRig>;
  readonly driver: SqlDriver;
  readonly read: (
    target: ConnectionTarget,
    read: SqlRead,
    limits: WaitLimits,
  ) => Promise<StagedRows>;
  readonly write: (
    target: ConnectionTarget,
    write: SqlWrite,
    limits: WaitLimits,
  ) => Promise<PendingWrite>;
  readonly series: string;
  readonly sleep: string;
  /** The texts at which the server hangs. */
  readonly texts: {
    readonly read: readonly (readonly [string, readonly BoundValue[]])[];
    readonly write: readonly (readonly [string, WriteMode])[];
    readonly commit: readonly (readonly [string, WriteMode])[];
  };
}

describe.each<TestedDriver>([
  {
    label: 'PostgreSQL',
    start: startPostgresql,
    driver: POSTGRESQL_DRIVER,
    read: readPostgresql,
    write: (target, write, limits) => postgresqlTransactions(limits).write(target, write),
    series: 'SELECT n FROM generate_series(1, 200000) AS s(n)',
    sleep: 'SELECT 1 AS a FROM pg_sleep(1.5)',
    texts: {
      read: [
        ['BEGIN READ ONLY', []],
        ['DECLARE described', []],
        ['FETCH 0', []],
        ['COPY (', []],
        ['150000', []],
        ['ROLLBACK', []],
        ['DECLARE fetched', [0]],
        ['FETCH 2000', [0]],
      ],
      write: [
        ['BEGIN', 'replace'],
        ['to_regclass', 'append'],
        ['CREATE TABLE', 'replace'],
        ['COPY ', 'append'],
        ['ALTER TABLE', 'replace'],
        ['HAVING', 'upsert'],
        ['ON CONFLICT', 'upsert'],
      ],
      commit: [['COMMIT', 'append']],
    },
  },
  {
    label: 'MySQL, MariaDB',
    start: startMariadb,
    driver: MYSQL_DRIVER,
    read: readMysql,
    write: writeMysql,
    series: 'SELECT seq AS n FROM seq_1_to_200000',
    sleep: 'SELECT SLEEP(1.5) AS a',
    texts: {
      read: [
        ['sql_mode', []],
        ['START TRANSACTION', []],
        ['PREPARE', []],
        ['EXECUTE', []],
        ['150000', []],
      ],
      write: [
        ['GET_LOCK', 'append'],
        ['CREATE TABLE', 'replace'],
        ['INSERT INTO', 'append'],
        ['HAVING', 'upsert'],
      ],
      commit: [
        ['COMMIT', 'append'],
        ['RENAME TABLE', 'replace'],
      ],
    },
  },
])('a server of $label that hangs', ({ label, start, driver, read, write, ...tested }) => {
  let rig: DriverRig;
  let proxy: TcpProxy;
  let folder: string;

  beforeAll(async () => {
    rig = await start();
    folder = await mkdtemp(path.join(tmpdir(), 'millrace-hanging-'));
    await writeFile(path.join(folder, 'new.csv'), '1,a\n2,b\n');
  });
  afterAll(async () => {
    await rig.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    await rig.execute('DROP TABLE IF EXISTS kept');
    await rig.execute('CREATE TABLE kept (id BIGINT PRIMARY KEY, name VARCHAR(20))');
    proxy = await startTcpProxy(addressOf(rig));
  });
  afterEach(async () => {
    await proxy.close();
  });

  /** The database by the proxy, which explains its errors as in a run. */
  function opened(): Parameters<typeof explaining>[0] & { readonly target: ConnectionTarget } {
    const connection = {
      database: null,
      username: null,
      secret: null,
      ...rig.fields,
      id: 'c',
      name: 'Own',
      host: '127.0.0.1',
      port: proxy.port,
      options: { sslmode: 'disable' },
    };
    return {
      driver,
      target: { connection, secret: null },
      label: connectionLabel(connection, label),
    };
  }

  const readOf = async (sql: string, values: readonly BoundValue[]): Promise<StagedRows> => {
    const use = opened();
    const source = { kind: 'query', texts: sql.split('?'), values } as const;
    const file = path.join(folder, 'read.csv');
    return await explaining(use, () => read(use.target, { source, maxRows: null, file }, SOON));
  };
  const writeOf = async (mode: WriteMode): Promise<PendingWrite> => {
    const use = opened();
    const columns = [
      { name: 'id', type: 'integer' },
      { name: 'name', type: 'string' },
    ] as const;
    const keys = mode === 'upsert' ? ['id'] : [];
    const file = path.join(folder, 'new.csv');
    const table = { schema: null, table: 'kept', mode, keys, columns, file };
    return await explainingWrite(use, () => write(use.target, table, SOON));
  };

  async function expectGivenUp(work: Promise<unknown>): Promise<void> {
    await expect(work).rejects.toThrow(
      `The connection ${opened().label}: the server did not answer in time.`,
    );
    expect(proxy.isFrozen).toBe(true);
    expect(opened().label).toContain('"Own"');
  }

  it.each(tested.texts.read)('fails a read that waits at %j', async (text, values) => {
    proxy.freezeAt(text);
    const sql = values.length === 0 ? tested.series : `${tested.series} WHERE n > ?`;
    await expectGivenUp(readOf(sql, values));
  });

  it.each(tested.texts.write)('fails a write that waits at %j of %s', async (text, mode) => {
    proxy.freezeAt(text);
    await expectGivenUp(writeOf(mode));
  });

  it.each(tested.texts.commit)('fails a commit that waits at %j of %s', async (text, mode) => {
    const pending = await writeOf(mode);
    proxy.freezeAt(text);
    await expectGivenUp(Promise.resolve(pending.commit()));
  });

  it('does not hold a rollback', async () => {
    const pending = await writeOf('append');
    proxy.freezeAt('ROLLBACK');
    await expectGivenUp(Promise.resolve(pending.rollback()));
  });

  it('is not confused with one that works on a query without sending a byte', async () => {
    const { rowCount } = await readOf(tested.sleep, []);
    expect(rowCount).toBe(1);
    expect(proxy.accepted).toBeGreaterThan(1);
  });
});

function addressOf({ fields }: DriverRig): NetConnectOpts {
  const { host, port } = fields;
  const isFolder = host?.startsWith('/') === true;
  if (isFolder) return { path: `${host}/.s.PGSQL.${port ?? 5432}` };
  return { host: host ?? '127.0.0.1', port: port ?? 0 };
}
