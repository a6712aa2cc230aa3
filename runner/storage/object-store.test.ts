import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createBucket } from '../../test/support/s3-server.ts';
import { createObjectStore } from './create-object-store.ts';
import { ObjectExistsError, ObjectNotFoundError, type ObjectStore } from './object-store.ts';

// The first start builds the server.
const server = await createBucket('object store on S3');
const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-store-'));
const scratch = path.join(folder, 'scratch');
await mkdir(scratch);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const kinds: [string, () => ObjectStore][] = [
  ['folder', () => createObjectStore(`file:${path.join(folder, randomUUID())}`)],
];
if (server !== null) {
  kinds.push([
    'S3',
    () => createObjectStore(`s3://${server.bucket}/${randomUUID()}`, server.options),
  ]);
}

async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}

async function digestOf(body: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

describe.each(kinds)('object store on %s', (_kind, open) => {
  let store: ObjectStore;
  beforeAll(() => (store = open()));
  afterAll(() => {
    store.close();
  });

  it('returns a stored object as text and as bytes', async () => {
    await expect(store.put('a/text.json', '{"é":1}')).resolves.toEqual({
      key: 'a/text.json',
      bytes: 8,
    });
    await expect(store.getText('a/text.json')).resolves.toBe('{"é":1}');
    const bytes = randomBytes(3000);
    await store.put('a/bytes', bytes);
    const got = await store.get('a/bytes');
    expect(got.bytes).toBe(3000);
    expect(Buffer.concat(await got.body.toArray()).equals(bytes)).toBe(true);
    await store.put('a/empty', '');
    await expect(store.head('a/empty')).resolves.toEqual({ key: 'a/empty', bytes: 0 });
  });

  it('replaces an object with the same key', async () => {
    await store.put('b', 'old and longer');
    await store.put('b', 'new');
    await expect(store.getText('b')).resolves.toBe('new');
  });

  it('uploads and downloads streams larger than one S3 part', async () => {
    const block = randomBytes(1 << 20);
    const expected = createHash('sha256');
    for (let i = 0; i < 12; i++) expected.update(block);
    const stream = Readable.from(Array.from({ length: 12 }, () => block));
    await expect(store.put('big/file', stream)).resolves.toEqual({
      key: 'big/file',
      bytes: 12 << 20,
    });
    await expect(digestOf((await store.get('big/file')).body)).resolves.toBe(
      expected.digest('hex'),
    );
  });

  it('stores nothing when the stream fails', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield randomBytes(6 << 20);
      yield await Promise.reject(new Error('sender disconnected'));
    }
    await expect(store.put('broken/x', Readable.from(broken()))).rejects.toThrow(
      'sender disconnected',
    );
    await expect(store.head('broken/x')).resolves.toBeNull();
    await expect(keysOf(store, 'broken/')).resolves.toEqual([]);
  });

  it('lets exactly one of several concurrent conditional puts succeed', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => store.put('claim', `writer ${i}`, { ifAbsent: true })),
    );
    const winners = attempts.flatMap((a, i) => (a.status === 'fulfilled' ? [i] : []));
    expect(winners).toHaveLength(1);
    await expect(store.getText('claim')).resolves.toBe(`writer ${winners[0]}`);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(ObjectExistsError);
    }
    const late = store.put('claim', Readable.from([Buffer.from('late')]), { ifAbsent: true });
    await expect(late).rejects.toBeInstanceOf(ObjectExistsError);
  });

  it('throws ObjectNotFoundError for a missing object, except from head and delete', async () => {
    await expect(store.get('none/at/all')).rejects.toBeInstanceOf(ObjectNotFoundError);
    await expect(store.getText('none')).rejects.toBeInstanceOf(ObjectNotFoundError);
    await expect(store.move('none', 'else')).rejects.toBeInstanceOf(ObjectNotFoundError);
    await expect(store.localFile('none', scratch)).rejects.toBeInstanceOf(ObjectNotFoundError);
    await expect(store.head('none')).resolves.toBeNull();
    await expect(store.delete('none')).resolves.toBeUndefined();
  });

  it('lists objects by prefix, also keys with special characters', async () => {
    const keys = ['l/1', 'l/sub/2', 'l/näme %2F?#+&.csv', 'l2/3'];
    for (const key of keys) await store.put(key, key);
    await expect(keysOf(store, 'l/')).resolves.toEqual(keys.slice(0, 3).sort());
    await expect(keysOf(store, 'l/s')).resolves.toEqual(['l/sub/2']);
    await expect(keysOf(store, 'nothing/')).resolves.toEqual([]);
    await expect(store.getText('l/näme %2F?#+&.csv')).resolves.toBe('l/näme %2F?#+&.csv');
  });

  it('moves objects and deletes them by key and by prefix', async () => {
    await store.put('m/from %+', 'content');
    await store.move('m/from %+', 'm/deep/er/to');
    await expect(keysOf(store, 'm/')).resolves.toEqual(['m/deep/er/to']);
    await expect(store.getText('m/deep/er/to')).resolves.toBe('content');
    await store.delete('m/deep/er/to');
    await expect(store.head('m/deep/er/to')).resolves.toBeNull();
    await store.put('p/1', '');
    await store.put('p/2/3', '');
    await store.put('pp', '');
    await store.deletePrefix('p/');
    await expect(keysOf(store, 'p')).resolves.toEqual(['pp']);
  });

  it('stores a local file and returns an object as a local file', async () => {
    const file = path.join(scratch, randomUUID());
    await writeFile(file, 'from a file');
    await expect(store.putFile('f/x.parquet', file)).resolves.toEqual({
      key: 'f/x.parquet',
      bytes: 11,
    });
    const local = await store.localFile('f/x.parquet', scratch);
    await expect(readFile(local, 'utf8')).resolves.toBe('from a file');
  });

  it.each([
    '',
    '/etc/passwd',
    '../x',
    'a/../../x',
    './a',
    'a//b',
    'a/',
    'a\\..\\b',
    'a\0b',
    'x'.repeat(1025),
  ])('rejects the key %j', async (key) => {
    await expect(store.put(key, 'x')).rejects.toThrow('is not an object key');
    await expect(store.get(key)).rejects.toThrow('is not an object key');
    await expect(store.delete(key)).rejects.toThrow('is not an object key');
    await expect(store.deletePrefix(`${key}/`)).rejects.toThrow();
  });
});

