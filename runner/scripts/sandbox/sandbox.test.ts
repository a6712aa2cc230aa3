import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { scriptPython, scriptSettings } from '../../../test/support/script-settings.ts';
import { skipSuite } from '../../../test/support/skips.ts';
import { runBounded } from '../bounded-process.ts';
import { findPython } from '../python/find-python.ts';
import { permittedSandbox, sandboxCommand, type FileAccess, type Sandbox } from './sandbox.ts';

const NOBODY = 65_534;
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
/** Before the first version with scopes, and with all of them. */
const OLD_LANDLOCK = 1;

const sandbox = await permittedSandbox();
const isFull = sandbox.landlock > 0 && sandbox.seccomp !== null;
if (!isFull) skipSuite('the sandbox of scripts', 'this system permits no Landlock and seccomp');
const python =
  (await scriptPython()) === null ? null : await findPython(await scriptSettings(), 'polars');

/** Attempts by the name of what they reach. Each prints its name if it succeeds. */
interface Language {
  readonly reads: readonly string[];
  readonly file: string;
  readonly command: (file: string) => readonly string[];
  /** Wraps an attempt: an error counts as a failure. */
  readonly attempt: (name: string, code: string) => string;
  readonly attempts: (target: Target) => Readonly<Record<string, string>>;
}

interface Target {
  /** A file outside of the folder that the user of the script may read and write. */
  readonly secret: string;
  readonly port: number;
  readonly socket: string;
  readonly parent: number;
}

const JAVASCRIPT: Language = {
  reads: [process.execPath],
  file: 'script.mjs',
  command: (file) => [process.execPath, '--no-warnings', file],
  attempt: (name, code) => `try { ${code}; console.log('${name}'); } catch {}\n`,
  attempts: ({ secret, port, socket, parent }) => ({
    'the own folder': `fs.writeFileSync('own', 'x'); fs.readFileSync('own')`,
    'a program': `if (child.execFileSync('/bin/echo', ['x']).length !== 2) throw 0`,
    'another file': `fs.readFileSync('${secret}')`,
    'another file by a write': `fs.appendFileSync('${secret}', 'x')`,
    'another file by a link': `fs.symlinkSync('${secret}', 'link'); fs.readFileSync('link')`,
    'another file by a hard link': `fs.linkSync('${secret}', 'hard'); fs.readFileSync('hard')`,
    'another file by SQLite': `new sqlite.DatabaseSync('${secret}').exec('create table t(a)')`,
    'another file by a child': `child.execFileSync('/bin/cat', ['${secret}'], { stdio: 'pipe' })`,
    'the mode of another file': `fs.chmodSync('${secret}', 0o600)`,
    'the times of another file': `fs.utimesSync('${secret}', 1, 1)`,
    'a folder of others': `fs.readdirSync('${path.dirname(secret)}')`,
    'the parent by a signal': `process.kill(${parent}, 0)`,
    'the environment of the parent': `fs.readFileSync('/proc/${parent}/environ')`,
    'a port': `await new Promise((ok, no) => net.connect(${port}, '127.0.0.1').on('connect', ok).on('error', no))`,
    'a socket': `await new Promise((ok, no) => net.connect('${socket}').on('connect', ok).on('error', no))`,
    'a server': `await new Promise((ok, no) => net.createServer().listen(0).on('listening', ok).on('error', no))`,
    'a datagram': `await new Promise((ok, no) => { const s = dgram.createSocket('udp4'); s.on('error', no); s.send('x', ${port}, '127.0.0.1', (e) => e ? no(e) : ok()) })`,
  }),
};

const PYTHON: Language = {
  reads: python !== null && 'folders' in python ? python.folders : [],
  file: 'script.py',
  command: (file) => [
    python !== null && 'executable' in python ? python.executable : '',
    '-I',
    file,
  ],
  attempt: (name, code) =>
    `try:\n    ${code}\n    print('${name}')\nexcept BaseException:\n    pass\n`,
  attempts: ({ secret, port, socket: unix, parent }) => ({
    'the own folder': `open('own', 'w').write('x'); open('own').read(); os.rename('own', 'other')`,
    'a program': `assert subprocess.check_output(['/bin/echo', 'x']) == b'x\\n'`,
    'a thread': `t = threading.Thread(target=len, args=('',)); t.start(); t.join()`,
    'its libraries': `import polars, pandas; polars.DataFrame({'a': [1]}).write_parquet('p'); pandas.read_parquet('p')`,
    'another file': `open('${secret}').read()`,
    'another file by a write': `open('${secret}', 'a').write('x')`,
    'another file by truncation': `os.truncate('${secret}', 0)`,
    'another file by a link': `os.symlink('${secret}', 'link'); open('link').read()`,
    'another file by SQLite': `sqlite3.connect('${secret}').execute('create table t(a)')`,
    'another file by a child': `subprocess.check_output(['/bin/cat', '${secret}'], stderr=subprocess.DEVNULL)`,
    'the mode of another file': `os.chmod('${secret}', 0o600)`,
    'a folder of others': `os.listdir('${path.dirname(secret)}')`,
    'the parent by a signal': `os.kill(${parent}, 0)`,
    'the parent by its limits': `resource.prlimit(${parent}, resource.RLIMIT_NOFILE)`,
    'the parent by the owner of a pipe': `fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, ${parent})`,
    'the memory of the parent': `open('/proc/${parent}/mem', 'rb').read(0)`,
    'the environment of the parent': `open('/proc/${parent}/environ').read()`,
    'a port': `socket.create_connection(('127.0.0.1', ${port}), 5)`,
    'a socket': `socket.socket(socket.AF_UNIX).connect('${unix}')`,
    'a socket by a pair': `socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].connect('${unix}')`,
    'a namespace': `assert ctypes.CDLL(None).unshare(0x10000000) == 0`,
    'the tracing of the parent': `assert ctypes.CDLL(None).ptrace(16, ${parent}, 0, 0) == 0`,
  }),
};

