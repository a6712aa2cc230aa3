import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../prisma/embedded/free-port.ts';
import { programFolder } from '../support/program-folder.ts';
import { until } from '../support/until.ts';
import { compiledCode } from '../support/compiled-code.ts';
import { removeDataFolder } from '../support/remove-data-folder.ts';
import { count } from '../support/test-counts.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folders: string[] = [];
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(folders.map((folder) => removeDataFolder(folder)));
});

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly folder: string;
}

/** Starts the service as an operator does, with its embedded database. */
async function start(env: Record<string, string> = {}): Promise<Started> {
  const folder = env.SERVICE_DATA_DIR ?? (await mkdtemp(path.join(os.tmpdir(), 'millrace-life-')));
  if (!folders.includes(folder)) folders.push(folder);
  const child = launch({ SERVICE_DATA_DIR: folder, SERVICE_PORT: '0', ...env });
  const ready = await event(child, 'ready');
  return { child, folder, url: String(ready.url) };
}

const PROGRAM = [process.execPath, 'cli/main.ts', 'serve'];

function launch(env: Record<string, string>, [command = '', ...args] = PROGRAM): ChildProcess {
  count('service-process');
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...compiledCode(),
      SERVICE_SEED_DEMO: 'false',
      SERVICE_LOG_FORMAT: 'json',
      ...env,
    },
  });
  children.push(child);
  return child;
}

async function event(
  child: ChildProcess,
  message: string | RegExp,
): Promise<Record<string, unknown>> {
  const pattern = typeof message === 'string' ? new RegExp(`^${message}$`) : message;
  let errors = '';
  child.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout! })) {
    const logged = JSON.parse(line) as Record<string, unknown>;
    if (pattern.test(String(logged.msg))) return logged;
  }
  throw new Error(`The service ended before "${String(message)}": ${errors}`);
}

async function stop(
  child: ChildProcess,
  signal: NodeJS.Signals,
): Promise<{ code: unknown; ms: number }> {
  const started = performance.now();
  child.stdout!.resume();
  child.kill(signal);
  const [code] = (await once(child, 'exit')) as [unknown];
  return { code, ms: performance.now() - started };
}

async function isAllGone(folder: string): Promise<boolean> {
  const { stdout } = spawn('ps', ['-eo', 'args']);
  let text = '';
  for await (const chunk of stdout) text += String(chunk);
  return !text.includes(folder);
}