describe('a folder as object store', () => {
  it('throws instead of hanging where the system allows no folders', () => {
    const nowhere = existsSync('/proc/self') ? '/proc/nope' : '/dev/null/nope';
    const module = JSON.stringify(path.join(import.meta.dirname, 'local-folder-store.ts'));
    const script = `
      const { LocalFolderStore } = await import(${module});
      const store = new LocalFolderStore(${JSON.stringify(nowhere)});
      await store.put('a/b', 'c').catch((error) => console.log(error.code));`;
    // In a child process, which can be killed: a call that hangs blocks its thread.
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      timeout: 30_000,
      killSignal: 'SIGKILL',
    });
    expect(stdout).toMatch(/^E(NOENT|NOTDIR)$/m);
  });

  let root: string;
  let outside: string;
  let store: ObjectStore;
  beforeEach(async () => {
    root = path.join(folder, randomUUID());
    outside = path.join(folder, randomUUID());
    await mkdir(root);
    await mkdir(outside);
    await writeFile(path.join(outside, 'secret'), 'secret');
    await symlink(outside, path.join(root, 'way-out'));
    await symlink(path.join(outside, 'secret'), path.join(root, 'link'));
    store = createObjectStore(`file:${root}`);
  });

  it('does not follow symbolic links', async () => {
    await expect(store.put('way-out/x', 'x')).rejects.toThrow('is not a folder of the store');
    await expect(store.get('way-out/secret')).rejects.toBeInstanceOf(ObjectNotFoundError);
    await expect(store.getText('link')).rejects.toBeInstanceOf(ObjectNotFoundError);
    await expect(keysOf(store, '')).resolves.toEqual([]);
    await store.deletePrefix('way-out/');
    await store.delete('way-out/secret');
    await store.put('link', 'replaced');
    await expect(readdir(outside)).resolves.toEqual(['secret']);
    await expect(readFile(path.join(outside, 'secret'), 'utf8')).resolves.toBe('secret');
  });

  it('does not list objects that are being written', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    async function* slow(): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      await held;
      yield Buffer.from(' whole');
    }
    const writing = store.put('slow', Readable.from(slow()));
    while ((await readdir(path.join(root, '.writing')).catch(() => [])).length === 0) {
      await new Promise(setImmediate);
    }
    await expect(keysOf(store, '')).resolves.toEqual([]);
    await expect(store.head('slow')).resolves.toBeNull();
    release();
    await writing;
    await expect(store.getText('slow')).resolves.toBe('half whole');
  });
});

it('createObjectStore rejects a location that is neither a folder nor a bucket', () => {
  expect(() => createObjectStore('ftp://x')).toThrow('is invalid');
  expect(() => createObjectStore('s3:///x')).toThrow('is invalid');
});

it('a folder store retries to create its folder after a failure', async () => {
  const volume = path.join(folder, randomUUID());
  await writeFile(volume, 'not a folder yet');
  const store = createObjectStore(`file:${volume}`);
  await expect(store.put('a', 'x')).rejects.toThrow();
  await rm(volume);
  await store.put('a', 'x');
  await expect(store.getText('a')).resolves.toBe('x');
});

it('a folder store works although an orphaned file cannot be removed', async () => {
  const root = path.join(folder, randomUUID());
  const stuck = path.join(root, '.writing', 'stuck');
  await mkdir(stuck, { recursive: true });
  await utimes(stuck, new Date(0), new Date(0));
  const store = createObjectStore(`file:${root}`);
  await store.put('a', 'x');
  await expect(store.getText('a')).resolves.toBe('x');
});
