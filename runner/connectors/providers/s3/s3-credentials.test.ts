import { requireBucket, type S3Server } from '../../../../test/support/s3-server.ts';
import { testDriver } from '../../../../test/support/test-driver.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { S3_DRIVER } from './s3-driver.ts';

const before = { ...process.env };
let server: S3Server;

beforeAll(async () => {
  server = await requireBucket();
});

beforeEach(() => {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('AWS_')) Reflect.deleteProperty(process.env, name);
  }
  process.env.AWS_EC2_METADATA_DISABLED = 'true';
  process.env.AWS_CONFIG_FILE = '/dev/null';
  process.env.AWS_SHARED_CREDENTIALS_FILE = '/dev/null';
});

afterEach(() => {
  process.env = { ...before };
});

function withoutKeys(): ConnectionTarget {
  const empty = { port: null, username: null, secret: null, options: null };
  const { bucket: database, options } = server;
  const host = options.endpoint ?? null;
  return {
    connection: { id: 'c', name: 'S', provider: 's3', database, host, ...empty },
    secret: null,
  };
}

it('uses the identity of the process when the connection has no keys', async () => {
  process.env.AWS_ACCESS_KEY_ID = server.options.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = server.options.secretAccessKey;
  await expect(testDriver(S3_DRIVER, withoutKeys())).resolves.toBeUndefined();
});

it("never uses the keys of the service's own object store", async () => {
  process.env.SERVICE_S3_ACCESS_KEY_ID = server.options.accessKeyId;
  process.env.SERVICE_S3_SECRET_ACCESS_KEY = server.options.secretAccessKey;
  const error: unknown = await testDriver(S3_DRIVER, withoutKeys()).catch(
    (reason: unknown) => reason,
  );
  expect(S3_DRIVER.describe(error)).toContain('there are no credentials');
});
