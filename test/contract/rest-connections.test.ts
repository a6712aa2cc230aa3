import { startTestApp, type TestApp } from '../support/app.ts';
import { startWebServer, type WebServer } from '../support/web-server.ts';

const SECRET = 'c4nary/s3cret';
let app: TestApp;
let server: WebServer;

beforeAll(async () => {
  app = await startTestApp({}, { variables: { REST_TEST_KEY: SECRET } });
  server = await startWebServer((url, response, request) => {
    const isAllowed = request.headers.authorization === `Bearer ${SECRET}`;
    if (url.pathname === '/broken') response.end(`no JSON: ${request.headers.authorization ?? ''}`);
    else if (!isAllowed) response.writeHead(401).end();
    else if (url.pathname === '/report.csv') {
      response.setHeader('Content-Type', 'text/csv');
      response.end(Buffer.from('Report\nname;price\nM\xfcller;1,5\n***;***\n', 'latin1'));
    } else {
      const page = Number(url.searchParams.get('page') ?? '1');
      const items =
        page < 3 ? [{ id: page, name: `${url.pathname} ${url.searchParams.get('q') ?? ''}` }] : [];
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ items }));
    }
  });
});

afterAll(async () => {
  await app.close();
  await server.close();
});

function body(options: object = {}, fields: object = {}): object {
  return {
    name: `R ${crypto.randomUUID()}`,
    provider: 'rest_api',
    host: 'https://api.example.com',
    options,
    ...fields,
  };
}

/** A connection to the server of this test. */
async function connection(options: object = {}, fields: object = {}): Promise<string> {
  const auth = { auth_style: 'bearer', endpoints: ['orders', '/v1/items?q=a'] };
  const own = { host: server.url, password_env: 'env:REST_TEST_KEY', ...fields };
  const answer = await app.call('POST', '/api/connections', body({ ...auth, ...options }, own));
  expect(answer).toMatchObject({ status: 201, body: { connection_type: 'api' } });
  return (answer.body as { id: string }).id;
}

async function run(connectionId: string, input: object, parameters: readonly object[] = []) {
  const at = { x: 0, y: 0 };
  const config = { connection_id: connectionId, ...input };
  const flow = await app.call('POST', '/api/flows', {
    name: 'REST',
    graph_json: {
      nodes: [
        { id: 'r', type: 'sqlInput', position: at, data: { label: 'r', config } },
        { id: 'w', type: 'csvOutput', position: at, data: { label: 'w', config: {} } },
      ],
      edges: [{ id: 'e', source: 'r', target: 'w' }],
      parameters,
    },
  });
  const { id } = flow.body as { id: string };
  return (await app.call('POST', `/api/flows/${id}/runs`, {})).body as { error_message: string };
}

