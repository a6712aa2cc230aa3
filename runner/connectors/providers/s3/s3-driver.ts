import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  type _Object,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { UserError } from '../../../domain/errors.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { bucketOf } from '../../storage/bucket-of.ts';
import { noSuchObject } from '../../storage/no-such-object.ts';
import type { ObjectRead, OpenStorage, StorageDriver } from '../../storage/storage-driver.ts';
import { createS3Client } from './s3-client.ts';
import { describeS3Error, statusOf } from './s3-errors.ts';
import { writeS3Object } from './s3-write.ts';

/** A name, also of an old bucket, or the ARN of an access point. */
const BUCKET = /^(?:arn:[\w:/-]+|(?!\.{1,2}$)[\w.-]+)$/;

/** A bucket of AWS or of another server that speaks its protocol. */
export const S3_DRIVER: StorageDriver = { open: openBucket, describe: describeS3Error };

function openBucket(target: ConnectionTarget): OpenStorage {
  const Bucket = checkedBucket(target);
  const client = createS3Client(target);
  return {
    async test() {
      await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }));
    },
    async *list({ prefix: Prefix }) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
        // Consoles create an empty object with a slash at the end to show a folder.
        yield Contents.flatMap(({ Key: path = '', ...version }) =>
          /^$|\/$/.test(path) ? [] : [{ path, version: versionOf(version) }],
        );
      }
    },
    read: (read) => openBody(client, Bucket, read),
    async version(path) {
      try {
        return versionOf(await client.send(new HeadObjectCommand({ Bucket, Key: path })));
      } catch (error) {
        // The answer to HEAD has no body, so a missing bucket looks like a missing object.
        if (statusOf(error) === 404) throw noSuchObject(path);
        throw error;
      }
    },
    write: (write) => writeS3Object(client, Bucket, write),
    close: () => {
      client.destroy();
    },
  };
}

/** The name is a part of URLs. */
function checkedBucket({ connection }: ConnectionTarget): string {
  const bucket = bucketOf(connection);
  if (BUCKET.test(bucket)) return bucket;
  throw new UserError('the name of the bucket is invalid');
}

function versionOf({ ETag, LastModified }: Pick<_Object, 'ETag' | 'LastModified'>): string {
  return ETag ?? LastModified?.toISOString() ?? '';
}

async function openBody(
  client: S3Client,
  Bucket: string,
  { path, maxBytes }: ObjectRead,
): Promise<Readable> {
  const range = maxBytes === null ? {} : { Range: `bytes=0-${maxBytes - 1}` };
  const request = { Bucket, Key: path, ...range };
  try {
    const { Body } = await client.send(new GetObjectCommand(request));
    if (Body instanceof Readable) return Body;
  } catch (error) {
    // An empty object has no first byte.
    if (statusOf(error) === 416) return Readable.from([]);
    if (error instanceof Error && error.name === 'NoSuchKey') throw noSuchObject(path);
    throw error;
  }
  throw new Error(`S3 sent no content for ${path}`);
}
