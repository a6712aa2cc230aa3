import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { S3Options } from '../../runner/storage/s3-client-config.ts';
import { goTool, type GoTool } from './go-tool.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { requestSharedServer, type SharedServer } from './shared-servers.ts';
import { skipSuite } from './skips.ts';

/** An empty bucket on the shared S3 server of a Jest run. */
export interface S3Server {
  readonly bucket: string;
  readonly options: S3Options;
}

export const S3_SERVER: GoTool = {
  module: 'versitygw',
  package: 'github.com/versity/versitygw/cmd/versitygw',
  binary: 'versitygw',
};

const REGION = 'us-east-1';
const NOT_BUILT = '';

/**
 * Creates a bucket on an S3 server (versitygw over a temporary folder) on loopback. Go builds each version
 * of the binary once into the user's cache folder.
 * @returns null, and reports the skipped suite, when the binary is not built and Go is not installed
 */
export async function createBucket(suite: string): Promise<S3Server | null> {
  const bucket = await create();
  if (bucket === null) {
    skipSuite(suite, 'the S3 server for tests is built by Go: install Go 1.26 or newer');
  }
  return bucket;
}

/** Like `createBucket`, for a file that requires the binary. @throws Error when it is not built */
export async function requireBucket(): Promise<S3Server> {
  const bucket = await create();
  if (bucket === null) throw new Error('The S3 server is built by Go: install Go 1.26 or newer.');
  return bucket;
}

async function create(): Promise<S3Server | null> {
  const address = await requestSharedServer('s3');
  if (address === NOT_BUILT) return null;
  const options = JSON.parse(address) as S3Options & {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  const bucket = `millrace-${randomUUID()}`;
  const { endpoint = '', region = REGION, accessKeyId, secretAccessKey } = options;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return { bucket, options };
}

/** @returns the address has the client's options as JSON; empty when Go is not installed */
export async function startS3Server(): Promise<SharedServer> {
  const binary = await goTool(S3_SERVER);
  if (binary === null) return { address: NOT_BUILT, stop: () => Promise.resolve() };
  const secret = { accessKeyId: 'test', secretAccessKey: randomUUID() };
  const { port, stop } = await startLoopbackServer({
    name: 's3',
    binary,
    args: (free, folder) => {
      const [objects, metadata] = [path.join(folder, 'objects'), path.join(folder, 'metadata')];
      mkdirSync(objects);
      mkdirSync(metadata);
      return [
        ...['--access', secret.accessKeyId, '--secret', secret.secretAccessKey],
        ...['--port', `127.0.0.1:${free}`, '--quiet', '--keep-alive'],
        ...['posix', '--sidecar', metadata, objects],
      ];
    },
  });
  const options: S3Options = { ...secret, endpoint: `http://127.0.0.1:${port}`, region: REGION };
  return { address: JSON.stringify(options), stop };
}
