import { startTestApp, type TestApp } from '../support/app.ts';
import { signedLoopback } from '../support/loopback-certificate.ts';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { s3ClientConfig } from '../../runner/storage/s3-client-config.ts';
import { requireBucket, type S3Server } from '../support/s3-server.ts';
import { startTlsFront, type TlsFront } from '../support/tls-front.ts';
import { describeStorageConnections } from '../support/storage-connection-contract.ts';

describeStorageConnections('S3', async () => {
  const { bucket, options } = await requireBucket();
  const client = new S3Client(s3ClientConfig(options));
  return {
    fields: {
      provider: 's3',
      database: bucket,
      host: options.endpoint,
      username: options.accessKeyId,
      password_env: 'env:MILLRACE_TEST_S3_KEY',
    },
    secrets: { MILLRACE_TEST_S3_KEY: options.secretAccessKey ?? '' },
    missing: ['no-such-bucket', 'bucket does not exist'],
    refused: [
      [{ options: { secret_access_key: 'x' } }, 'secret_access_key'],
      [{ options: { region: 7 } }, 'options.region'],
    ],
    put: async (Key, Body) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
    },
    close: () => {
      client.destroy();
    },
  };
});

describe('a connection to an S3 server with a certificate of its own authority', () => {
  const certificate = signedLoopback();
  let app: TestApp;
  let front: TlsFront;
  let server: S3Server;

  beforeAll(async () => {
    server = await requireBucket();
    const { hostname: host, port } = new URL(server.options.endpoint ?? '');
    front = await startTlsFront({ host, port: Number(port) }, certificate);
    const variables = { S3_TLS_KEY: server.options.secretAccessKey ?? '' };
    app = await startTestApp({}, { variables });
  });

  afterAll(async () => {
    await app.close();
    await front.close();
  });

  const fields = (options: object, host = `https://127.0.0.1:${front.port}`): object => ({
    name: 'Own',
    provider: 's3',
    database: server.bucket,
    username: server.options.accessKeyId,
    password_env: 'env:S3_TLS_KEY',
    host,
    options,
  });
  const test = async (options: object): Promise<unknown> =>
    (await app.call('POST', '/api/connections/test-config', fields(options))).body;

  it('works when it names that authority', async () => {
    expect(await test({ ca_certificate: certificate.authority })).toMatchObject({ ok: true });
  });

  it.each([
    ['no authority', {}],
    ['another authority', { ca_certificate: signedLoopback().authority }],
  ])('fails when it names %s', async (_what, options) => {
    const message: unknown = expect.stringMatching(/unknown authority\. Name its authority/);
    expect(await test(options)).toMatchObject({ ok: false, message });
  });

  it('is rejected when it names an authority for an endpoint without TLS', async () => {
    const options = { ca_certificate: certificate.authority };
    const body = fields(options, server.options.endpoint);
    const answer = await app.call('POST', '/api/connections', body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('endpoint that begins with https://');
  });
});
