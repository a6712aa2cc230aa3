import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { requireBucket, type S3Server } from '../../../test/support/s3-server.ts';
import type { Connection } from '../../domain/connection.ts';
import type { ObjectStorage } from './object-storage.ts';
import { ownBucketOf, ownPrefixIn } from './own-bucket.ts';
import { useStorage, writeObject } from './use-storage.ts';

const EMPTY = { port: null, database: 'own', username: null, secret: null, options: null };

/** @returns the beginning of the paths that the connection may not use */
function reserved(
  [location, endpoint]: readonly [location: string, endpoint?: string],
  fields: Partial<Connection>,
): string | null {
  const env = { SERVICE_OBJECT_STORE: location, SERVICE_S3_ENDPOINT: endpoint };
  return ownPrefixIn({ provider: 's3', host: null, ...EMPTY, ...fields }, ownBucketOf(env));
}

const MINIO = 'http://minio.example:9000/';

describe('a connection to the bucket of the service', () => {
  it.each<[string, readonly [string, string?], Partial<Connection>]>([
    ['at AWS', ['s3://own'], {}],
    ['at AWS by its address', ['s3://own'], { host: 'https://s3.eu-west-1.amazonaws.com' }],
    ['at AWS by the address of the service', ['s3://own', 'https://s3.amazonaws.com'], {}],
    ['before the host', ['s3://own'], { host: 'https://own.s3.amazonaws.com', database: 'runs' }],
    ['in the path', ['s3://own', MINIO], { host: `${MINIO}%6Fwn`, database: 'runs' }],
    ['of a server', ['s3://own', MINIO], { host: 'HTTP://MinIO.example.:9000' }],
    ['with a port of its own', ['s3://own', MINIO], { host: 'http://minio.example', port: 9000 }],
    ['with the usual port', ['s3://own', 'https://m.example'], { host: 'https://m.example:443' }],
    ['with the name of its server', ['s3://minio', MINIO], { host: MINIO, database: 'minio' }],
    ['of Google', ['s3://own', 'https://storage.googleapis.com'], { provider: 'gcs' }],
  ])('is refused: %s', (_what, own, fields) => {
    expect(reserved(own, fields)).toBe('');
  });

  it.each<[string, readonly [string, string?], Partial<Connection>]>([
    ['another bucket', ['s3://own'], { database: 'other' }],
    ['another server', ['s3://own', MINIO], { host: 'http://minio.example:9001' }],
    [
      'another bucket of a server with its name',
      ['s3://minio', MINIO],
      { host: MINIO, database: 'other' },
    ],
    ['another server than AWS', ['s3://own'], { host: MINIO }],
    ['a bucket of Google', ['s3://own'], { provider: 'gcs' }],
    ['a container of Azure', ['s3://own'], { provider: 'azure_blob' }],
    ['a folder of the service', ['file:own'], {}],
  ])('is not confused with %s', (_what, own, fields) => {
    expect(reserved(own, fields)).toBeNull();
  });

  it('is refused only below the prefix of the service', () => {
    expect(reserved(['s3://own/a/b/'], {})).toBe('a/b/');
  });

  it('is allowed by the operator', () => {
    const env = { SERVICE_OBJECT_STORE: 's3://own', SERVICE_CONNECTOR_OWN_BUCKET: 'true' };
    expect(ownBucketOf(env)).toBeNull();
  });
});

describe('a storage that has objects of the service', () => {
  const before = { ...process.env };
  let server: S3Server;
  let scratch: string;

  beforeAll(async () => {
    server = await requireBucket();
    scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-own-'));
    await writeFile(path.join(scratch, 'file'), 'x');
    for (const key of ['own/a', 'owner', 'other/own/a']) await write(key);
  });
  afterEach(() => {
    process.env = { ...before };
  });
  afterAll(() => rm(scratch, { recursive: true }));

  const connection = (database = server.bucket): Connection => {
    const { endpoint: host = null, accessKeyId: username = null } = server.options;
    const own = { id: 'c', name: 'Own', provider: 's3', host, username, secret: 'env:KEY' };
    return { ...EMPTY, ...own, database };
  };
  const sources = {
    fileFolders: [],
    named: () => Promise.resolve({ value: server.options.secretAccessKey ?? '' }),
  };
  const write = async (key: string): Promise<void> => {
    const file = path.join(scratch, 'file');
    await (
      await writeObject(connection(), sources, { path: key, mode: 'overwrite', file })
    ).commit();
  };
  const using = <T>(work: (storage: ObjectStorage) => Promise<T>, database?: string): Promise<T> =>
    useStorage(connection(database), sources, work);
  const keep = (prefix: string): void => {
    process.env.SERVICE_OBJECT_STORE = `s3://${server.bucket}${prefix}`;
    process.env.SERVICE_S3_ENDPOINT = server.options.endpoint;
  };
  const REFUSED = /where Millrace keeps its own data.*SERVICE_CONNECTOR_OWN_BUCKET/;

  it('lists, reads and writes only others', async () => {
    keep('/own');
    const listed = await using((storage) => storage.list({ prefix: 'o', hasVersions: false }));
    expect(listed.map(({ path: key }) => key)).toEqual(['other/own/a', 'owner']);
    const read = { path: 'own/a', maxBytes: 1 };
    await expect(using((storage) => storage.readHead(read))).rejects.toThrow(REFUSED);
    await expect(using((storage) => storage.version('own/a'))).rejects.toThrow(REFUSED);
    await expect(write('own/b')).rejects.toThrow(REFUSED);
    await write('owner');
  });

  it('is not opened when all of it is of the service', async () => {
    keep('');
    await expect(using((storage) => storage.test())).rejects.toThrow(REFUSED);
  });

  it.each(['.', '..', 'a/b', '%6f'])('is not reached by a bucket %j', async (database) => {
    const attempt = using((storage) => storage.test(), database);
    await expect(attempt).rejects.toThrow(/name of the bucket is invalid/);
  });
});
