import { Client } from 'pg';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const SERVER = 'https://minio.example:9000';

function bucket(provider: string, fields: object): object {
  return { name: `S ${crypto.randomUUID()}`, provider, database: 'bucket', ...fields };
}

/** A connection with a value that could be saved before it was rejected. @returns its path */
async function savedBefore(fields: object, column: string, value: string): Promise<string> {
  const made = await app.call('POST', '/api/connections', fields);
  const id = String(made.body.id);
  const database = new Client({ connectionString: app.databaseUrl });
  await database.connect();
  await database.query(`UPDATE connections SET ${column} = $1 WHERE id = $2`, [value, id]);
  await database.end();
  return `/api/connections/${id}`;
}

function refusal(name: string): string {
  return `"${name}" is no field of a connection to a storage. Name its server in the field "host", such as "host": "https://minio.example:9000".`;
}

describe.each(['s3', 'azure_blob', 'gcs'])('the server of a connection of %s', (provider) => {
  it.each([
    [{ endpoint: SERVER }, 'endpoint'],
    [{ endpoint_url: SERVER }, 'endpoint_url'],
    [{ options: { endpoint: SERVER } }, 'options.endpoint'],
    [{ options: { endpointUrl: SERVER } }, 'options.endpointUrl'],
  ])('is rejected outside of the field "host": %j', async (fields, name) => {
    const body = bucket(provider, fields);
    const detail = refusal(name);
    const made = await app.call('POST', '/api/connections', body);
    expect([made.status, String(made.body.detail).slice(0, detail.length)]).toEqual([400, detail]);
    const tested = await app.call('POST', '/api/connections/test-config', body);
    expect(tested.body).toMatchObject({ ok: false, message: detail });
  });

  it('is rejected in a change, which then changes nothing', async () => {
    const made = await app.call('POST', '/api/connections', bucket(provider, { host: SERVER }));
    expect(made.status).toBe(201);
    const path = `/api/connections/${String(made.body.id)}`;
    const changed = await app.call('PATCH', path, { database: 'other', endpoint: SERVER });
    expect([changed.status, changed.body]).toEqual([400, { detail: refusal('endpoint') }]);
    expect((await app.call('GET', path)).body).toMatchObject({ database: 'bucket' });
  });

  it('may be left out by an empty field of another tool', async () => {
    const body = bucket(provider, { endpoint: null, options: { endpoint_url: '' } });
    expect((await app.call('POST', '/api/connections', body)).status).toBe(201);
  });
});

describe.each(['s3', 'azure_blob', 'gcs'])('an earlier connection of %s', (provider) => {
  const OPTIONS = { endpoint_url: 'http://127.0.0.1:1' };

  const savedEarlier = (host: string | null): Promise<string> =>
    savedBefore(bucket(provider, { host }), 'options', JSON.stringify(OPTIONS));

  it('is used with the server in "host", whatever its options name too', async () => {
    const path = await savedEarlier(app.url);
    const { body } = await app.call('POST', `${path}/test`);
    expect(body).toMatchObject({ ok: false });
    expect(body.message).not.toContain('is no field of a connection');
    const kept = { name: `S ${crypto.randomUUID()}`, options: OPTIONS, database: 'other' };
    expect((await app.call('PATCH', path, kept)).status).toBe(200);
  });

  it.each([{ host: SERVER }, { options: { ...OPTIONS, server: SERVER } }])(
    'is rejected when its server is changed beside these options: %j',
    async (change) => {
      const path = await savedEarlier('http://127.0.0.1:1');
      const changed = await app.call('PATCH', path, change);
      const detail = refusal('options.endpoint_url');
      expect([changed.status, changed.body]).toEqual([400, { detail }]);
    },
  );

  it('is not used without a server in "host", which would be that of the cloud', async () => {
    const path = await savedEarlier(null);
    const { body } = await app.call('POST', `${path}/test`);
    expect(body).toMatchObject({ ok: false });
    expect(body.message).toContain(refusal('options.endpoint_url'));
  });
});

describe.each([
  ['s3', (region: string) => ({ options: { region } }), 'eu-central-1', 'options.region'],
  ['azure_blob', (username: string) => ({ username }), 'account1', 'username'],
])('what becomes a part of the host name of %s', (provider, fieldsOf, valid, field) => {
  it.each(['../../x', 'evil.example.com/', 'evil.example.com/#', 'a b', '-a-'])(
    'is rejected when it could lead elsewhere: %s',
    async (value) => {
      const body = bucket(provider, fieldsOf(value));
      const made = await app.call('POST', '/api/connections', body);
      expect([made.status, made.body.detail]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^${field} must be the name of a `)),
      ]);
    },
  );

  it('fails in a test when it was saved earlier, is listed, and can be changed', async () => {
    const fields = fieldsOf('../../x');
    const [column, value] =
      'options' in fields
        ? ['options', JSON.stringify(fields.options)]
        : ['username', fields.username];
    const path = await savedBefore(bucket(provider, {}), column, value);
    const { body } = await app.call('POST', `${path}/test`);
    expect(body).toMatchObject({
      ok: false,
      message: expect.stringContaining(`${field} must be`) as string,
    });
    const listed = await app.call('GET', '/api/connections');
    expect(JSON.stringify(listed.body)).toContain('../../x');
    expect((await app.call('PATCH', path, fieldsOf(valid))).status).toBe(200);
  });
});

describe('a connection without a server', () => {
  it('ignores an endpoint with a warning', async () => {
    const body = { name: 'Folder', provider: 'local', database: '/tmp/x', endpoint: SERVER };
    const made = await app.call('POST', '/api/connections', body);
    expect([made.status, made.body.warnings]).toMatchObject([201, [{ code: 'unknown_field' }]]);
  });
});

describe('a connection that was saved before a rule forbade what it has', () => {
  it.each([
    ['a region', 's3', { host: SERVER }, 'options', JSON.stringify({ region: 'not a region' })],
    ['an endpoint', 's3', { host: SERVER }, 'host', 'ftp://minio.example'],
    ['an endpoint', 'gcs', {}, 'host', 'no server'],
    ['options of a server', 'azure_blob', {}, 'options', JSON.stringify({ endpoint: SERVER })],
  ])(
    'is renamed and given to projects with %s of %s, which another change must mend',
    async (...of) => {
      const [, provider, fields, column, value] = of;
      const path = await savedBefore(bucket(provider, fields), column, value);
      const before = (await app.call('GET', path)).body;
      const name = `S ${crypto.randomUUID()}`;
      const renamed = await app.call('PATCH', path, { name, project_ids: null });
      expect({ ...renamed, body: { ...renamed.body, warnings: [] } }).toMatchObject({
        status: 200,
        body: { ...before, name, updated_at: expect.any(String) as string },
      });
      const changed = await app.call('PATCH', path, { name: 'Other', username: 'someone' });
      expect(changed.status).toBe(400);
      expect((await app.call('GET', path)).body).toMatchObject({ name });
    },
  );
});
