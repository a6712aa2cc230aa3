import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection, type Connection } from 'mysql2/promise';
import { freePort } from '../../prisma/embedded/free-port.ts';
import { boundCommand } from './bound-command.ts';
import type { LoopbackCertificate } from './loopback-certificate.ts';
import type { SharedServer } from './shared-servers.ts';

const READY_WITHIN_MS = 60_000;
const NOT_INSTALLED = '';
/** The user of a server that root starts. */
const NOBODY = 65_534;

/** The reason for a skip; null when the server is installed. */
export function lackForMariadb(): string | null {
  return programsOf() === null ? 'it needs MariaDB: install the package mariadb-server' : null;
}

/**
 * Starts the MariaDB server of a Jest run on loopback, with its data in a temporary folder.
 * @param certificate of a server with TLS. Default: it has no TLS
 * @returns the address is the port as a text; empty when MariaDB is not installed
 */
export async function startMariadbServer(certificate?: LoopbackCertificate): Promise<SharedServer> {
  const programs = programsOf();
  if (programs === null) return { address: NOT_INSTALLED, stop: () => Promise.resolve() };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-mariadb-'));
  try {
    const child = await started(programs, folder, certificate);
    return {
      address: String(child.port),
      stop: async () => {
        const { server } = child;
        if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

interface Programs {
  readonly server: string;
  readonly install: string;
}

function programsOf(): Programs | null {
  const find = (name: string): string | undefined =>
    [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin']
      .map((folder) => path.join(folder, name))
      .find((file) => existsSync(file));
  const [server, install] = [find('mariadbd'), find('mariadb-install-db')];
  return server === undefined || install === undefined ? null : { server, install };
}

async function started(
  { server, install }: Programs,
  folder: string,
  certificate: LoopbackCertificate | undefined,
): Promise<{ readonly server: ChildProcess; readonly port: number }> {
  const data = path.join(folder, 'data');
  await mkdir(data);
  await chmod(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    for (const one of [folder, data]) await chown(one, NOBODY, NOBODY);
  }
  const user = isRoot ? ['--user=nobody'] : [];
  const common = ['--no-defaults', ...user, `--datadir=${data}`];
  await promisify(execFile)(install, [
    ...common,
    ...['--auth-root-authentication-method=normal', '--skip-test-db'],
  ]);
  const tls = certificate === undefined ? [] : await tlsOptions(certificate, folder);
  const port = await freePort();
  const { file, args } = boundCommand(server, [
    ...common,
    ...['--bind-address=127.0.0.1', `--port=${port}`, '--skip-name-resolve'],
    ...[`--socket=${path.join(folder, 's')}`, `--tmpdir=${folder}`, `--pid-file=${folder}/pid`],
    ...['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=32M'],
    ...['--character-set-server=utf8mb4', '--innodb-log-file-size=16M'],
    ...tls,
  ]);
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  await accepting(port, child);
  return { server: child, port };
}

/** Writes the identity of a server where it can read it. */
async function tlsOptions(
  { cert, key }: LoopbackCertificate,
  folder: string,
): Promise<readonly string[]> {
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  await writeFile(certFile, cert);
  await writeFile(keyFile, key);
  return [`--ssl-cert=${certFile}`, `--ssl-key=${keyFile}`];
}

async function accepting(port: number, child: ChildProcess): Promise<void> {
  let complaint = '';
  child.stderr?.on(
    'data',
    (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)),
  );
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const client = await connected(port).catch(() => null);
    if (client !== null) {
      await client.end();
      return;
    }
    await wait(50);
  }
  child.kill('SIGKILL');
  throw new Error(`MariaDB did not start: ${complaint}`);
}

/** A client of the user root, who has no password. */
export async function connected(port: number): Promise<Connection> {
  return await createConnection({ host: '127.0.0.1', port, user: 'root', charset: 'utf8mb4' });
}
