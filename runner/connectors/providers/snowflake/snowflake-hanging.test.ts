import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  startSnowflakeServer,
  type SnowflakeServer,
} from '../../../../test/support/snowflake-server.ts';
import { trustedLoopback } from '../../../../test/support/trusted-loopback.ts';
import { until } from '../../../../test/support/until.ts';
import type { WriteMode } from '../../../domain/sql-source.ts';
import { UnknownOutcomeError, type PendingWrite } from '../../pending-write.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { StagedRows } from '../../sql/sql-driver.ts';
import { WAIT_LIMITS, type WaitLimits } from '../../sql/wait-limits.ts';
import { explaining, explainingWrite } from '../../use-connection.ts';
import { SNOWFLAKE_DRIVER as driver } from './snowflake-driver.ts';
import { readSnowflake } from './snowflake-read.ts';
import { writeSnowflake } from './snowflake-write.ts';

/** A server that hangs is given up soon, and one that works is not. */
const SOON: WaitLimits = {
  ...WAIT_LIMITS,
  answer: 700,
  change: 700,
  commit: 700,
  close: 500,
  silence: 200,
  probe: 300,
  probes: 2,
};

const certificate = trustedLoopback();
const label = '"Shop" (Snowflake)';
let server: SnowflakeServer;
let folder: string;

// The driver loads its modules at its first use, which takes longer than the servers of the tests may.
beforeAll(async () => {
  server = await startSnowflakeServer(certificate);
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-snowflake-'));
  await read(1, WAIT_LIMITS);
  await server.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  server = await startSnowflakeServer(certificate);
  server.answer = (sql) =>
    sql.includes('SELECT table_type')
      ? { columns: [{ name: 'k', type: 'text' }], rows: [['BASE TABLE']] }
      : undefined;
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-snowflake-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function opened(): Parameters<typeof explaining>[0] & { readonly target: ConnectionTarget } {
  const connection = {
    id: 'c',
    name: 'Shop',
    provider: 'snowflake',
    host: '127.0.0.1',
    port: server.port,
    database: 'SHOP',
    username: 'loader',
    secret: 'env:SHOP',
    options: null,
  };
  return { driver, target: { connection, secret: 'a-secret-of-the-test' }, label };
}

async function read(maxRows: number | null = null, limits = SOON): Promise<StagedRows> {
  const use = opened();
  const file = path.join(folder, 'read.csv');
  const source = { kind: 'table', schema: null, table: 'T' } as const;
  return await explaining(use, () => readSnowflake(use.target, { source, maxRows, file }, limits));
}

async function write(mode: WriteMode): Promise<PendingWrite> {
  const use = opened();
  const file = path.join(folder, 'new.csv');
  await writeFile(file, '1\n2\n');
  const columns = [{ name: 'id', type: 'integer' }] as const;
  const keys = mode === 'upsert' ? ['id'] : [];
  const table = { schema: null, table: 't', mode, keys, columns, file };
  return await explainingWrite(use, () => writeSnowflake(use.target, table, SOON));
}

/** @param paths what the driver still asks the server to do */
async function expectGivenUp(
  work: Promise<unknown>,
  paths = ['/queries/v1/abort-request', '/session'],
): Promise<void> {
  await expect(work).rejects.toThrow(`The connection ${label}: the server did not answer in time.`);
  expect(server.isFrozen).toBe(true);
  // The driver repeats what a closed server does not answer.
  for (const last of paths) {
    await until(() => server.requests.some((request) => request.path === last));
  }
}

describe('a server of Snowflake that hangs', () => {
  it.each(['ALTER SESSION SET AUTOCOMMIT', 'ALTER SESSION SET ROWS', 'SELECT * FROM'])(
    'fails a read that waits at %j',
    async (text) => {
      server.freezesAt = text;
      await expectGivenUp(read(5));
    },
  );

  it.each([0, 1])('fails a read that waits for part %j of its rows', async (part) => {
    server.answer = (sql) =>
      sql.includes('SELECT * FROM')
        ? { columns: [{ name: 'k', type: 'text' }], rows: [['a']], parts: [[['b']], [['c']]] }
        : undefined;
    server.freezesAt = `/${part}`;
    await expectGivenUp(read(), ['/session']);
  });

  it('fails a write that waits for the rows of a small query', async () => {
    const before = server.answer;
    server.answer = (sql) =>
      sql.includes('SELECT table_type')
        ? { columns: [{ name: 'k', type: 'text' }], parts: [[['BASE TABLE']]] }
        : before(sql);
    server.freezesAt = '/0';
    await expectGivenUp(write('append'), ['/session']);
  });

  it.each<[string, WriteMode]>([
    ['SELECT table_type', 'append'],
    ['CREATE TEMPORARY TABLE', 'replace'],
    ['VALUES (?)', 'append'],
    ['HAVING', 'upsert'],
    ['BEGIN TRANSACTION', 'append'],
    ['INSERT INTO "t"', 'append'],
    ['MERGE INTO', 'upsert'],
  ])('fails a write that waits at %j of %s', async (text, mode) => {
    server.freezesAt = text;
    await expectGivenUp(write(mode));
  });

  it.each<[string, WriteMode]>([
    ['COMMIT', 'append'],
    ['CREATE OR REPLACE TABLE', 'replace'],
  ])('fails a commit that waits at %j of %s', async (text, mode) => {
    const pending = await write(mode);
    server.freezesAt = text;
    const commit = Promise.resolve(pending.commit());
    await expectGivenUp(commit);
    await expect(commit).rejects.toBeInstanceOf(UnknownOutcomeError);
    // Otherwise the driver would repeat the commit on connections like these.
    await until(() => server.openSockets() === 0, 10_000);
  });

  it('does not hold a rollback', async () => {
    const pending = await write('append');
    server.freezesAt = 'ROLLBACK';
    await expectGivenUp(Promise.resolve(pending.rollback()));
  });

  it.each([
    ['accepts', 'accept'],
    ['answers 503 to', 'unavailable'],
  ] as const)(
    'is not confused with one that %s heartbeats while it works on a statement without sending a byte',
    async (_what, heartbeat) => {
      server.heartbeat = heartbeat;
      const before = server.answer;
      server.answer = (sql) => (sql.includes('SELECT * FROM') ? 'hang' : before(sql));
      const rows = read();
      const probes = (): number =>
        server.requests.filter((request) => request.path === '/session/heartbeat').length;
      // More than after which a server that ignores them is given up.
      await until(() => probes() > SOON.probes + 1);
      server.proceed();
      expect((await rows).rowCount).toBe(1);
    },
  );
});
