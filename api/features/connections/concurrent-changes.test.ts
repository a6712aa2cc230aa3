import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { until } from '../../../test/support/until.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

/** @returns the path of a new connection */
async function created(fields: object): Promise<string> {
  const connection = { name: 'Shop', provider: 'postgresql', database: 'shop', ...fields };
  const answer = await app.call('POST', '/api/connections', connection);
  expect(answer).toMatchObject({ status: 201 });
  return `/api/connections/${(answer.body as { id: string }).id}`;
}

/** Locks the row of a connection in a session of its own. */
async function holdRow(path: string): Promise<Client> {
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT id FROM connections WHERE id = $1 FOR UPDATE', [
    path.split('/').at(-1),
  ]);
  return client;
}

/** Waits until so many sessions wait for a lock. */
async function waiting(client: Client, sessions: number): Promise<void> {
  await until(async () => {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())',
    );
    return rows[0]?.count === sessions;
  });
}

async function silentServer(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

describe('changes of a connection at the same time', () => {
  it('are all kept when each names other fields', async () => {
    const path = await created({ name: 'Before', host: 'old.example.com' });
    const holder = await holdRow(path);
    try {
      const renamed = app.call('PATCH', path, { name: 'After' });
      await waiting(holder, 1);
      const moved = app.call('PATCH', path, { host: 'new.example.com' });
      await waiting(holder, 2);
      await holder.query('COMMIT');
      expect(await Promise.all([renamed, moved])).toMatchObject([{ status: 200 }, { status: 200 }]);
    } finally {
      await holder.end();
    }
    expect((await app.call('GET', path)).body).toMatchObject({
      name: 'After',
      host: 'new.example.com',
    });
  });

  it('are judged together, so that the second one cannot break a rule beside the first one', async () => {
    const path = await created({ name: 'Files', provider: 'sqlite', database: '/data/shop.db' });
    const holder = await holdRow(path);
    try {
      const hosted = app.call('PATCH', path, { provider: 'postgresql', host: 'db.example.com' });
      await waiting(holder, 1);
      const emptied = app.call('PATCH', path, { host: null });
      await waiting(holder, 2);
      await holder.query('COMMIT');
      expect(await hosted).toMatchObject({ status: 200 });
      expect(await emptied).toMatchObject({ status: 400 });
    } finally {
      await holder.end();
    }
    expect((await app.call('GET', path)).body).toMatchObject({
      provider: 'postgresql',
      host: 'db.example.com',
    });
  });

  it('do not get the outcome of a test that began before them', async () => {
    const { server, port } = await silentServer();
    try {
      const path = await created({ name: 'Tested', host: '127.0.0.1', port });
      const reached = once(server, 'connection') as Promise<[Socket]>;
      const tested = app.call('POST', `${path}/test`);
      const [socket] = await reached;
      expect(await app.call('PATCH', path, { host: 'localhost' })).toMatchObject({ status: 200 });
      socket.destroy();
      expect(await tested).toMatchObject({ status: 200, body: { ok: false } });
      expect((await app.call('GET', path)).body).toMatchObject({
        host: 'localhost',
        last_test_status: null,
        last_tested_at: null,
      });
    } finally {
      server.close();
    }
  });
});
