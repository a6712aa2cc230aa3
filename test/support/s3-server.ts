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
import { goTool, type GoTool } from './go-tool.ts';
import { skipSuite } from './skips.ts';

const READY_WITHIN_MS = 60_000;

export interface S3Server {
  readonly bucket: string;
  readonly options: S3Options;
  stop(): Promise<void>;
}

export const S3_SERVER: GoTool = {
  module: 'versitygw',
  package: 'github.com/versity/versitygw/cmd/versitygw',
  binary: 'versitygw',
};

/**
 * Starts a real S3 server (versitygw over a temporary folder) with one empty bucket, on loopback. The
 * binary is built by Go once a version and kept in the user's cache folder.
 * @returns null, told aloud, when there is neither a built binary nor Go
 */
export async function startS3Server(suite: string): Promise<S3Server | null> {
  const binary = await goTool(S3_SERVER);
  if (binary === null) {
    skipSuite(suite, 'the S3 server for tests is built by Go: install Go 1.26 or newer');
    return null;
  }
  return await serve(binary);
}

/** The same where it is known that the binary is there. @throws Error when it is not */
export async function requireS3Server(): Promise<S3Server> {
  const binary = await goTool(S3_SERVER);
  if (binary === null) throw new Error('The S3 server is built by Go: install Go 1.26 or newer.');
  return await serve(binary);
}

async function serve(binary: string): Promise<S3Server> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-s3-'));
  const bucket = 'millrace';
  const objects = path.join(folder, 'objects');
  const metadata = path.join(folder, 'metadata');
  await mkdir(objects);
  await mkdir(metadata);
  const port = await freePort();
  const secret = { accessKeyId: 'test', secretAccessKey: randomUUID() };
  const child = spawn(
    binary,
    ['--access', secret.accessKeyId, '--secret', secret.secretAccessKey].concat([
      '--port',
      `127.0.0.1:${port}`,
      '--quiet',
      '--keep-alive',
      'posix',
      '--sidecar',
      metadata,
      objects,
    ]),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await accepting(port, child);
  const endpoint = `http://127.0.0.1:${port}`;
  const region = 'us-east-1';
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: secret });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return {
    bucket,
    options: { ...secret, endpoint, region },
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
