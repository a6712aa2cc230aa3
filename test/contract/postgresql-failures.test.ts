import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { Connection } from '../../runner/domain/connection.ts';
import type { ConnectionTarget } from '../../runner/connectors/connection-target.ts';
import { ask, withClient } from '../../runner/connectors/providers/postgresql/postgresql-client.ts';
import { describePostgresqlError } from '../../runner/connectors/providers/postgresql/postgresql-errors.ts';
import { readPostgresql } from '../../runner/connectors/providers/postgresql/postgresql-read.ts';
import {
  postgresqlTransactions,
  writePostgresql,
} from '../../runner/connectors/providers/postgresql/postgresql-write.ts';
import { WAIT_LIMITS, type WaitLimits } from '../../runner/connectors/sql/wait-limits.ts';
import { createEmptyDatabase, dropDatabase } from '../support/database.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** The limits that a test meets, and those that it must not meet. */
const SOON = 300;
const NEVER: WaitLimits = { ...WAIT_LIMITS, connect: 120_000, answer: 120_000, close: 120_000 };

let url: string;
let folder: string;
let proxy: TcpProxy;

beforeAll(async () => {
  url = await createEmptyDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'millrace-postgresql-'));
});
afterAll(async () => {
  await dropDatabase(url);
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const { hostname, port, searchParams } = new URL(url);
  const socketFolder = searchParams.get('host');
  proxy = await startTcpProxy(
    socketFolder === null
      ? { host: hostname, port: Number(port) }
      : { path: `${socketFolder}/.s.PGSQL.${port || '5432'}` },
  );
});
afterEach(async () => {
  await proxy.close();
});

/** The database by the proxy. */
function target(): ConnectionTarget {
  const { pathname, username } = new URL(url);
  const connection: Connection = {
    id: 'db',
    name: 'Database',
    provider: 'postgresql',
    host: '127.0.0.1',
    port: proxy.port,
    database: pathname.slice(1),
    username: decodeURIComponent(username),
    secret: null,
    options: null,
  };
  return { connection, secret: null };
}

/** What a person reads about a failure. */
async function reasonOf(work: Promise<unknown>): Promise<string | null> {
  return await work.then(
    () => 'it succeeded',
    (error: unknown) => describePostgresqlError(error),
  );
}

describe('a server that does not answer', () => {
  it('is given up when it accepts a connection and says nothing', async () => {
    proxy.freeze();
    const work = withClient(target(), () => Promise.resolve(), { ...NEVER, connect: SOON });
    expect(await reasonOf(work)).toBe('the server did not answer in time');
  });

  it('is given up when it does not answer a statement', async () => {
    const work = withClient(
      target(),
      async (client) => {
        proxy.freeze();
        await ask(client, 'SELECT 1');
      },
      { ...NEVER, answer: SOON },
    );
    expect(await reasonOf(work)).toBe('the server did not answer in time');
  });

  it('does not keep a result back when it does not close the connection', async () => {
    const work = withClient(
      target(),
      async (client) => {
        const { rows } = await client.query('SELECT 1 AS n');
        proxy.freeze();
        return rows;
      },
      { ...NEVER, close: SOON },
    );
    expect(await work).toEqual([{ n: 1 }]);
  });
});

describe('a server that closes the connection', () => {
  it('fails a read in the middle of its rows', async () => {
    const file = path.join(folder, 'rows.csv');
    proxy.cutAfter(300_000);
    const work = readPostgresql(target(), {
      source: { kind: 'query', texts: ['SELECT generate_series(1, 1000000) AS n'], values: [] },
      maxRows: null,
      file,
    });
    expect(await reasonOf(work)).toBe('the server closed the connection');
  });

  it('is named by a statement that follows', async () => {
    const work = withClient(target(), async (client) => {
      const end = once(client, 'end');
      proxy.cut();
      await end;
      await client.query('SELECT 1');
    });
    expect(await reasonOf(work)).toBe('the server closed the connection');
  });

  it('leaves the table as it was when it does so before a write is committed', async () => {
    const rows = path.join(folder, 'new.csv');
    await writeFile(rows, '3\n4\n');
    const session = new Client({ connectionString: url });
    await session.connect();
    try {
      await session.query('CREATE TABLE kept AS SELECT 1::bigint AS n');
      const write = await writePostgresql(target(), writeOf('kept', rows));
      proxy.cut();
      expect(await reasonOf(Promise.resolve(write.commit()))).toBe(
        'the server closed the connection',
      );
      expect((await session.query('SELECT n FROM kept')).rows).toEqual([{ n: '1' }]);
    } finally {
      await session.end();
    }
  });
});

describe('a table that another session has locked', () => {
  it('fails the write, and is not waited for without end', async () => {
    const rows = path.join(folder, 'locked.csv');
    await writeFile(rows, '2\n');
    const session = new Client({ connectionString: url });
    await session.connect();
    try {
      await session.query('CREATE TABLE locked AS SELECT 1::bigint AS n');
      await session.query('BEGIN; SELECT * FROM locked');
      const transactions = postgresqlTransactions({ ...NEVER, lock: SOON });
      const write = transactions.write(target(), writeOf('locked', rows));
      expect(await reasonOf(write)).toMatch(/^another session kept the table locked/);
      await session.query('ROLLBACK');
      expect((await session.query('SELECT n FROM locked')).rows).toEqual([{ n: '1' }]);
    } finally {
      await session.end();
    }
  });
});

function writeOf(table: string, file: string): Parameters<typeof writePostgresql>[1] {
  return {
    schema: null,
    table,
    mode: 'replace',
    keys: [],
    columns: [{ name: 'n', type: 'integer' }],
    file,
  };
}
