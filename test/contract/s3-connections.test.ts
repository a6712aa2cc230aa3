import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { FILE_FORMATS } from '../../runner/domain/file-format.ts';
import { s3ClientConfig } from '../../runner/storage/s3-client-config.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { requireBucket, type S3Server } from '../support/s3-server.ts';

let app: TestApp;
let server: S3Server;
let client: S3Client;
let id: string;

beforeAll(async () => {
  server = await requireBucket();
  client = new S3Client(s3ClientConfig(server.options));
  process.env.MILLRACE_TEST_S3_KEY = server.options.secretAccessKey ?? '';
  app = await startTestApp();
  id = await connection();
});

afterAll(async () => {
  delete process.env.MILLRACE_TEST_S3_KEY;
  client.destroy();
  await app.close();
});

function fields(changes: object = {}): object {
  return {
    name: `S ${crypto.randomUUID()}`,
    provider: 's3',
    database: server.bucket,
    host: server.options.endpoint,
    username: server.options.accessKeyId,
    password_env: 'env:MILLRACE_TEST_S3_KEY',
    ...changes,
  };
}

async function connection(): Promise<string> {
  const answer = await app.call('POST', '/api/connections', fields());
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: string }).id;
}

async function put(Key: string, Body: string): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket: server.bucket, Key, Body }));
}

async function run(...steps: readonly (readonly [type: string, config: object])[]): Promise<{
  readonly error_message: string | null;
  readonly node_results: readonly object[];
}> {
  const nodes = steps.map(([type, config], place) => ({
    id: `n${place}`,
    type,
    position: { x: 0, y: 0 },
    data: { label: `N${place}`, config: { connection_id: id, ...config } },
  }));
  const edges = nodes.slice(1).map((node, place) => ({
    id: node.id,
    source: `n${place}`,
    target: node.id,
  }));
  const flow = await app.call('POST', '/api/flows', { name: 'S', graph_json: { nodes, edges } });
  const { id: flowId } = flow.body as { id: string };
  return (await app.call('POST', `/api/flows/${flowId}/runs`, {})).body as Awaited<
    ReturnType<typeof run>
  >;
}

describe('a connection to S3', () => {
  it('is tested, and shows no secret when its bucket is missing', async () => {
    expect(await app.call('POST', `/api/connections/${id}/test`)).toMatchObject({
      body: { ok: true },
    });
    const missing = await app.call(
      'POST',
      '/api/connections/test-config',
      fields({ database: 'no-such-bucket' }),
    );
    expect(missing).toMatchObject({
      status: 200,
      body: { ok: false, message: expect.stringContaining('bucket does not exist') as unknown },
    });
    expect(JSON.stringify(missing.body)).not.toContain(server.options.secretAccessKey);
  });

  it.each([
    ['a secret among the options', { options: { secret_access_key: 'x' } }, 'secret_access_key'],
    ['a region that is no text', { options: { region: 7 } }, 'options.region'],
  ])('is refused with %s', async (_what, changes, reason) => {
    const answer = await app.call('POST', '/api/connections', fields(changes));
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.stringify(answer.body)).toContain(reason);
  });

  it('says that nothing accepts connections at its endpoint', async () => {
    const closed = fields({ host: 'http://127.0.0.1:1' });
    expect(await app.call('POST', '/api/connections/test-config', closed)).toMatchObject({
      body: { ok: false, message: expect.stringContaining('nothing accepts') as unknown },
    });
  });

  it('lists objects, and detects the dialect of one', async () => {
    await put('in/b.csv', 'a;b\n1,5;x\n');
    await put('in/a.csv', 'a,b\n');
    expect(await app.call('GET', `/api/connections/${id}/objects?prefix=in`)).toMatchObject({
      status: 200,
      body: ['in/a.csv', 'in/b.csv'],
    });
    const dialect = `/api/connections/${id}/objects/dialect?path=`;
    expect(await app.call('GET', `${dialect}in/b.csv`)).toMatchObject({
      body: { delimiter: ';', encoding: 'utf-8', decimal: ',' },
    });
    expect(await app.call('GET', `${dialect}in/none.csv`)).toMatchObject({ status: 400 });
  });

  it.each(FILE_FORMATS)('has %s that a flow writes and another reads', async (format) => {
    await put('all.csv', 'i,t\n1,x\n2,\n');
    const path = `out/all.${format}`;
    const written = await run(
      ['storageInput', { path: 'all.csv' }],
      ['storageOutput', { path, format }],
    );
    expect(written).toMatchObject({ error_message: null });
    const read = await run(['storageInput', { path, format }], ['csvOutput', {}]);
    expect(read.error_message).toBeNull();
    if (format !== 'text') expect(read.node_results[0]).toMatchObject({ rows: 2 });
  });

  it('keeps an object with if_exists error', async () => {
    await put('kept.csv', 'old');
    const refused = await run(
      ['storageInput', { path: 'all.csv' }],
      ['storageOutput', { path: 'kept.csv', format: 'csv', if_exists: 'error' }],
    );
    expect(refused.error_message).toMatch(/^N1 \(n1\): .*"kept.csv" already/);
  });
});

it('refuses an endpoint in a private network when the service blocks those', async () => {
  const strict = await startTestApp({ SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS: 'true' });
  try {
    expect(await strict.call('POST', '/api/connections/test-config', fields())).toMatchObject({
      body: { ok: false, message: expect.stringContaining('may not reach') as unknown },
    });
  } finally {
    await strict.close();
  }
});
