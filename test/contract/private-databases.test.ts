import { once } from 'node:events';
import net from 'node:net';
import { startTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

/** The providers of databases on a network. */
const PROVIDERS = ['postgresql', 'mysql', 'mongodb', 'mssql', 'snowflake'];
const BLOCKED = { SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS: 'true' };

let app: TestApp;
let strict: TestApp;
let server: net.Server;
let port: number;
/** How many connections clients have opened. */
let accepted = 0;

beforeAll(async () => {
  server = net.createServer((socket) => {
    accepted++;
    socket.on('error', () => undefined);
    socket.destroy();
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  app = await startTestApp({}, { variables: { DB_PASSWORD: 'p' } });
  strict = await startTestApp(
    { ...BLOCKED, SERVICE_CONNECTOR_PRIVATE_HOSTS: '["LocalHost","127.0.0.3","127.0.1.0/24"]' },
    { variables: { DB_PASSWORD: 'p' } },
  );
});

afterAll(async () => {
  await app.close();
  await strict.close();
  server.close();
});

beforeEach(() => {
  accepted = 0;
});

function connection(provider: string, host: string, fields: object = {}): object {
  const name = `D ${crypto.randomUUID()}`;
  const login = { username: 'u', password_env: 'env:DB_PASSWORD' };
  return { name, provider, host, port, database: 'd', ...login, ...fields };
}

const REFUSED = 'SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS refuses';

describe.each(PROVIDERS)('a connection of %s while private hosts are blocked', (provider) => {
  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254'])(
    'is not saved with the private address %s',
    async (host) => {
      const answer = await strict.call('POST', '/api/connections', connection(provider, host));
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        400,
        expect.stringContaining(REFUSED) as unknown,
      ]);
    },
  );

  it('does not connect to a name that leads to a private address', async () => {
    const body = connection(provider, '0x7f.1');
    const answer = await strict.call('POST', '/api/connections/test-config', body);
    expect(answer.body).toMatchObject({ ok: false });
    expect(JSON.stringify(answer.body)).toContain(REFUSED);
    expect(accepted).toBe(0);
  });
});

describe('a host that is exempt', () => {
  it.each([
    // By its name, by its address, and by a network.
    ['postgresql', 'localhost'],
    ['postgresql', '127.0.0.3'],
    ['mysql', '127.0.1.9'],
    ['mysql', 'localhost'],
    ['mongodb', 'localhost'],
    ['mssql', 'localhost'],
  ])('is reached by %s while private hosts are blocked: %s', async (provider, host) => {
    const body = connection(provider, host);
    await strict.call('POST', '/api/connections/test-config', body);
    expect(accepted).toBeGreaterThan(0);
  });

  it('is reached by a REST API while private hosts are blocked', async () => {
    const body = connection('rest_api', `http://localhost:${port}`, { port: null });
    await strict.call('POST', '/api/connections/test-config', body);
    expect(accepted).toBeGreaterThan(0);
  });
});

describe('a host of a database while private hosts are blocked', () => {
  it.each([
    ['postgresql', '/var/run/postgresql'],
    ['postgresql', 'a.example,b.example'],
    ['mysql', 'mysql://a.example/d'],
    ['mysql', '/tmp/mysql.sock'],
    ['mysql', 'mysql.sock'],
    ['mssql', 'a.example\\INSTANCE'],
  ])('must be one server, unlike that of %s: %s', async (provider, host) => {
    const body = connection(provider, host);
    const answer = await strict.call('POST', '/api/connections', body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringContaining('must be the name or the address of one server') as unknown,
    ]);
    expect((await app.call('POST', '/api/connections', body)).status).toBe(201);
  });

  it('may be private where they are not blocked', async () => {
    const body = connection('postgresql', '127.0.0.1');
    await app.call('POST', '/api/connections/test-config', body);
    expect(accepted).toBeGreaterThan(0);
  });
});

describe('a start that blocks private hosts', () => {
  it('logs the names of saved connections to private databases once', async () => {
    const save = (name: string, provider: string, host: string): Promise<unknown> =>
      app.call('POST', '/api/connections', connection(provider, host, { name }));
    await save('Old', 'postgresql', '127.0.0.1');
    await save('Named', 'mysql', '0x7f.1');
    await save('Exempt', 'mongodb', '127.0.0.3');
    await save('Public', 'postgresql', '1.1.1.1');
    const other = await startTestApp({
      ...BLOCKED,
      SERVICE_CONNECTOR_PRIVATE_HOSTS: '["127.0.0.3"]',
      SERVICE_DATABASE_URL: app.databaseUrl,
      SERVICE_DATA_DIR: app.dataDir,
    });
    try {
      const warned = await until(async () => {
        const lines = await other.readLogs();
        const found = lines.filter(({ msg }) => String(msg).includes('PRIVATE_HOSTS'));
        return found.length > 0 && found;
      });
      expect(warned).toHaveLength(1);
      const [{ connections } = {}] = warned;
      expect(connections).toEqual(expect.arrayContaining(['Old', 'Named']));
      expect(connections).not.toEqual(expect.arrayContaining(['Exempt']));
      expect(connections).not.toEqual(expect.arrayContaining(['Public']));
    } finally {
      await other.close();
    }
  });
});
