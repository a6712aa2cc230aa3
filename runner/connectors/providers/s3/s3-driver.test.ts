import type { IncomingMessage } from 'node:http';
import { PutObjectCommand, S3Client, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { requireBucket } from '../../../../test/support/s3-server.ts';
import {
  describeStorageDriver,
  REFUSED_ENDPOINTS,
  type StorageRig,
} from '../../../../test/support/storage-driver-contract.ts';
import { s3ClientConfig } from '../../../storage/s3-client-config.ts';

let client: S3Client;

const isCommit = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && url.includes('uploadId=');

async function startRig(): Promise<StorageRig> {
  const { bucket, options } = await requireBucket();
  client = new S3Client(s3ClientConfig(options));
  const { endpoint = null, accessKeyId = null, secretAccessKey = '' } = options;
  return {
    fields: {
      provider: 's3',
      database: bucket,
      host: endpoint,
      username: accessKeyId,
      secret: 'env:KEY',
    },
    secrets: { KEY: secretAccessKey, WRONG_KEY: 'not-this-one' },
    put: async (Key, Body) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
    },
    isCommit,
    broken: [
      [{ database: 'no-such-bucket' }, /the bucket does not exist/],
      [{ secret: 'env:WRONG_KEY' }, /the secret key is wrong/],
      [{ username: 'nobody' }, /does not know the access key/],
      [{ secret: null }, /an access key needs a secret key/],
      ...REFUSED_ENDPOINTS,
      [{ host: 'ftp://x' }, /must be a URL/],
      [{ host: 'http://a:b@x' }, /must have no user/],
    ],
    close: async () => {
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket }),
      );
      expect(Uploads).toEqual([]);
      client.destroy();
    },
  };
}

describeStorageDriver('S3', startRig);
