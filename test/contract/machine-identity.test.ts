import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { removeDataFolder } from '../support/remove-data-folder.ts';
import { requireBucket, type S3Server } from '../support/s3-server.ts';
import { startServerProcess } from '../support/server-process.ts';

let database: TestDatabase;
let dataDir: string;
let storage: S3Server;

beforeAll(async () => {
  storage = await requireBucket();
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'millrace-identity-'));
});

afterAll(async () => {
  await database.drop();
  await removeDataFolder(dataDir);
});

/** Tests a connection without keys in a service whose environment has those of the bucket. */
async function testWithoutKeys(
  env: Readonly<Record<string, string>>,
  fields: object = {},
): Promise<unknown> {
  const service = await startServerProcess({
    SERVICE_DATABASE_URL: database.url,
    SERVICE_DATA_DIR: dataDir,
    AWS_ACCESS_KEY_ID: storage.options.accessKeyId ?? '',
    AWS_SECRET_ACCESS_KEY: storage.options.secretAccessKey ?? '',
    AWS_EC2_METADATA_DISABLED: 'true',
    ...env,
  });
  try {
    const { body } = await service.api.call('POST', '/api/connections/test-config', {
      name: 'Own',
      provider: 's3',
      database: storage.bucket,
      host: storage.options.endpoint,
      ...fields,
    });
    return body;
  } finally {
    await service.kill();
  }
}

describe('a connection to a storage without a secret, on one machine', () => {
  it.each([
    ['S3', {}],
    ['Google Cloud Storage', { provider: 'gcs', host: null }],
  ])('does not use the credentials of the service: %s', async (_label, fields) => {
    expect(await testWithoutKeys({}, fields)).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        /it has no secret, .*set SERVICE_CONNECTOR_MACHINE_IDENTITY=true for the service\.$/,
      ) as unknown,
    });
  });

  it('uses them when the operator allows it', async () => {
    const allowed = { SERVICE_CONNECTOR_MACHINE_IDENTITY: 'true' };
    expect(await testWithoutKeys(allowed)).toMatchObject({ ok: true });
  });
});

describe('a connection to the bucket of the service', () => {
  const identity = { SERVICE_CONNECTOR_MACHINE_IDENTITY: 'true' };
  const store = (): Record<string, string> => ({
    SERVICE_OBJECT_STORE: `s3://${storage.bucket}`,
    SERVICE_S3_ENDPOINT: storage.options.endpoint ?? '',
    ...identity,
  });

  it('is refused, although the service may use the bucket', async () => {
    expect(await testWithoutKeys(store())).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        /this bucket is where Millrace keeps its own data.*SERVICE_CONNECTOR_OWN_BUCKET=true/,
      ) as unknown,
    });
  });

  it('works when the operator allows it', async () => {
    const allowed = { ...store(), SERVICE_CONNECTOR_OWN_BUCKET: 'true' };
    expect(await testWithoutKeys(allowed)).toMatchObject({ ok: true });
  });
});
