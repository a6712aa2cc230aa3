import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
/** The address of the real PostgreSQL of the tests. */
let server: URL;

beforeAll(async () => {
  app = await startTestApp(
    { SERVICE_SECRET_ENV_ALLOWLIST: '["SHOP_*"]' },
    { variables: { SHOP_PASSWORD: 'c4nary-pass/word' } },
  );
  server = new URL(app.databaseUrl);
});

afterAll(async () => {
  await app.close();
});

/** The body of a connection to the database of the tests. */
function body(fields: object = {}): object {
  return {
    name: `Own ${crypto.randomUUID()}`,
    provider: 'postgresql',
    host: server.searchParams.get('host') ?? server.hostname,
    port: Number(server.port || '5432'),
    database: server.pathname.slice(1),
    username: decodeURIComponent(server.username),
    ...fields,
  };
}

async function created(fields: object = {}): Promise<{ readonly id: string }> {
  const answer = await app.call('POST', '/api/connections', body(fields));
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as { id: string };
}

describe('connections', () => {
  it('saves a connection without a secret, and gives it back by its id and in the list', async () => {
    const { status, body: made } = await app.call('POST', '/api/connections', {
      name: '  Shop ',
      provider: 'postgresql',
      host: ' db.example.com ',
      database: String.raw`a\b`,
      username: ' ',
      password_env: 'env:SHOP_PASSWORD',
    });
    expect({ status, made }).toMatchObject({
      status: 201,
      made: {
        name: 'Shop',
        connection_type: 'sql',
        host: 'db.example.com',
        port: null,
        database: 'a/b',
        username: null,
        password_env: 'env:SHOP_PASSWORD',
        options: null,
        last_tested_at: null,
      },
    });
    const { id } = made as { id: string };
    expect(await app.call('GET', `/api/connections/${id}`)).toMatchObject({ body: made });
    const { body: all } = await app.call('GET', '/api/connections');
    expect((all as object[])[0]).toEqual(made);
  });

  it.each(['postgresql', 'mysql', 'mssql', 'snowflake', 'mongodb'])(
    'names the field of a host that is empty for %s',
    async (provider) => {
      for (const host of ['', ' ', null]) {
        expect(await app.call('POST', '/api/connections', body({ provider, host }))).toMatchObject({
          status: 400,
          body: { detail: expect.stringContaining('needs the field "host"') as unknown },
        });
      }
    },
  );

  it.each([
    ['an unknown provider', { provider: 'oracle' }, 400, /provider/],
    ['a missing host', { host: ' ' }, 400, /host/],
    ['an option that names another server', { options: { hostaddr: 'x' } }, 400, /hostaddr/],
    ['an option with a secret', { options: { password: 'x' } }, 400, /password_env/],
    ['a setting of the service', { password_env: 'env:service_api_TOKEN' }, 400, /setting/],
    ['a variable that is not listed', { password_env: 'OTHER' }, 400, /ALLOWLIST/],
    ['a file elsewhere', { password_env: 'file:/etc/passwd' }, 400, /SECRET_FILE_DIRS/],
    [
      'the token of a pod',
      { password_env: 'file:/run/secrets/kubernetes.io/token' },
      400,
      /SECRET_FILE_DIRS/,
    ],
    [
      'the token of a cloud in a pod',
      { password_env: 'file:/run/secrets/eks.amazonaws.com/serviceaccount/token' },
      400,
      /SECRET_FILE_DIRS/,
    ],
    [
      'a secret within an option',
      { options: { driver: { extra: [{ accessToken: 'x' }] } } },
      400,
      /options\.driver\.extra\.0\.accessToken would store a secret/,
    ],
    [
      'a secret in an option of a REST API',
      { provider: 'rest_api', host: 'https://example.org', options: { token: 'x' } },
      400,
      /options\.token would store a secret/,
    ],
    [
      'a password in the address of MLflow',
      { provider: 'mlflow', database: 'http://me:pw@example.org' },
      400,
      /database has a user or a password/,
    ],
    ['a port out of range', { port: 70_000 }, 422, /port/],
    ['a name of blanks', { name: '  ' }, 422, /name/],
  ])('rejects %s', async (_what, fields, status, message) => {
    const answer = await app.call('POST', '/api/connections', body(fields));
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toMatch(message);
  });

  it.each(['hunter2!', 'env:', 'keyring:a b', 'vault:x'])(
    'answers 422 to the secret reference %s and does not repeat it',
    async (reference) => {
      const answer = await app.call('POST', '/api/connections', body({ password_env: reference }));
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'password_env'] }] },
      });
      expect(JSON.stringify(answer.body)).not.toContain(`"${reference}`);
      expect(JSON.stringify(answer.body)).not.toContain('hunter2');
    },
  );

  it('warns of options that the provider does not read, without their values', async () => {
    const options = { ssl_mode: 'c4nary-option', sslmode: 'prefer' };
    const warning = {
      code: 'unknown_field',
      field: 'options.ssl_mode',
      node_id: null,
      column: null,
      message: 'PostgreSQL has no option "ssl_mode". Did you mean "sslmode"? It is ignored.',
    };
    const made = await app.call('POST', '/api/connections', body({ options }));
    const { id, warnings } = made.body as { id: string; warnings: unknown };
    expect([made.status, warnings]).toEqual([201, [warning]]);
    const path = `/api/connections/${id}`;
    const changed = await app.call('PATCH', path, { options });
    expect(changed).toMatchObject({ status: 200, body: { options, warnings: [warning] } });
    expect((await app.call('PATCH', path, { port: 5433 })).body).not.toHaveProperty('warnings');
    const tested = await app.call('POST', '/api/connections/test-config', body({ options }));
    expect(tested).toMatchObject({ status: 200, body: { warnings: [warning] } });
    expect(JSON.stringify(tested.body)).not.toContain('c4nary');
    const known = await app.call('PATCH', path, { options: { sslmode: 'prefer' } });
    expect(known.body).not.toHaveProperty('warnings');
    const file = { provider: 'sqlite', database: '/data/a.db', options: { timeout: 5 } };
    expect((await app.call('PATCH', path, { host: null, port: null, ...file })).body).toMatchObject(
      {
        warnings: [{ message: 'SQLite has no option "timeout". It has none. It is ignored.' }],
      },
    );
  });

  it('names the fields of a rejected request that it does not know', async () => {
    const config = { database: '/data/shop.db' };
    expect(
      await app.call('POST', '/api/connections', { name: 'Shop 2', provider: 'sqlite', config }),
    ).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/"database".*There is no field "config"/) as string },
    });
    const unnamed = { nmae: 'Shop 2', provider: 'sqlite' };
    expect(await app.call('POST', '/api/connections', unnamed)).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'name'] },
          {
            loc: ['body', 'nmae'],
            msg: 'There is no field "nmae". Did you mean "name"? It is ignored.',
            type: 'unknown_field',
          },
        ],
      },
    });
  });

  it('rejects a name that another connection has in another case', async () => {
    await created({ name: 'Twin' });
    const twin = await app.call('POST', '/api/connections', body({ name: 'tWIN' }));
    expect(twin).toMatchObject({ status: 409 });
    const { id } = await created();
    expect(await app.call('PATCH', `/api/connections/${id}`, { name: 'TWIN' })).toMatchObject({
      status: 409,
    });
    expect(await app.call('PATCH', `/api/connections/${id}`, { name: null })).toMatchObject({
      status: 422,
    });
  });

  it('tests a connection, keeps the outcome, and forgets it when an address changes', async () => {
    const { id } = await created();
    const path = `/api/connections/${id}`;
    expect(await app.call('POST', `${path}/test`)).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect(await app.call('PATCH', path, { name: `Renamed ${id}` })).toMatchObject({
      body: { last_test_status: 'ok', last_test_error: null },
    });
    expect(await app.call('PATCH', path, { port: 5432 })).toMatchObject({
      body: { last_test_status: null, last_tested_at: null },
    });
  });

  it.each([
    ['a closed port', { host: '127.0.0.1', port: 1 }, /nothing accepts connections/],
    ['an unknown database', { database: 'no_such' }, /no such database/],
    ['an unknown host', { host: 'no-such-host.invalid' }, /host/],
    ['an absent secret', { password_env: 'env:SHOP_ABSENT' }, /SHOP_ABSENT is not set/],
    ['a service of another kind', { provider: 'mlflow' }, /MLflow/],
    [
      'an account without a secret',
      { provider: 'snowflake', host: '127.0.0.1', port: 1 },
      /Snowflake.*needs a password/,
    ],
  ])('says in a sentence why a test fails: %s', async (_what, fields, message) => {
    const { id } = await created(fields);
    const answer = await app.call('POST', `/api/connections/${id}/test`);
    expect(answer).toMatchObject({ status: 200, body: { ok: false } });
    const text = (answer.body as { message: string }).message;
    expect(text).toMatch(message);
    expect(text).not.toContain('c4nary');
    expect(await app.call('GET', `/api/connections/${id}`)).toMatchObject({
      body: { last_test_status: 'failed', last_test_error: text },
    });
    expect(await app.call('POST', '/api/connections/test-config', body(fields))).toMatchObject({
      status: 200,
      body: { ok: false },
    });
  });

  it('answers a test of fields that break a rule with ok false', async () => {
    const answer = await app.call('POST', '/api/connections/test-config', body({ provider: 'x' }));
    expect(answer).toMatchObject({ status: 200, body: { ok: false } });
  });

  it('lists tables and then views with their columns', async () => {
    const { id } = await created();
    const { status, body: tables } = await app.call('GET', `/api/connections/${id}/tables`);
    expect(status).toBe(200);
    expect(tables).toContainEqual(
      expect.objectContaining({
        name: 'projects',
        schema_name: 'public',
        qualified: 'public.projects',
        columns: expect.arrayContaining([{ name: 'id', type: 'text' }]) as unknown,
      }),
    );
  });

  it('has no tables for a storage', async () => {
    const { id } = await created({ provider: 'local', database: '/tmp/x' });
    expect(await app.call('GET', `/api/connections/${id}/tables`)).toMatchObject({ status: 400 });
    expect(await app.call('GET', '/api/connections/none/tables')).toMatchObject({ status: 404 });
  });

  it('is deleted only with force while flows use it', async () => {
    const { id } = await created();
    const config = { connection_id: id, table: 'projects' };
    const graph = {
      nodes: [
        { id: 'a', type: 'sqlInput', position: { x: 0, y: 0 }, data: { label: 'A', config } },
      ],
      edges: [],
    };
    for (const name of ['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7']) {
      const flow = await app.call('POST', '/api/flows', { name, graph_json: graph });
      expect(flow).toMatchObject({ status: 201 });
    }
    const refused = await app.call('DELETE', `/api/connections/${id}`);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toMatch(/F1.*F5.*and 2 more/);
    expect(await app.call('DELETE', `/api/connections/${id}?force=true`)).toMatchObject({
      status: 204,
    });
    expect(await app.call('GET', `/api/connections/${id}`)).toMatchObject({ status: 404 });
  });

  it('is not deleted while the default of a parameter names it for a flow', async () => {
    const { id } = await created();
    const config = { connection_id: '{{ shop }}', table: 'projects' };
    const data = { label: 'A', config };
    const graph_json = {
      nodes: [{ id: 'a', type: 'sqlInput', position: { x: 0, y: 0 }, data }],
      edges: [],
      parameters: [{ name: 'shop', type: 'string', default: id }],
    };
    const flow = await app.call('POST', '/api/flows', { name: 'By parameter', graph_json });
    expect(flow).toMatchObject({ status: 201 });
    const refused = await app.call('DELETE', `/api/connections/${id}`);
    expect(refused).toMatchObject({ status: 409 });
    expect(JSON.stringify(refused.body)).toContain('By parameter');
  });

  it('lists the providers in a fixed order and the connectors by id, with their forms', async () => {
    const { body: providers } = await app.call('GET', '/api/connections/providers');
    expect((providers as { name: string }[]).map(({ name }) => name)).toEqual([
      'postgresql',
      'mysql',
      'sqlite',
      'duckdb',
      'mssql',
      'snowflake',
      'mongodb',
      'local',
      's3',
      'azure_blob',
      'gcs',
      'rest_api',
      'mlflow',
    ]);
    const { body: connectors } = await app.call('GET', '/api/catalog/connectors');
    const ids = (connectors as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(connectors).toContainEqual(
      expect.objectContaining({ id: 'postgresql', available: true, unavailable_reason: null }),
    );
  });
});
