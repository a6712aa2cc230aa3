import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { UnknownOutcomeError, type PendingWrite } from '../../runner/connectors/pending-write.ts';
import type { SecretSources } from '../../runner/connectors/secrets/resolve-secret.ts';
import type { ObjectStorage } from '../../runner/connectors/storage/object-storage.ts';
import { useStorage, writeObject } from '../../runner/connectors/storage/use-storage.ts';
import type { Connection, ConnectionFields } from '../../runner/domain/connection.ts';
import type { ObjectWriteMode } from '../../runner/domain/object-write-mode.ts';
import { startFailingProxy, type ServerFailure } from './failing-proxy.ts';

/** A real storage of a provider, for the tests that every provider passes. */
export interface StorageRig {
  readonly fields: Partial<ConnectionFields> & Pick<ConnectionFields, 'provider' | 'database'>;
  /** The secrets of references such as `env:NAME`, by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Writes an object as another program would. */
  put(key: string, body: Buffer): Promise<void>;
  /** Whether a request makes an object appear. Absent: the storage is no server. */
  readonly isCommit?: (request: IncomingMessage) => boolean;
  /** Fields of connections that fail, each with what the message says. */
  readonly broken: readonly (readonly [fields: Partial<ConnectionFields>, reason: RegExp])[];
  close(): Promise<void>;
}

const KEYS = [
  'a.csv',
  "it's (1).csv",
  'ä/ö ü.csv',
  'a+b%20&c=d?e#f.csv',
  'year=2024/month=02/part-0.parquet',
  '😀.csv',
  '～.csv',
];

/** More than one part of an upload. */
const LARGE_BYTES = 40 * 1024 * 1024 + 1;

/** Endpoints where machines find their credentials, for `broken` of a storage in the cloud. */
export const REFUSED_ENDPOINTS: StorageRig['broken'] = [
  'http://169.254.169.254',
  'http://[fd00:ec2::254]',
  'http://metadata.google.internal',
].map((host) => [{ host }, /may not reach: name another host\.$/]);

