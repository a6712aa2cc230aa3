import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { skipSuite } from '../test/support/skips.ts';
import { programFolder } from '../test/support/program-folder.ts';
import { startEmbeddedPostgres } from './embedded.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-embedded-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const OWNER = path.join(import.meta.dirname, '..', 'test', 'support', 'embedded-owner.ts');
const ENVIRONMENT = { PATH: process.env.PATH };

/** Another process that has a server in the folder. @returns it and the server's address */
async function startElsewhere(
  dataDir: string,
  env: NodeJS.ProcessEnv = ENVIRONMENT,
): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(OWNER, [dataDir], { execArgv: [], env });
  const [url] = (await once(child, 'message')) as [string];
  return { child, url };
}

/** Process ids and shared memory of its own, as a container has; all of it ends with its first process. */
const CONTAINER = ['--pid', '--fork', '--kill-child', '--mount-proc', '--ipc'];

/** The same in a container. */
async function startInContainer(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn('unshare', [...CONTAINER, process.execPath, OWNER, dataDir], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [url] = (await once(child, 'message')) as [string];
  return { child, url };
}

function hasContainers(): boolean {
  if (spawnSync('unshare', [...CONTAINER, 'true']).status === 0) return true;
  skipSuite('two containers on one database', 'only root on Linux can have a pid namespace');
  return false;
}

describe('the embedded PostgreSQL', () => {
  it('keeps its data across restarts', async () => {
    const first = await startEmbeddedPostgres({ dataDir: folder });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await expect(ask(first.url, 'SELECT 1')).rejects.toThrow();
    const second = await startEmbeddedPostgres({ dataDir: folder });
    expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('is durable by default, and folds the case of letters beyond ASCII', async () => {
    const server = await startEmbeddedPostgres({ dataDir: folder });
    expect(await ask(server.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    expect(await ask(server.url, "SELECT lower('ÄÖ') AS low")).toEqual([{ low: 'äö' }]);
    await server.stop();
  });

  it('starts in a folder that only its owner can enter', async () => {
    const parent = path.join(folder, 'private');
    mkdirSync(parent, { mode: 0o700 });
    const server = await startEmbeddedPostgres({ dataDir: path.join(parent, 'pg') });
    expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('starts in a folder whose path is too long for a socket, and requires a password', async () => {
    const dataDir = path.join(folder, 'long'.repeat(30));
    const server = await startEmbeddedPostgres({ dataDir });
    expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const stranger = new URL(server.url);
    stranger.password = 'wrong';
    await expect(ask(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    await server.stop();
  });

  it('closes open connections and stops within three seconds', async () => {
    const server = await startEmbeddedPostgres({ dataDir: folder });
    const client = new Client({ connectionString: server.url });
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => {
        resolve();
      });
    });
    await client.connect();
    const started = performance.now();
    await server.stop();
    expect(performance.now() - started).toBeLessThan(3000);
    await ended;
  });

  it('stops when its process is killed, and starts again on the same data', async () => {
    const { child, url } = await startElsewhere(folder);
    await ask(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const killed = once(child, 'exit');
    child.kill('SIGKILL');
    await killed;
    const server = await startEmbeddedPostgres({ dataDir: folder });
    expect(await ask(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await server.stop();
  });

  it('rejects a folder that another live process uses', async () => {
    const { child, url } = await startElsewhere(folder);
    await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow(
      `is in use by process ${child.pid ?? 0}`,
    );
    expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const gone = once(child, 'exit');
    child.send('stop');
    await gone;
  });

  it('ignores a lock file whose process id now belongs to another program', async () => {
    const first = await startEmbeddedPostgres({ dataDir: folder });
    await first.stop();
    const lock = [String(process.pid), path.join(folder, 'data'), '0', '5432', '', '', '', 'ready'];
    writeFileSync(path.join(folder, 'data', 'postmaster.pid'), lock.join('\n'));
    const second = await startEmbeddedPostgres({ dataDir: folder });
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
  });

  it('starts after an interrupted first start, and removes what that left', async () => {
    mkdirSync(path.join(folder, 'data.new-0'));
    writeFileSync(path.join(folder, 'data.new-0', 'PG_VERSION'), '18');
    const server = await startEmbeddedPostgres({ dataDir: folder });
    expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(readdirSync(folder).filter((name) => name.startsWith('data'))).toEqual(['data']);
  });
});

const FLOCK = spawnSync('which', ['flock'], { encoding: 'utf8' }).stdout.trim();

if (FLOCK === '') {
  skipSuite('the lock of the embedded PostgreSQL', 'this machine has no flock');
} else {
  describe('the lock of the embedded PostgreSQL', () => {
    it('is on a descriptor that is open for writing, as NFS requires', async () => {
      const programs = programFolder({ flock: `echo >&8 && exec ${FLOCK} "$@"` });
      const PATH = `${programs}:${process.env.PATH ?? ''}`;
      const { child } = await startElsewhere(folder, { PATH });
      const second = spawnSync(FLOCK, ['-n', path.join(folder, 'server.lock'), 'true']);
      const gone = once(child, 'exit');
      child.send('stop');
      await gone;
      rmSync(programs, { recursive: true });
      expect(second.status).toBe(1);
    });

    it('names the process here that began before', async () => {
      await (await startEmbeddedPostgres({ dataDir: folder })).stop();
      const lock = path.join(folder, 'server.lock');
      const other = spawn(FLOCK, [lock, 'sh', '-c', 'echo locked; read -r end'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      await once(other.stdout, 'data');
      writeFileSync(path.join(folder, 'owner.pid'), String(other.pid));
      const second = startEmbeddedPostgres({ dataDir: folder, lockWithinMs: 300 });
      await expect(second).rejects.toThrow(`is in use by process ${other.pid} or a service in`);
      const gone = once(other, 'exit');
      other.stdin.end();
      await gone;
    });
  });
}

if (hasContainers()) {
  describe('the embedded PostgreSQL of two containers on one volume', () => {
    it('starts in one of them, and reports in the other why it does not', async () => {
      const { child, url } = await startInContainer(folder);
      await ask(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      const second = startEmbeddedPostgres({ dataDir: folder, lockWithinMs: 300 });
      await expect(second).rejects.toThrow(/is in use by .*a service in another container/);
      expect(await ask(url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      const gone = once(child, 'exit');
      child.send('stop');
      await gone;
    });

    it('starts in the second one when the first is killed, on the same data', async () => {
      const { child, url } = await startInContainer(folder);
      await ask(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      const second = startEmbeddedPostgres({ dataDir: folder, lockWithinMs: 30_000 });
      child.kill('SIGKILL');
      const server = await second;
      expect(await ask(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      await server.stop();
    });
  });
}