const SYSTEM_PROGRAM = '/usr/bin/python3';
/** Another user cannot execute a Python in the home folder of this one. It has no packages. */
const SYSTEM_PYTHON: Language = {
  ...PYTHON,
  reads: [],
  command: (file) => [SYSTEM_PROGRAM, '-I', '-S', file],
};

const IMPORTS = {
  [JAVASCRIPT.file]: `import fs from 'node:fs'; import net from 'node:net'; import dgram from 'node:dgram';
import child from 'node:child_process'; import sqlite from 'node:sqlite';\n`,
  [PYTHON.file]: 'import ctypes, fcntl, os, resource, socket, sqlite3, subprocess, threading\n',
};

let root: string;
let folder: string;
let target: Target;
let server: ReturnType<typeof createServer>;
let unix: ReturnType<typeof createServer>;

beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'millrace-sandbox-'));
  chmodSync(root, 0o777);
  const secret = path.join(root, 'secret');
  writeFileSync(secret, 'hush');
  chmodSync(secret, 0o666);
  chownSync(secret, NOBODY, NOBODY);
  const socket = path.join(root, 'socket');
  server = createServer((connection) => connection.end());
  unix = createServer((connection) => connection.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => unix.listen(socket, resolve));
  chmodSync(socket, 0o777);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  target = { secret, port, socket, parent: process.pid };
});

afterAll(() => {
  server.close();
  unix.close();
  rmSync(root, { recursive: true });
});

/** Returns the names of the attempts that succeed. */
async function succeeding(
  language: Language,
  {
    user,
    confine,
  }: { user: readonly string[]; confine: (access: FileAccess) => readonly string[] },
): Promise<readonly string[]> {
  folder = mkdtempSync(path.join(root, 'script-'));
  chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, 0o777);
  const file = path.join(folder, language.file);
  const attempts = Object.entries(language.attempts(target));
  const code = attempts.map(([name, text]) => language.attempt(name, text)).join('');
  const end = language === JAVASCRIPT ? 'process.exit(0);\n' : '';
  writeFileSync(file, (IMPORTS[language.file] ?? '') + code + end);
  const command = [
    ...user,
    ...confine({ reads: language.reads, writes: [folder] }),
    ...language.command(file),
  ];
  const { output } = await runBounded({
    command,
    folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder },
    maxSeconds: 120,
    maxMemoryBytes: 2 ** 31,
    maxFileBytes: 2 ** 30,
  });
  const names = attempts.map(([name]) => name);
  const lines = output.split('\n').filter((line) => line !== '');
  expect(lines.filter((line) => !names.includes(line))).toEqual([]);
  return lines;
}

const isRoot = process.getuid?.() === 0;
const USERS: readonly (readonly [string, readonly string[]])[] = [
  ['the user of the tests', []],
  ...(isRoot ? [['nobody', AS_NOBODY] as const] : []),
];
const VERSIONS: readonly (readonly [string, Sandbox])[] = [
  ['this kernel', sandbox],
  ['a kernel with the first Landlock', { ...sandbox, landlock: OLD_LANDLOCK }],
];
const CASES = USERS.flatMap(([who, user]) =>
  VERSIONS.map(([kernel, own]) => ({ who, user, kernel, own })),
);

describe.each(CASES)(
  'a sandboxed script of $who on $kernel, without namespaces',
  ({ user, own }) => {
    const confine = (access: FileAccess): readonly string[] => sandboxCommand(own, access);

    (isFull ? it : it.skip)('reaches only its folder and programs, in JavaScript', async () => {
      expect(await succeeding(JAVASCRIPT, { user, confine })).toEqual([
        'the own folder',
        'a program',
      ]);
    });

    const hasPython = python !== null && (user.length === 0 || existsSync(SYSTEM_PROGRAM));
    (isFull && hasPython ? it : it.skip)(
      'reaches only its folder and programs, in Python',
      async () => {
        const expected = ['the own folder', 'a program', 'a thread', 'its libraries'];
        const isOwn = user.length === 0;
        const language = isOwn ? PYTHON : SYSTEM_PYTHON;
        expect(await succeeding(language, { user, confine })).toEqual(
          expected.filter((name) => isOwn || name !== 'its libraries'),
        );
      },
    );
  },
);

describe('an attempt of the tests', () => {
  it('succeeds without a sandbox, so that it proves something', async () => {
    const free = { user: [], confine: () => [] };
    const names = Object.keys(JAVASCRIPT.attempts(target));
    const unable = ['another file by SQLite'];
    expect(await succeeding(JAVASCRIPT, free)).toEqual(
      names.filter((name) => !unable.includes(name)),
    );
  });
});

it('the launcher does not execute the program when it cannot confine it', () => {
  const [node = '', ...args] = sandboxCommand(sandbox, { reads: [], writes: [] });
  const broken = args.map((argument) => argument.replace('"attributes":"', '"attributes":"AAAA'));
  const start = (): unknown => execFileSync(node, [...broken, '/bin/echo', 'x'], { stdio: 'pipe' });
  mkdirSync(path.join(root, 'empty'), { recursive: true });
  if (isFull) expect(start).toThrow(/landlock_create_ruleset failed/);
});