describe('the service as a process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops with its database within five seconds of %s',
    async (signal) => {
      const { child, folder, url } = await start();
      expect((await fetch(`${url}/ready`)).status).toBe(200);
      const { code, ms } = await stop(child, signal);
      expect(code).toBe(0);
      expect(ms).toBeLessThan(5_000);
      expect(await isAllGone(folder)).toBe(true);
    },
  );

  it('stops in order when npm forwards a signal that the terminal has sent already', async () => {
    const { child, folder } = await start();
    const exit = once(child, 'exit');
    const stopping = event(child, 'stopping');
    child.kill('SIGINT');
    await stopping;
    child.kill('SIGINT');
    child.stdout!.resume();
    expect((await exit)[0]).toBe(0);
    expect(await isAllGone(folder)).toBe(true);
  });

  it('stops with the npm that started it', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-life-'));
    folders.push(folder);
    const options = ['--port', '0', '--data-dir', folder, '--no-demo'];
    const npm = launch({}, ['npm', 'start', '--silent', '--', ...options]);
    await event(npm, 'ready');
    await stop(npm, 'SIGTERM');
    await until(() => isAllGone(folder));
  });

  it('shows the ready box last on a terminal, after the demo and without its requests', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-life-'));
    folders.push(folder);
    const settings = ['--port', '0', '--data-dir', folder, '--log-format', 'text'];
    const child = launch({ SERVICE_SEED_DEMO: 'true' }, [...PROGRAM, ...settings]);
    let shown = '';
    child.stdout!.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    await until(() => shown.includes('└'));
    expect(shown).toMatch(/demo kind=seeded[^]*│ {2}Millrace is ready/);
    expect(shown).not.toContain('/api/datasets/upload');
    expect(shown.trimEnd().split('\n').at(-1)).toMatch(/^└─+┘$/);
    const command = /try +curl (http\S+)/.exec(shown)![1]!;
    expect((await fetch(command)).status).toBe(200);
    await fetch(`${command}/nope`);
    await until(() => shown.includes('/api/flows/nope 404'));
    expect(shown).toContain("Flow 'nope' not found");
    await stop(child, 'SIGTERM');
  });

  it.each(['json', 'text'])(
    'continues when the reader of its %s log closes the pipe',
    async (format) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-life-'));
      folders.push(folder);
      const port = await freePort();
      const child = launch({
        SERVICE_DATA_DIR: folder,
        SERVICE_PORT: String(port),
        SERVICE_LOG_FORMAT: format,
      });
      await once(child.stdout!, 'data');
      child.stdout!.destroy();
      const status = async (): Promise<number> =>
        (await fetch(`http://127.0.0.1:${port}/ready`)).status;
      await until(async () => (await status()) === 200);
      expect(await status()).toBe(200);
      expect(child.exitCode).toBeNull();
      expect(await stop(child, 'SIGTERM')).toMatchObject({ code: 0 });
      // Stopped in order: a server that was killed leaves it.
      expect(existsSync(path.join(folder, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
    },
  );

  it.each(['json', 'text'])('runs although its %s log cannot be written', async (format) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-life-'));
    folders.push(folder);
    const port = await freePort();
    const onFullDisk = ['sh', '-c', 'exec "$0" "$@" >/dev/full', ...PROGRAM];
    const child = launch(
      { SERVICE_DATA_DIR: folder, SERVICE_PORT: String(port), SERVICE_LOG_FORMAT: format },
      onFullDisk,
    );
    const isReady = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/ready`).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(async () => child.exitCode !== null || (await isReady()));
    expect(child.exitCode).toBeNull();
    expect(await stop(child, 'SIGTERM')).toMatchObject({ code: 0 });
  });

  it('warns about a data folder that cannot be locked, and uses it', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-life-'));
    const programs = programFolder({ flock: 'echo "flock: 8: No locks available" >&2; exit 71' });
    folders.push(folder, programs);
    const child = launch({
      SERVICE_DATA_DIR: folder,
      SERVICE_PORT: '0',
      PATH: `${programs}:${process.env.PATH ?? ''}`,
    });
    expect(
      await event(child, /^the database folder cannot be locked: .* or SERVICE_DATA_DIR$/),
    ).toMatchObject({
      level: 'warn',
      folder: path.join(folder, 'postgres'),
      reason: 'flock: 8: No locks available',
    });
    expect(readFileSync(path.join(folder, 'postgres', 'server.log'), 'utf8')).toMatch(
      /^flock: 8: No locks available\n/,
    );
    expect(await stop(child, 'SIGTERM')).toMatchObject({ code: 0 });
  });

  it('keeps its data over a restart', async () => {
    const first = await start();
    const body = JSON.stringify({ name: 'Kept' });
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${first.url}/api/projects`, { method: 'POST', body, headers });
    await stop(first.child, 'SIGTERM');
    const second = await start({ SERVICE_DATA_DIR: first.folder });
    const projects = await (await fetch(`${second.url}/api/projects`)).json();
    expect(projects).toMatchObject([{ name: 'Kept' }, { name: 'Default' }]);
    await stop(second.child, 'SIGTERM');
  });

  it('runs beside another service, and refuses to start in a data folder in use', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(one.url).not.toBe(two.url);
    const taken = launch({ SERVICE_DATA_DIR: two.folder, SERVICE_PORT: new URL(one.url).port });
    const exit = once(taken, 'exit');
    expect(await event(taken, 'cannot start')).toMatchObject({
      level: 'fatal',
      reason: expect.stringContaining(`Port ${new URL(one.url).port}`) as string,
    });
    expect((await exit)[0]).toBe(1);
    expect((await fetch(`${one.url}/ready`)).status).toBe(200);
    await Promise.all([stop(one.child, 'SIGTERM'), stop(two.child, 'SIGTERM')]);
  });

  it('does not start with an invalid configuration, and names each error', async () => {
    const child = launch({ SERVICE_PORT: 'x', SERVICE_LOG_LEVEL: 'loud' });
    let errors = '';
    child.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await once(child, 'close')) as [unknown];
    expect(code).toBe(2);
    expect(errors).toMatch(/SERVICE_PORT.*\n.*SERVICE_LOG_LEVEL/);
    expect(errors).not.toContain('    at ');
  });
});
