import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../test/support/until.ts';
import { MAX_OUTPUT_CHARS, runBounded, type BoundedCommand } from './bounded-process.ts';

let folder: string;
/** A number of seconds that no other process sleeps. */
let marker: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-bounded-'));
  marker = `${100_000 + process.pid}.${Math.floor(Math.random() * 1e9)}`;
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function request(script: string, changes: Partial<BoundedCommand> = {}): BoundedCommand {
  return {
    command: ['/bin/sh', '-c', script, 'sh', marker],
    folder,
    env: { PATH: process.env.PATH ?? '' },
    maxSeconds: 60,
    maxMemoryBytes: 2 ** 30,
    maxFileBytes: 2 ** 30,
    ...changes,
  };
}

/** The processes whose command line has the marker. */
function marked(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(marker);
    } catch {
      return false;
    }
  });
}

/** Starts a process that prepares itself, then runs a bounded one. */
function startParent(script: string, prepare: string): ChildProcess {
  const file = path.join(import.meta.dirname, 'bounded-process.ts');
  const code = `
    ${prepare}
    const { runBounded } = await import(${JSON.stringify(file)});
    await runBounded(${JSON.stringify(request(script))});
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: 'ignore',
    detached: true,
  });
}

describe('a bounded process', () => {
  it('returns its exit code and what it printed to both outputs', async () => {
    const exit = await runBounded(request('echo one; echo two >&2; exit 3'));
    expect(exit).toMatchObject({ exceeded: null, code: 3, signal: null });
    expect(exit.output.split('\n').sort()).toEqual(['', 'one', 'two']);
  });

  it('has exactly the given environment', async () => {
    const { output } = await runBounded(
      request('env', { env: { ONLY: 'this', PATH: '/usr/bin:/bin' } }),
    );
    expect(output.split('\n').filter((line) => !/^(PWD|_|SHLVL|OLDPWD)=|^$/.test(line))).toEqual(
      expect.arrayContaining(['ONLY=this', 'PATH=/usr/bin:/bin']),
    );
    expect(output).not.toContain('HOME=');
  });

  it('is killed with its children when the time is over', async () => {
    const exit = await runBounded(request('sleep "$1" & sleep "$1"', { maxSeconds: 0.5 }));
    expect(exit).toMatchObject({ exceeded: 'time', signal: 'SIGKILL' });
    expect(marked()).toEqual([]);
  });

  it('leaves no children behind when it ends by itself', async () => {
    const exit = await runBounded(request('sleep "$1" & exit 0'));
    expect(exit).toMatchObject({ exceeded: null, code: 0 });
    await until(() => marked().length === 0);
  });

  it.each([
    ['ends by itself', 'exit 3', { exceeded: null, code: 3 }],
    ['is killed', 'sleep "$1"', { exceeded: 'time', signal: 'SIGKILL' }],
  ])('returns when it %s, while a child in another group holds its output', async (...row) => {
    const [, end, expected] = row;
    try {
      const script = `setsid sleep "$1" & echo kept; ${end}`;
      const exit = await runBounded(request(script, { maxSeconds: 1 }));
      expect(exit).toMatchObject({ ...expected, output: 'kept\n' });
    } finally {
      for (const pid of marked()) process.kill(Number(pid), 'SIGKILL');
    }
  });

  it('is killed when it and its children together exceed the memory', async () => {
    const hold = `x=$(head -c 40000000 /dev/zero | tr '\\0' x); sleep "$1"; :`;
    const script = `(${hold}) & (${hold}) & (${hold}) & wait`;
    const exit = await runBounded(request(script, { maxMemoryBytes: 100 * 2 ** 20 }));
    expect(exit.exceeded).toBe('memory');
    expect(marked()).toEqual([]);
  });

  it('cannot write a file beyond the limit', async () => {
    const script = 'head -c 2000000 /dev/zero > big; wc -c < big';
    const { output } = await runBounded(request(script, { maxFileBytes: 1_000_448 }));
    expect(output).toContain('1000448');
  });

  it('has its output truncated', async () => {
    const { output } = await runBounded(request('head -c 1000000 /dev/zero | tr "\\0" x'));
    expect(output.length).toBeLessThan(MAX_OUTPUT_CHARS + 100);
    expect(output).toMatch(/more output was discarded/);
  });

  it('reports a program that cannot be started', async () => {
    const exit = await runBounded(request('', { command: ['/no/such/program'] }));
    expect(exit.code).not.toBe(0);
    expect(exit.output).toMatch(/not found|No such file/);
  });

  it('dies when the process that runs it is killed', async () => {
    const parent = startParent('sleep "$1" & sleep "$1"', '');
    await until(() => marked().length >= 4);
    // Like the pool, which kills the group of a runner.
    process.kill(-parent.pid!, 'SIGKILL');
    await once(parent, 'exit');
    await until(() => marked().length === 0);
  });

  it('never runs when the process that runs it is killed before it is guarded', async () => {
    const started = path.join(folder, 'started');
    const parent = startParent(
      `touch ${started}; sleep "$1"`,
      `const processes = (await import('node:child_process')).default;
      const { spawn } = processes;
      let count = 0;
      processes.spawn = (...args) => {
        count += 1;
        if (count === 2) process.kill(process.pid, 'SIGKILL');
        return spawn(...args);
      };
      (await import('node:module')).syncBuiltinESMExports();`,
    );
    await once(parent, 'exit');
    await until(() => marked().length === 0);
    expect(existsSync(started)).toBe(false);
  });

  it('does not run when nothing can guard it', async () => {
    const path = process.env.PATH;
    process.env.PATH = '/no/such/folder';
    try {
      const exit = await runBounded(request('echo ran'));
      expect(exit.code).toBe(1);
      expect(exit.output).toMatch(/^The process cannot be guarded: .*ENOENT/);
    } finally {
      process.env.PATH = path;
    }
  });
});
