import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createMongo, type MongoRig } from '../../../../test/support/mongo.ts';
import { startTcpProxy, type TcpProxy } from '../../../../test/support/tcp-proxy.ts';
import type { WriteMode } from '../../../domain/sql-source.ts';
import { UnknownOutcomeError, type PendingWrite } from '../../pending-write.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { StagedRows } from '../../sql/sql-driver.ts';
import { explaining, explainingWrite } from '../../use-connection.ts';
import { MONGO_LIMITS } from './mongodb-client.ts';
import { MONGODB_DRIVER } from './mongodb-driver.ts';
import { LOCK_TIMES } from './mongodb-lock.ts';
import { readMongo } from './mongodb-read.ts';
import { writeMongo } from './mongodb-write.ts';

const SOON = { ...MONGO_LIMITS, answer: 1_500, close: 100 };
const label = '"Own" (MongoDB)';

let rig: MongoRig;
let proxy: TcpProxy;
let folder: string;

beforeAll(async () => {
  rig = await createMongo();
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-mongo-hanging-'));
});
afterAll(async () => {
  await rig.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  proxy = await startTcpProxy({ host: '127.0.0.1', port: rig.fields.port });
  for (const { name } of await rig.db.listCollections().toArray()) {
    await rig.db.dropCollection(name);
  }
  const documents = Array.from({ length: 3_000 }, (_, id) => ({ id, name: `kept-${id}` }));
  await rig.db.collection('t').insertMany(documents);
});
afterEach(async () => {
  await proxy.close();
});

/** The database by the proxy, which explains its errors as in a run. */
function opened(): Parameters<typeof explaining>[0] & { readonly target: ConnectionTarget } {
  const connection = { id: 'c', name: 'Own', options: null, ...rig.fields, port: proxy.port };
  const secret = process.env[rig.fields.secret.replace('env:', '')] ?? '';
  return { driver: MONGODB_DRIVER, target: { connection, secret }, label };
}

async function read(): Promise<StagedRows> {
  const use = opened();
  const file = path.join(folder, 'read.csv');
  const source = { kind: 'table', schema: null, table: 't' } as const;
  return await explaining(use, () => readMongo(use.target, { source, maxRows: null, file }, SOON));
}

async function write(mode: WriteMode): Promise<PendingWrite> {
  const use = opened();
  const file = path.join(folder, 'rows.csv');
  writeFileSync(file, '7000,new\n');
  const columns = [
    { name: 'id', type: 'integer' },
    { name: 'name', type: 'string' },
  ] as const;
  const keys = mode === 'upsert' ? ['id'] : [];
  const table = { schema: null, table: 't', mode, keys, columns, file };
  return await explainingWrite(use, () => writeMongo(use.target, table, LOCK_TIMES, SOON));
}

async function expectGivenUp(work: Promise<unknown>): Promise<void> {
  await expect(work).rejects.toThrow(`The connection ${label}: the server did not answer in time`);
  expect(proxy.isFrozen).toBe(true);
}

describe('a server of MongoDB that hangs', () => {
  it.each(['listCollections', 'kept-5', 'getMore', 'kept-2500'])(
    'fails a read that waits at %j',
    async (text) => {
      proxy.freezeAt(text);
      await expectGivenUp(read());
    },
  );

  it.each<[string, WriteMode]>([
    ['millrace_locks', 'append'],
    ['listCollections', 'append'],
    ['millrace_staged', 'replace'],
    ['new', 'append'],
  ])('fails a write that waits at %j of %s', async (text, mode) => {
    proxy.freezeAt(text);
    await expectGivenUp(write(mode));
  });

  it.each<[string, WriteMode]>([
    ['changing', 'append'],
    ['renameCollection', 'replace'],
  ])('fails a commit that waits at %j of %s', async (text, mode) => {
    const pending = await write(mode);
    proxy.freezeAt(text);
    const commit = Promise.resolve(pending.commit());
    await expectGivenUp(commit);
    await expect(commit).rejects.toBeInstanceOf(UnknownOutcomeError);
    expect(await rig.db.collection('t').countDocuments()).toBe(3_000);
  });

  it('does not hold a rollback', async () => {
    const pending = await write('append');
    proxy.freezeAt('drop');
    await pending.rollback();
    expect(proxy.isFrozen).toBe(true);
  });
});
