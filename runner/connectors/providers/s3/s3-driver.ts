import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  type _Object,
  type S3Client,
} from '@aws-sdk/client-s3';
import { finished, Readable } from 'node:stream';
import type { ConnectionTarget } from '../../provider.ts';
import { bucketOf } from '../../storage/bucket-of.ts';
import { noSuchObject } from '../../storage/no-such-object.ts';
import type { ObjectRead, StorageDriver } from '../../storage/storage-driver.ts';
import { createS3Client } from './s3-client.ts';
import { describeS3Error, statusOf } from './s3-errors.ts';
import { writeS3Object } from './s3-write.ts';

/** A bucket of AWS or of another server that speaks its protocol. */
export const S3_DRIVER: StorageDriver = {
  async test(target) {
    const client = createS3Client(target);
    try {
      await client.send(
        new ListObjectsV2Command({ Bucket: bucketOf(target.connection), MaxKeys: 1 }),
      );
    } finally {
      client.destroy();
    }
  },
  async *list(target, { prefix }) {
    const client = createS3Client(target);
    try {
      const request = { Bucket: bucketOf(target.connection), Prefix: prefix };
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, request)) {
        // Consoles create an empty object with a slash at the end to show a folder.
        yield Contents.flatMap(({ Key: path = '', ...version }) =>
          /^$|\/$/.test(path) ? [] : [{ path, version: versionOf(version) }],
        );
      }
    } finally {
      client.destroy();
    }
  },
  async read(target, read) {
    const client = createS3Client(target);
    try {
      const body = await openBody(client, target, read);
      finished(body, () => {
        client.destroy();
      });
      return body;
    } catch (error) {
      client.destroy();
      throw error;
    }
  },
  async version(target, path) {
    const client = createS3Client(target);
    try {
      const request = { Bucket: bucketOf(target.connection), Key: path };
      return versionOf(await client.send(new HeadObjectCommand(request)));
    } catch (error) {
      // The answer to HEAD has no body, so a missing bucket looks like a missing object.
      if (statusOf(error) === 404) throw noSuchObject(path);
      throw error;
    } finally {
      client.destroy();
    }
  },
  async write(target, write) {
    const client = createS3Client(target);
    try {
      return await writeS3Object(client, bucketOf(target.connection), write);
    } catch (error) {
      client.destroy();
      throw error;
    }
  },
  describe: describeS3Error,
};

function versionOf({ ETag, LastModified }: Pick<_Object, 'ETag' | 'LastModified'>): string {
  return ETag ?? LastModified?.toISOString() ?? '';
}

async function openBody(
  client: S3Client,
  { connection }: ConnectionTarget,
  { path, maxBytes }: ObjectRead,
): Promise<Readable> {
  const range = maxBytes === null ? {} : { Range: `bytes=0-${maxBytes - 1}` };
  const request = { Bucket: bucketOf(connection), Key: path, ...range };
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
