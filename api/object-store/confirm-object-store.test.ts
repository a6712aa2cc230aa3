import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { LocalFolderStore } from '../../runner/storage/local-folder-store.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import type { S3Options } from '../../runner/storage/s3-client-config.ts';
import { S3Store } from '../../runner/storage/s3-store.ts';
import { createBucket, type S3Server } from '../../test/support/s3-server.ts';
import { confirmObjectStore, ObjectStoreRefusedError } from './confirm-object-store.ts';

/** Runs the check and returns the warnings. */
async function confirm(store: ObjectStore, timeoutMs = 5_000): Promise<readonly object[]> {
  const warnings: object[] = [];
  const logger = { warn: (details: object) => void warnings.push(details) };
  await confirmObjectStore(store, { location: 's3://bucket', logger, timeoutMs });
  return warnings;
}

describe('an object store on S3', () => {
  let server: S3Server | null;

  beforeAll(async () => {
    server = await createBucket('confirming an object store on S3');
  });

  async function confirmS3(changes: S3Options & { readonly bucket?: string }): Promise<unknown> {
    if (server === null) return null;
    const { bucket = server.bucket, ...options } = changes;
    const store = new S3Store({ bucket, prefix: 'p' }, { ...server.options, ...options });
    try {
      return await confirm(store);
    } catch (error) {
      return error;
    } finally {
      store.close();
    }
  }

  it('is accepted when every operation works, and no object remains', async () => {
    if (server === null) return;
    expect(await confirmS3({})).toEqual([]);
    const store = new S3Store({ bucket: server.bucket, prefix: '' }, server.options);
    for await (const { key } of store.list('')) expect(key).toBeUndefined();
    store.close();
  });

  it.each([
    ['another region', { region: 'eu-central-1' }, /expecting "us-east-1"/],
    ['a wrong key', { secretAccessKey: 'wrong' }, /signature/i],
    ['a bucket that is not there', { bucket: 'nowhere' }, /bucket does not exist/],
  ])('is rejected with %s, with its own message and what to check', async (_, changes, words) => {
    const answer = await confirmS3(changes);
    if (server === null) return;
    expect(answer).toBeInstanceOf(ObjectStoreRefusedError);
    expect(answer).toMatchObject({ message: expect.stringMatching(words) as string });
    expect(answer).toMatchObject({ message: expect.stringContaining('SERVICE_S3_') as string });
  });

  it('is accepted with a warning while it answers with server errors', async () => {
    const faulty = createServer((_, answer) => answer.writeHead(503).end());
    await once(faulty.listen(0, '127.0.0.1'), 'listening');
    const { port } = faulty.address() as AddressInfo;
    const answer = await confirmS3({ endpoint: `http://127.0.0.1:${port}` });
    faulty.closeAllConnections();
    faulty.close();
    if (server === null) return;
    expect(answer).toMatchObject([{ location: 's3://bucket' }]);
  });
});

describe('an object store in a folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-confirm-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is accepted, and no object remains', async () => {
    expect(await confirm(new LocalFolderStore(folder))).toEqual([]);
    expect(await readdir(folder, { recursive: true })).not.toContainEqual(
      expect.stringMatching(/first|[0-9a-f-]{36}/),
    );
  });

  it('is rejected when it overwrites an object in a conditional write', async () => {
    class Careless extends LocalFolderStore {
      override put: ObjectStore['put'] = (key, body) => new LocalFolderStore(folder).put(key, body);
    }
    await expect(confirm(new Careless(folder))).rejects.toThrow(/conditional writes/);
  });

  it('is accepted with a warning when it does not answer in time', async () => {
    class Silent extends LocalFolderStore {
      override put: ObjectStore['put'] = () => new Promise(() => undefined);
    }
    expect(await confirm(new Silent(folder), 10)).toMatchObject([
      { reason: expect.stringContaining('10 ms') as string },
    ]);
  });
});
