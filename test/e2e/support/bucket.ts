import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { s3ClientConfig } from '../../../runner/storage/s3-client-config.ts';
import { OBJECT_STORE_SECRET } from './objects.ts';
import type { Stand } from './stand.ts';

/** A bucket beside that of the installation, on the same server. */
export interface Bucket {
  /** Those of a connection to it from a pod, without its secret. */
  readonly fields: object;
  readonly secretKey: string;
  /** Removes it with its objects. */
  remove(): Promise<void>;
}

/** Creates a bucket on the S3 server of an installation. */
export async function openBucket({ place, kubernetes }: Stand, name: string): Promise<Bucket> {
  const secret = await kubernetes.secret(OBJECT_STORE_SECRET);
  const accessKeyId = secret['access-key-id'] ?? '';
  const secretAccessKey = secret['secret-access-key'] ?? '';
  const client = new S3Client(s3ClientConfig({ endpoint: place.s3, accessKeyId, secretAccessKey }));
  await client.send(new CreateBucketCommand({ Bucket: name }));
  const host = 'http://millrace-s3:7070';
  return {
    fields: { provider: 's3', host, database: name, username: accessKeyId },
    secretKey: secretAccessKey,
    remove: async () => {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name })) {
        for (const { Key } of Contents) {
          await client.send(new DeleteObjectCommand({ Bucket: name, Key }));
        }
      }
      await client.send(new DeleteBucketCommand({ Bucket: name }));
      client.destroy();
    },
  };
}
