import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { requireContainer } from '../../test/support/azure-server.ts';
import { requireGcsBucket } from '../../test/support/gcs-server.ts';
import { requireBucket } from '../../test/support/s3-server.ts';
import { startTcpProxy } from '../../test/support/tcp-proxy.ts';
import { until } from '../../test/support/until.ts';
import { JobConnections } from '../connectors/job-connections.ts';
import type { Connection } from '../domain/connection.ts';
import { s3ClientConfig } from '../storage/s3-client-config.ts';
import type { ColumnarFile, EngineAdapter } from '../engine-adapters/engine-adapter.ts';
import { readObject } from './read-object.ts';

type Fields = Pick<Connection, 'provider' | 'database' | 'username'>;

interface Storage {
  readonly fields: Fields;
  readonly endpoint: string;
  readonly secret: string | null;
  readonly put: (name: string, body: Buffer) => Promise<unknown>;
}

const OBJECTS = 60;
/** Objects are read eight at a time, and the list needs a connection too. */
const MAX_CONNECTIONS = 9;

const STORAGES: readonly (readonly [name: string, start: () => Promise<Storage>])[] = [
  ['S3', startS3],
  ['Azure Blob Storage', startAzure],
  ['Google Cloud Storage', startGcs],
];

it.each(STORAGES)(
  'reads the objects of a pattern in %s with the few connections of one client, and closes them',
  async (_name, start) => {
    const { fields, endpoint, secret, put } = await start();
    for (let n = 0; n < OBJECTS; n++) await put(`few/${n}.csv`, Buffer.from(`n\n${n}\n`));
    const url = new URL(endpoint);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-sockets-'));
    const rest = { port: null, options: null, secret: secret === null ? null : 'env:KEY' };
    const connections = new JobConnections(
      [{ id: 'c', name: 'Own', host: url.href, ...rest, ...fields }],
      { fileFolders: [], named: () => Promise.resolve({ value: secret ?? '' }) },
    );
    try {
      const engine = { readFile: (file: ColumnarFile) => Promise.resolve(file) };
      const { frame } = await readObject(
        engine as unknown as EngineAdapter<ColumnarFile>,
        {
          op: 'discoveredObject',
          connectionId: 'c',
          path: 'few/*.csv',
          format: 'csv',
          hasPartitions: false,
          options: {},
        },
        { connections, scratch, maxSourceRows: null },
      );
      expect(frame.rowCount).toBe(OBJECTS);
      expect(proxy.accepted).toBeLessThanOrEqual(MAX_CONNECTIONS);
      await until(() => proxy.open === 0);
    } finally {
      await proxy.close();
      await rm(scratch, { recursive: true });
    }
  },
);

async function startS3(): Promise<Storage> {
  const { bucket, options } = await requireBucket();
  const { endpoint = '', accessKeyId = null, secretAccessKey = null } = options;
  const client = new S3Client(s3ClientConfig(options));
  return {
    fields: { provider: 's3', database: bucket, username: accessKeyId },
    endpoint,
    secret: secretAccessKey,
    put: (Key, Body) => client.send(new PutObjectCommand({ Bucket: bucket, Key, Body })),
  };
}

async function startAzure(): Promise<Storage> {
  const { container, endpoint, account, key, client } = await requireContainer();
  return {
    fields: { provider: 'azure_blob', database: container, username: account },
    endpoint,
    secret: key,
    put: (name, body) => client.getBlockBlobClient(name).uploadData(body),
  };
}

async function startGcs(): Promise<Storage> {
  const { endpoint, bucket, put } = await requireGcsBucket();
  return {
    fields: { provider: 'gcs', database: bucket, username: null },
    endpoint,
    secret: null,
    put,
  };
}
