import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../prisma/embedded/free-port.ts';
import type { S3Options } from '../../runner/storage/s3-client-config.ts';
import { boundCommand } from './bound-command.ts';
import { goTool, type GoTool } from './go-tool.ts';
import { requestSharedServer, type SharedServer } from './shared-servers.ts';
import { skipSuite } from './skips.ts';

const READY_WITHIN_MS = 60_000;

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
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-s3-'));
  const objects = path.join(folder, 'objects');
  const metadata = path.join(folder, 'metadata');
  await mkdir(objects);
  await mkdir(metadata);
  const port = await freePort();
  const secret = { accessKeyId: 'test', secretAccessKey: randomUUID() };
  const { file, args } = boundCommand(binary, [
    ...['--access', secret.accessKeyId, '--secret', secret.secretAccessKey],
    ...['--port', `127.0.0.1:${port}`, '--quiet', '--keep-alive'],
    ...['posix', '--sidecar', metadata, objects],
  ]);
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  await accepting(port, child);
  const options: S3Options = { ...secret, endpoint: `http://127.0.0.1:${port}`, region: REGION };
  return {
    address: JSON.stringify(options),
    stop: async () => {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepting(port: number, child: ChildProcess): Promise<void> {
  let complaint = '';
  child.stderr?.on(
    'data',
    (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)),
  );
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    if (await connects(port)) return;
    await wait(25);
  }
  child.kill('SIGKILL');
  throw new Error(`The S3 server did not start: ${complaint}`);
}

async function connects(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
