import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startTestApp, type TestApp } from '../support/app.ts';
import { loopbackCertificate } from '../support/loopback-certificate.ts';
import { startSnowflakeServer, type SnowflakeServer } from '../support/snowflake-server.ts';

const SECRET = 'c4nary-of/snowflake';

let app: TestApp;
let server: SnowflakeServer;
let folder: string;
let connectionId: string;

beforeAll(async () => {
  const certificate = loopbackCertificate();
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-snowflake-'));
  const authority = path.join(folder, 'ca.pem');
  await writeFile(authority, certificate.cert);
  server = await startSnowflakeServer(certificate);
  app = await startTestApp(
    { SERVICE_SECRET_ENV_ALLOWLIST: '["SNOW_*"]' },
    // Runners have the environment of the service.
    { variables: { NODE_EXTRA_CA_CERTS: authority, SNOW_PASSWORD: SECRET } },
  );
  const answer = await app.call('POST', '/api/connections', {
    name: 'Snow',
    provider: 'snowflake',
    host: '127.0.0.1',
    port: server.port,
    database: 'SHOP',
    username: 'loader',
    password_env: 'env:SNOW_PASSWORD',
    options: { schema: 'PUBLIC', warehouse: 'W' },
  });
  expect(answer).toMatchObject({ status: 201 });
  connectionId = (answer.body as { id: string }).id;
});

afterAll(async () => {
  await app.close();
  await server.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  server.answer = (sql) =>
    sql.startsWith('SELECT id')
      ? {
          columns: [
            { name: 'ID', type: 'fixed', precision: 38, scale: 0 },
            { name: 'AT', type: 'timestamp_ntz', scale: 9 },
            { name: 'TAGS', type: 'variant' },
          ],
          rows: [['9007199254740993', '1767323045.000001999', '["a"]']],
          parts: [[['2', null, null]]],
        }
      : undefined;
});

async function run(): Promise<unknown> {
  const nodes = [
    {
      id: 'r',
      type: 'sqlInput',
      config: { mode: 'query', query: 'SELECT id, at, tags FROM items WHERE id > {{ least }}' },
    },
    { id: 'w', type: 'sqlOutput', config: { table: 'copies', mode: 'replace' } },
  ];
  const flow = await app.call('POST', '/api/flows', {
    name: 'F',
    graph_json: {
      nodes: nodes.map(({ id, type, config }) => ({
        id,
        type,
        position: { x: 0, y: 0 },
        data: { label: id, config: { connection_id: connectionId, ...config } },
      })),
      edges: [{ id: 'e', source: 'r', target: 'w' }],
      parameters: [{ name: 'least', type: 'integer', default: 1 }],
    },
  });
  const { id } = flow.body as { id: string };
  return (await app.call('POST', `/api/flows/${id}/runs`, {})).body;
}

describe('a connection to Snowflake', () => {
  it('is one that this release can use, and its test begins a session', async () => {
    const { body } = await app.call('GET', '/api/catalog/connectors');
    const known = (body as { id: string; available: boolean }[]).find(
      ({ id }) => id === 'snowflake',
    );
    expect(known).toMatchObject({ available: true });
    expect(await app.call('POST', `/api/connections/${connectionId}/test`)).toMatchObject({
      body: { ok: true },
    });
  });

  it('carries the rows of a query into a table, exactly, and the parameter beside the query', async () => {
    expect(await run()).toMatchObject({ status: 'success', error_message: null });
    const sent = (part: string): Readonly<Record<string, unknown>> | undefined =>
      server.requests.find(({ sql }) => sql.includes(part))?.body;
    expect(sent('SELECT id')).toMatchObject({
      sqlText: 'SELECT id, at, tags FROM items WHERE id > ?',
      bindings: { 1: { type: 'FIXED', value: '1' } },
    });
    expect(sent('VALUES')).toMatchObject({
      bindings: {
        1: { value: ['9007199254740993', '2'] },
        2: { value: ['2026-01-02T03:04:05.000001', null] },
        3: { value: ['["a"]', null] },
      },
    });
    expect(sent('CREATE OR REPLACE TABLE "copies"')).toBeDefined();
    expect(server.openSessions()).toBe(0);
  });

  it('fails a run by the connection and the cause, without the secret', async () => {
    server.answer = (sql) =>
      sql.startsWith('SELECT id')
        ? { error: { code: '100038', message: `Numeric value '${SECRET}' is not recognized` } }
        : undefined;
    const failed = await run();
    expect(failed).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining(`Numeric value '***' is not recognized`) as unknown,
    });
    expect(JSON.stringify([failed, await app.readLogs()])).not.toContain(SECRET);
    expect(await readdir(folder)).toEqual(['ca.pem']);
  });
});