/** Declares the tests that every driver of a storage passes. */
export function describeStorageDriver(name: string, start: () => Promise<StorageRig>): void {
  describe(`the driver of ${name}`, () => {
    let rig: StorageRig;
    let scratch: string;
    let files = 0;
    const sources: SecretSources = {
      fileFolders: [],
      named: ({ name: secret }) => {
        const value = rig.secrets[secret];
        return Promise.resolve(value === undefined ? { missing: secret } : { value });
      },
    };

    beforeAll(async () => {
      rig = await start();
      scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-driver-'));
    });

    afterAll(async () => {
      await rig.close();
      await rm(scratch, { recursive: true, force: true });
    });

    const connection = (fields: Partial<ConnectionFields> = {}): Connection => {
      const empty = { host: null, port: null, username: null, secret: null, options: null };
      return { id: 'c', name: 'Own', ...empty, ...rig.fields, ...fields };
    };
    const using = <T>(work: (storage: ObjectStorage) => Promise<T>): Promise<T> =>
      useStorage(connection(), sources, work);
    const list = async (prefix = ''): Promise<readonly string[]> => {
      const found = await using((storage) => storage.list({ prefix, hasVersions: false }));
      return found.map(({ path: key }) => key);
    };
    const nextFile = (): string => path.join(scratch, `f${files++}`);
    const read = async (key: string): Promise<Buffer> => {
      const file = nextFile();
      await using((storage) => storage.download({ path: key, file }));
      return await readFile(file);
    };
    const write = async (
      key: string,
      body: Buffer | string,
      mode: ObjectWriteMode = 'overwrite',
      fields: Partial<ConnectionFields> = {},
    ): Promise<PendingWrite> => {
      const file = nextFile();
      await writeFile(file, body);
      const pending = await writeObject(connection(fields), sources, { path: key, mode, file });
      await rm(file);
      return pending;
    };

    it('connects, and names the connection and the cause when it cannot', async () => {
      await using((storage) => storage.test());
      for (const [fields, reason] of rig.broken) {
        const attempt = useStorage(connection(fields), sources, (storage) => storage.test());
        await expect(attempt).rejects.toThrow(/^The connection "Own" \(/);
        await expect(attempt).rejects.toThrow(reason);
      }
    });

    it('lists, writes and reads objects of any name', async () => {
      for (const key of KEYS) await (await write(`names/${key}`, key)).commit();
      const expected = [...KEYS].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(await list('names/')).toEqual(expected.map((key) => `names/${key}`));
      for (const key of KEYS) expect(String(await read(`names/${key}`))).toBe(key);
    });

    it('lists the objects that begin with a text, also with more than a page of them', async () => {
      const keys = Array.from({ length: 1_234 }, (_, n) => `many/${String(n).padStart(4, '0')}`);
      for (let from = 0; from < keys.length; from += 50) {
        await Promise.all(keys.slice(from, from + 50).map((key) => rig.put(key, Buffer.from('x'))));
      }
      expect(await list('many/')).toEqual(keys);
      expect(await list('many/123')).toEqual(keys.slice(1_230));
      expect(await list('man/')).toEqual([]);
    });

    it('reads the first bytes of an object', async () => {
      await rig.put('head', Buffer.from('0123456789'));
      await rig.put('empty', Buffer.alloc(0));
      const head = (key: string, maxBytes: number): Promise<Buffer> =>
        using((storage) => storage.readHead({ path: key, maxBytes }));
      expect(String(await head('head', 4))).toBe('0123');
      expect(String(await head('head', 100))).toBe('0123456789');
      expect(await head('empty', 100)).toHaveLength(0);
      expect(await read('empty')).toHaveLength(0);
      await expect(head('missing', 4)).rejects.toThrow(/there is no (file|object) "missing"/);
      await expect(read('missing')).rejects.toThrow(/there is no (file|object) "missing"/);
    });

    it.each([
      ['empty', Buffer.alloc(0)],
      ['small', Buffer.from('small')],
      ['large', Buffer.alloc(LARGE_BYTES, 'millrace')],
    ])('shows nothing of an %s object before the commit, and then all of it', async (key, body) => {
      const pending = await write(`new/${key}`, body);
      expect(await list('new/')).not.toContain(`new/${key}`);
      await expect(read(`new/${key}`)).rejects.toThrow('there is no');
      await pending.commit();
      expect((await read(`new/${key}`)).equals(body)).toBe(true);
    });

    it('leaves the old object after a rollback, and lists nothing else', async () => {
      await (await write('rolled/back', 'old')).commit();
      const pending = await write('rolled/back', 'new');
      expect(String(await read('rolled/back'))).toBe('old');
      await pending.rollback();
      await (await write('rolled/other', 'new')).rollback();
      expect(await list('rolled/')).toEqual(['rolled/back']);
      expect(String(await read('rolled/back'))).toBe('old');
    });

    it('replaces an object as a whole', async () => {
      await (await write('replaced', 'a long content')).commit();
      await (await write('replaced', 'short')).commit();
      expect(String(await read('replaced'))).toBe('short');
    });

    it('gives an object a version, which is another one when its content is', async () => {
      const version = (key: string): Promise<string> =>
        using((storage) => storage.version(`versions/${key}`));
      await (await write('versions/a', 'one')).commit();
      const first = await version('a');
      expect(first).not.toBe('');
      expect(await version('a')).toBe(first);
      const file = nextFile();
      const copied = await using((storage) => storage.download({ path: 'versions/a', file }));
      expect(copied).toBe(first);
      await (await write('versions/a', 'another')).commit();
      expect(await version('a')).not.toBe(first);
      await expect(version('none')).rejects.toThrow(/there is no (file|object) "versions\/none"/);
    });

    it('lists the version of each object, which is another one when its content is', async () => {
      const versions = async (): Promise<readonly unknown[]> =>
        await using((storage) => storage.list({ prefix: 'listed/', hasVersions: true }));
      await (await write('listed/b', 'one')).commit();
      await (await write('listed/a', 'two')).commit();
      const version: unknown = expect.stringMatching(/./);
      const before = await versions();
      expect(before).toEqual(['listed/a', 'listed/b'].map((key) => ({ path: key, version })));
      expect(await versions()).toEqual(before);
      await (await write('listed/b', 'another')).commit();
      const after = await versions();
      expect(after[0]).toEqual(before[0]);
      expect(after[1]).not.toEqual(before[1]);
    });

    it('refuses to replace an object by "error", also one that appeared meanwhile', async () => {
      const [one, two] = [await write('once', '1', 'error'), await write('once', '2', 'error')];
      await two.commit();
      await expect(one.commit()).rejects.toThrow('there is an object "once" already');
      await expect(write('once', '3', 'error')).rejects.toThrow('already');
      expect(String(await read('once'))).toBe('2');
      expect(await list('once')).toEqual(['once']);
    });

    it('lets exactly one of concurrent writes by "error" win', async () => {
      const writes = await Promise.all(
        ['1', '2', '3', '4'].map((body) => write('race', body, 'error')),
      );
      const results = await Promise.allSettled(
        writes.map(async (pending) => {
          await pending.commit();
        }),
      );
      const won = results.flatMap(({ status }, place) => (status === 'fulfilled' ? [place] : []));
      expect(won).toHaveLength(1);
      expect(String(await read('race'))).toBe(String((won[0] ?? 0) + 1));
    });

    it.each<Omit<ServerFailure, 'at'> & { readonly mode: ObjectWriteMode }>([
      { by: 'answering 500', isLasting: true, mode: 'overwrite' },
      { by: 'answering 500', isLasting: false, mode: 'error' },
      { by: 'hanging up', isLasting: false, mode: 'overwrite' },
    ])(
      'never says that nothing was written when the server commits and then fails: %j',
      async ({ mode, ...failure }) => {
        const { isCommit, fields } = rig;
        if (isCommit === undefined) return;
        const { origin } = new URL(fields.host ?? '');
        const proxy = await startFailingProxy(origin);
        const key = `unknown/${failure.by}/${failure.isLasting}`;
        const host = fields.host?.replace(origin, proxy.url) ?? null;
        const pending = await write(key, 'new', mode, { host });
        proxy.failure = { at: isCommit, ...failure };
        const error = await Promise.resolve(pending.commit()).catch((reason: unknown) => reason);
        await proxy.close();
        // A server that works again can be asked what it has.
        const isKnown = !failure.isLasting && error === undefined;
        if (!isKnown) expect(error).toBeInstanceOf(UnknownOutcomeError);
        expect(String(await read(key))).toBe('new');
      },
    );
  });
}
