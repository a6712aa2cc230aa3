import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { s3ClientConfig } from '../../runner/storage/s3-client-config.ts';
import { requireBucket } from '../support/s3-server.ts';
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
