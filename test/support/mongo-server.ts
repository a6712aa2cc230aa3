import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { freePort } from '../../prisma/embedded/free-port.ts';
import { boundCommand } from './bound-command.ts';
import { goTool, type GoTool } from './go-tool.ts';
import type { SharedServer } from './shared-servers.ts';

const READY_WITHIN_MS = 60_000;
const NOT_BUILT = '';

/** FerretDB speaks the protocol of MongoDB over SQLite. */
export const MONGO_SERVER: GoTool = {
  module: 'ferretdb',
  package: 'github.com/FerretDB/FerretDB/cmd/ferretdb',
  binary: 'ferretdb',
  // Without the description of the build it does not look for a file that only its own build writes.
  linkerFlags: '-X runtime.modinfo=',
};

/** Where the server of a Jest run is, and its only user. */
export interface MongoAddress {
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

/** @returns the address is a `MongoAddress` as JSON; empty when Go is not installed */
export async function startMongoServer(): Promise<SharedServer> {
  const binary = await goTool(MONGO_SERVER);
  if (binary === null) return { address: NOT_BUILT, stop: () => Promise.resolve() };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-mongo-'));
  const data = path.join(folder, 'data');
  await mkdir(data);
  const address: MongoAddress = {
    port: await freePort(),
    username: 'test',
    password: randomUUID(),
  };
  const { file, args } = boundCommand(binary, [
    ...['--handler=sqlite', `--sqlite-url=file:${data}/`, `--state-dir=${folder}`],
    ...[`--listen-addr=127.0.0.1:${address.port}`, '--debug-addr=-', '--telemetry=disable'],
    ...['--test-enable-new-auth', '--setup-database=admin', '--log-level=WARN'],
    ...[`--setup-username=${address.username}`, `--setup-password=${address.password}`],
  ]);
  const child = spawn(file, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  await accepting(address, child);
  return {
    address: JSON.stringify(address),
    stop: async () => {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepting(address: MongoAddress, child: ChildProcess): Promise<void> {
  let complaint = '';
  child.stderr?.on(
    'data',
    (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)),
  );
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const client = mongoClient(address);
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.close();
    if (isReady) return;
    await wait(50);
  }
  child.kill('SIGKILL');
  throw new Error(`FerretDB did not start: ${complaint}`);
}

/** A client of the user of the server. */
export function mongoClient({ port, username, password }: MongoAddress): MongoClient {
  return new MongoClient(`mongodb://127.0.0.1:${port}/`, {
    auth: { username, password },
    directConnection: true,
    serverSelectionTimeoutMS: 1_000,
  });
}
