import { startTestApp, type TestApp } from '../support/app.ts';

const METADATA = [
  'http://169.254.169.254/',
  'http://[fd00:ec2::254]/',
  'http://[::ffff:169.254.169.254]/',
  'http://metadata.google.internal/',
];
const PRIVATE = ['http://10.1.2.3:9000', 'http://127.0.0.1:9000', 'https://[fd12:3456::1]/'];
const PROVIDERS = ['s3', 'azure_blob', 'gcs', 'rest_api'];

const REFUSAL = /^The field "host" is refused: .* name another host\.$/;

let app: TestApp;
let strict: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  strict = await startTestApp({ SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS: 'true' });
});

afterAll(async () => {
  await app.close();
  await strict.close();
});

function body(provider: string, host: string): object {
  return { name: `H ${crypto.randomUUID()}`, provider, host, database: 'bucket' };
}

describe.each(PROVIDERS)('a connection of %s', (provider) => {
  it.each(METADATA)(
    'is not saved with the host %s, where machines find credentials',
    async (host) => {
      expect(await app.call('POST', '/api/connections', body(provider, host))).toMatchObject({
        status: 400,
        body: { detail: expect.stringMatching(REFUSAL) as unknown },
      });
    },
  );

  it.each(PRIVATE)('is saved with the private host %s unless those are blocked', async (host) => {
    const saved = await app.call('POST', '/api/connections', body(provider, host));
    expect(saved).toMatchObject({ status: 201 });
    const refused = await strict.call('POST', '/api/connections', body(provider, host));
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(REFUSAL) as unknown },
    });
  });

  it('is not changed to a host where machines find credentials', async () => {
    const saved = await app.call('POST', '/api/connections', body(provider, 'https://1.1.1.1'));
    const path = `/api/connections/${(saved.body as { id: string }).id}`;
    const [host] = METADATA;
    expect(await app.call('PATCH', path, { host })).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(REFUSAL) as unknown },
    });
    expect(await app.call('GET', path)).toMatchObject({ body: { host: 'https://1.1.1.1' } });
  });
});
