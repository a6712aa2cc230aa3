import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ObjectWriteMode } from '../../../domain/object-write-mode.ts';
import type { PendingWrite } from '../../pending-write.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { LOCAL_DRIVER } from './local-driver.ts';

let root: string;
let spool: string;
let target: ConnectionTarget;

beforeEach(async () => {
  const base = await realpath(await mkdtemp(path.join(os.tmpdir(), 'millrace-local-')));
  root = path.join(base, 'root');
  spool = path.join(base, 'spool');
  await mkdir(root);
  const connection = { id: '', name: 'L', provider: 'local', database: root };
  const rest = { host: null, port: null, username: null, secret: null, options: null };
  target = { connection: { ...connection, ...rest }, secret: null };
});

afterEach(() => rm(path.dirname(root), { recursive: true, force: true }));

async function write(
  name: string,
  content: string,
  mode: ObjectWriteMode = 'overwrite',
): Promise<PendingWrite> {
  await writeFile(spool, content);
  return await LOCAL_DRIVER.open(target).write({ path: name, mode, file: spool });
}

async function pages(prefix: string): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = [];
  const listing = { prefix, hasVersions: false };
  for await (const page of LOCAL_DRIVER.open(target).list(listing)) {
    found.push(page.map((one) => one.path));
  }
  return found;
}

async function list(prefix = ''): Promise<readonly string[]> {
  return (await pages(prefix)).flat().sort();
}

async function content(name: string): Promise<string> {
  const stream = await LOCAL_DRIVER.open(target).read({ path: name, maxBytes: null });
  return Buffer.concat((await stream.toArray()) as Buffer[]).toString();
}

it('shows a written file when it is committed, and none after a rollback', async () => {
  const pending = await write('a/b/c.csv', 'one');
  expect(await list()).toEqual([]);
  await pending.commit();
  expect(await list()).toEqual(['a/b/c.csv']);
  expect(await content('a/b/c.csv')).toBe('one');
  await (await write('a/b/d.csv', 'two')).rollback();
  expect(await readdir(path.join(root, 'a/b'))).toEqual(['c.csv']);
});

it('lets one of two writes win that must not replace a file', async () => {
  const [one, two] = [await write('x', 'one', 'error'), await write('x', 'two', 'error')];
  await two.commit();
  await expect(one.commit()).rejects.toThrow('there is an object "x" already');
  await expect(write('x', 'three', 'error')).rejects.toThrow('already');
  expect(await content('x')).toBe('two');
  expect(await readdir(root)).toEqual(['x']);
});

it('replaces a file as a whole, and a link but not what it points at', async () => {
  const outside = path.join(path.dirname(root), 'outside');
  await writeFile(outside, 'mine');
  await symlink(outside, path.join(root, 'x'));
  await (await write('x', 'new')).commit();
  expect(await readFile(outside, 'utf8')).toBe('mine');
  expect((await lstat(path.join(root, 'x'))).isFile()).toBe(true);
});

it('writes to no folder that a link leads to, even if the link appears between write and commit', async () => {
  const outside = path.join(path.dirname(root), 'outside');
  await mkdir(outside);
  await symlink(outside, path.join(root, 'link'));
  await expect(write('link/x', 'bad')).rejects.toThrow('is a link or a file');
  const pending = await write('folder/x', 'good');
  await rename(path.join(root, 'folder'), path.join(root, 'moved'));
  await symlink(outside, path.join(root, 'folder'));
  await pending.commit();
  expect(await readdir(outside)).toEqual([]);
  expect(await readFile(path.join(root, 'moved/x'), 'utf8')).toBe('good');
  await expect(content('folder/x')).rejects.toThrow('there is no file "folder/x"');
});

it('keeps the path of a folder', async () => {
  await mkdir(path.join(root, 'taken'));
  await expect(write('taken', '')).rejects.toThrow('that of a folder');
  await writeFile(path.join(root, 'file'), '');
  await expect(write('file/x', '')).rejects.toThrow('is a link or a file');
});

it('removes the unfinished files of killed processes after a day', async () => {
  const names = ['a', 'b'].map((letter) => `.millrace-${letter.repeat(8)}.part`);
  for (const name of names) await writeFile(path.join(root, name), '');
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(path.join(root, names[0] ?? ''), old, old);
  await (await write('x', '')).commit();
  expect((await readdir(root)).sort()).toEqual([names[1], 'x']);
});

it('lists many files in pages', async () => {
  await Promise.all(
    Array.from({ length: 2_500 }, (_, n) => writeFile(path.join(root, `f${n}`), '')),
  );
  const found = await pages('f1');
  expect(found.length).toBeGreaterThan(1);
  expect(found.flat()).toHaveLength(1_111);
});
