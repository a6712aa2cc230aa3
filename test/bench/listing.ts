import {
  CreateBucketCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { useStorage } from '../../runner/connectors/storage/use-storage.ts';
import type { Connection } from '../../runner/domain/connection.ts';
import { s3ClientConfig, type S3Options } from '../../runner/storage/s3-client-config.ts';
import { startS3Server } from '../support/s3-server.ts';
import type { Figure } from './statistics.ts';
import { UnmeasurableError } from './unmeasurable-error.ts';

const OBJECTS = 10_000;
const AT_ONCE = 50;
const ROUNDS = 5;
const BUCKET = 'listing';

/** A list of 10,000 objects with their versions, relative to the pages of the same SDK. */
export async function benchListing(): Promise<Figure> {
  const server = await startS3Server();
  try {
    if (server.address === '')
      throw new UnmeasurableError('the S3 server is built by Go 1.26 or newer');
    return await measure(JSON.parse(server.address) as S3Options);
  } finally {
    await server.stop();
  }
}

async function measure(options: S3Options): Promise<Figure> {
  const client = new S3Client(s3ClientConfig(options));
  try {
    await fill(client);
    const times = { ours: Number.POSITIVE_INFINITY, bare: Number.POSITIVE_INFINITY };
    for (let round = 0; round < ROUNDS; round++) {
      times.ours = Math.min(times.ours, await milliseconds(() => listed(options)));
      times.bare = Math.min(times.bare, await milliseconds(() => paged(client)));
    }
    return {
      name: `list 10,000 objects of S3: time over the pages of the SDK (${times.ours.toFixed(0)} ms / ${times.bare.toFixed(0)} ms)`,
      value: times.ours / times.bare,
      unit: '×',
      bound: { kind: 'at most', value: 1.5 },
    };
  } finally {
    client.destroy();
  }
}

async function fill(client: S3Client): Promise<void> {
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  for (let from = 0; from < OBJECTS; from += AT_ONCE) {
    const keys = Array.from({ length: AT_ONCE }, (_, n) => `day=${from % 7}/part-${from + n}.csv`);
    await Promise.all(
      keys.map((Key) => client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'x' }))),
    );
  }
}

async function milliseconds(work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const count = await work();
  if (count !== OBJECTS) throw new Error(`${count} of ${OBJECTS} objects were listed`);
  return performance.now() - start;
}

async function listed({
  endpoint = '',
  accessKeyId = '',
  secretAccessKey = '',
}: S3Options): Promise<number> {
  const connection: Connection = {
    id: 'c',
    name: 'Own',
    provider: 's3',
    database: BUCKET,
    host: endpoint,
    port: null,
    username: accessKeyId,
    secret: 'env:KEY',
    options: null,
  };
  const sources = { fileFolders: [], named: () => Promise.resolve({ value: secretAccessKey }) };
  const found = await useStorage(connection, sources, (storage) =>
    storage.list({ prefix: '', hasVersions: true }),
  );
  return found.length;
}

async function paged(client: S3Client): Promise<number> {
  let count = 0;
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: BUCKET })) {
    count += Contents.length;
  }
  return count;
}