describe('a connection to a REST API', () => {
  it.each<[string, object, object, RegExp]>([
    ['a host without a scheme', {}, { host: 'example.org' }, /host/],
    ['a host with another scheme', {}, { host: 'ftp://example.org' }, /host/],
    ['a host with a password', {}, { host: 'https://a:b@example.org' }, /password_env/],
    ['a host with parameters', {}, { host: 'https://example.org/?a=1' }, /query_params/],
    ['a header with credentials', { headers: { Authorization: 'x-canary' } }, {}, /headers.Author/],
    ['a cookie', { headers: '{"cookie": "x-canary"}' }, {}, /headers.cookie/],
    ['a header of keys', { headers: { 'X-Api-Key': 'x-canary' } }, {}, /headers.X-Api-Key/],
    ['a header of the protocol', { headers: { Host: 'x' } }, {}, /host.*protocol/],
    ['a header with a line end', { headers: { A: 'x\r\nB: y' } }, {}, /headers.A/],
    ['headers that are a list', { headers: ['a'] }, {}, /options.headers/],
    [
      'a parameter with a secret',
      { query_params: { Token: 'x-canary' } },
      {},
      /query_params.*Token/,
    ],
    ['an endpoint with a secret', { endpoints: 'a, b?sig=x-canary' }, {}, /endpoints.*sig/],
    ['an endpoint elsewhere', { endpoints: ['https://evil.test/a'] }, {}, /endpoints/],
    ['an unknown style', { auth_style: 'digest' }, {}, /auth_style.*bearer/],
    ['an unknown format', { response_format: 'xml' }, {}, /response_format/],
    ['too many pages', { max_pages: 1_001 }, {}, /max_pages.*1000/],
    ['an endless timeout', { timeout_seconds: 301 }, {}, /timeout_seconds.*300/],
    ['half a page', { page_size: 1.5 }, {}, /page_size/],
    ['verify_tls as text', { verify_tls: 'no' }, {}, /verify_tls/],
    ['an unknown delimiter', { delimiter: 'x-canary' }, {}, /options.delimiter must be one of/],
    ['lines above the header as a word', { skip_rows: 'x-canary' }, {}, /options.skip_rows/],
  ])(
    'is refused with the field and without the value: %s',
    async (_what, options, fields, text) => {
      const answer = await app.call('POST', '/api/connections', body(options, fields));
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toMatch(text);
      expect(JSON.stringify(answer.body)).not.toContain('canary');
    },
  );

  it('is saved with every option, also as texts', async () => {
    const options = {
      auth_style: 'api_key',
      api_key_header: 'X-Token',
      headers: '{"X-Team": "a"}',
      query_params: { limit: 5 },
      endpoints: 'orders, /v1/items?status=open',
      page_size: '50',
      records_path: 'data.items',
    };
    const answer = await app.call('POST', '/api/connections', body(options));
    expect(answer).toMatchObject({ status: 201, body: { options } });
  });

  it('is saved with a warning of each parse option that its answers do not have', async () => {
    const options = { response_format: 'json', delimiter: ';', dates: true, recors: 'a' };
    const answer = await app.call('POST', '/api/connections', body(options));
    const { warnings } = answer.body as { warnings: { code: string; field: string }[] };
    expect(warnings.map(({ code, field }) => [code, field])).toEqual([
      ['ignored_key', 'options.delimiter'],
      ['unknown_field', 'options.recors'],
    ]);
    const file = await app.call('POST', '/api/connections', body({ delimiter: ';', skip_rows: 1 }));
    expect(file.status).toBe(201);
    expect(file.body).not.toHaveProperty('warnings');
  });

  it('is tested, and lists its endpoints as tables', async () => {
    const id = await connection();
    expect(await app.call('POST', `/api/connections/${id}/test`)).toMatchObject({
      body: { ok: true },
    });
    expect(await app.call('GET', `/api/connections/${id}/tables`)).toMatchObject({
      status: 200,
      body: [
        { name: 'orders', schema_name: null, qualified: 'orders' },
        { name: '/v1/items?q=a', schema_name: null, qualified: '/v1/items?q=a' },
      ],
    });
    const refused = await connection({ auth_style: 'none' });
    expect(await app.call('POST', `/api/connections/${refused}/test`)).toMatchObject({
      body: { ok: false, message: expect.stringContaining('status 401') as unknown },
    });
  });

  it('is read by sqlInput: an endpoint, or a path with parameters', async () => {
    const id = await connection({ page_param: 'page', page_size: 1 });
    expect(await run(id, { table: '/v1/items?q=a' })).toMatchObject({
      error_message: null,
      node_results: [
        {
          rows: 2,
          column_types: ['integer', 'string'],
          sample: [
            { id: 1, name: '/v1/items a' },
            { id: 2, name: '/v1/items a' },
          ],
        },
        {},
      ],
    });
    const query = { mode: 'query', query: 'orders?q={{ who }}&page=2' };
    const parameters = [{ name: 'who', type: 'string', default: 'a&b=c' }];
    expect(await run(id, query, parameters)).toMatchObject({
      error_message: null,
      node_results: [{ rows: 1, sample: [{ id: 2, name: '/orders a&b=c' }] }, {}],
    });
  });

  it('is read by sqlInput with the parse options of the connection', async () => {
    const id = await connection({ delimiter: ';', skip_rows: 1, null_values: ['***'] });
    expect(await run(id, { table: 'report.csv' })).toMatchObject({
      error_message: null,
      node_results: [
        {
          sample: [
            { name: 'Müller', price: 1.5 },
            { name: null, price: null },
          ],
          warnings: [expect.stringContaining('read as cp1252') as unknown],
        },
        {},
      ],
    });
  });

  it('fails with a sentence that names the connection, without the secret', async () => {
    const result = await run(await connection(), { table: 'broken' });
    expect(result.error_message).toMatch(
      /^r \(r\): The connection "R .*" \(REST API, http.*\/broken .*JSON.*\.$/,
    );
    const refused = await run(await connection({ auth_style: 'none' }), { table: 'orders' });
    expect(refused.error_message).toContain('status 401');
    const absent = await run(await connection({}, { password_env: 'env:REST_TEST_NONE' }), {
      table: 'orders',
    });
    expect(absent.error_message).toContain('REST_TEST_NONE is not set');
    expect(JSON.stringify(await app.readLogs())).not.toContain('c4nary');
    expect(JSON.stringify([result, refused, absent])).not.toContain('c4nary');
  });

  it('is not written', async () => {
    const id = await connection();
    const at = { x: 0, y: 0 };
    const read = { connection_id: id, table: 'orders' };
    const write = { connection_id: id, table: 'orders', if_exists: 'append' };
    const flow = await app.call('POST', '/api/flows', {
      name: 'REST',
      graph_json: {
        nodes: [
          { id: 'r', type: 'sqlInput', position: at, data: { label: 'r', config: read } },
          { id: 'w', type: 'sqlOutput', position: at, data: { label: 'w', config: write } },
        ],
        edges: [{ id: 'e', source: 'r', target: 'w' }],
      },
    });
    const { id: flowId } = flow.body as { id: string };
    expect(await app.call('POST', `/api/flows/${flowId}/runs`, {})).toMatchObject({
      body: { error_message: expect.stringContaining('can only be read') as unknown },
    });
  });

  it('is offered by the catalogue as available without a driver', async () => {
    const { body: connectors } = await app.call('GET', '/api/catalog/connectors');
    expect(connectors).toContainEqual(
      expect.objectContaining({ id: 'rest_api', available: true, driver_module: null }),
    );
  });
});

describe('with private hosts blocked', () => {
  it('calls no private host', async () => {
    const blocked = await startTestApp({ SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS: 'true' });
    try {
      const config = body({}, { host: server.url });
      const count = server.requests.length;
      expect(await blocked.call('POST', '/api/connections/test-config', config)).toMatchObject({
        body: { ok: false, message: expect.stringContaining('private network') as unknown },
      });
      expect(server.requests).toHaveLength(count);
    } finally {
      await blocked.close();
    }
  });
});
