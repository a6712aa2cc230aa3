import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Document } from 'mongodb';
import { createMongo, type MongoRig } from '../../../../test/support/mongo.ts';
import { startTcpProxy, type TcpProxy } from '../../../../test/support/tcp-proxy.ts';
import { until } from '../../../../test/support/until.ts';
import type { PendingWrite } from '../../pending-write.ts';
import { csvLine } from '../../../formats/csv-line.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { LOCK_TIMES } from './mongodb-lock.ts';
import { writeMongo } from './mongodb-write.ts';

let rig: MongoRig;
let proxy: TcpProxy;
let folder: string;

beforeAll(async () => {
  rig = await createMongo();
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-mongo-write-'));
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
});

/** @param port of the server, or of a proxy that is going to cut the connection */
async function write(
  mode: SqlWrite['mode'],
  rows: readonly (readonly [id: number, name: string])[],
  port = rig.fields.port,
): Promise<PendingWrite> {
  const file = path.join(folder, 'rows.csv');
  writeFileSync(file, rows.map(([id, name]) => csvLine([String(id), name])).join(''));
  const connection = { id: 'c', name: 'Own', options: null, ...rig.fields, port };
  const secret = process.env[rig.fields.secret.replace('env:', '')] ?? '';
  return await writeMongo(
    { connection, secret },
    {
      schema: null,
      table: 't',
      mode,
      keys: mode === 'upsert' ? ['id'] : [],
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'name', type: 'string' },
      ],
      file,
    },
    { ...LOCK_TIMES, lease: 1_000, poll: 20 },
  );
}

async function seen(): Promise<readonly Document[]> {
  return await rig.db
    .collection('t')
    .find({}, { projection: { _id: 0 } })
    .sort({ id: 1 })
    .toArray();
}

async function collections(): Promise<readonly string[]> {
  const all = await rig.db.listCollections({}, { nameOnly: true }).toArray();
  return all.map(({ name }) => name).filter((name) => name !== 'millrace_locks');
}

const numbered = (count: number, name: string): (readonly [number, string])[] =>
  Array.from({ length: count }, (_, place) => [place + 10, name]);

describe('a write of MongoDB that loses its server', () => {
  it('says that an append is incomplete, which the next write removes', async () => {
    await rig.db.collection('t').insertOne({ id: 1, name: 'old' });
    const pending = await write('append', numbered(2_500, 'lost'), proxy.port);
    const committed = Promise.resolve(pending.commit()).catch((error: unknown) => error);
    await until(async () => (await rig.db.collection('t').estimatedDocumentCount()) > 1);
    await proxy.close();
    expect(String(await committed)).toContain(
      'Some documents of this write are in the collection until the next write of it removes them',
    );
    expect((await seen()).length).toBeGreaterThan(1);
    await (await write('append', [[2, 'new']])).commit();
    expect(await seen()).toEqual([
      { id: 1, name: 'old' },
      { id: 2, name: 'new' },
    ]);
    expect(await collections()).toEqual(['t']);
  });

  // FerretDB does not answer more updates of more documents at once.
  it('says that an upsert is incomplete, which the next write restores', async () => {
    await (await write('upsert', numbered(50, 'old'))).commit();
    await rig.db.collection('t').updateMany({}, { $set: { kept: true } });
    const before = await seen();
    const pending = await write('upsert', [[1, 'lost'], ...numbered(50, 'lost')], proxy.port);
    const committed = Promise.resolve(pending.commit()).catch((error: unknown) => error);
    await until(async () => (await rig.db.collection('t').countDocuments({ name: 'lost' })) > 1);
    await proxy.close();
    expect(String(await committed)).toContain('until the next write of it removes them');
    await (await write('append', [[2, 'new']])).commit();
    expect(await seen()).toEqual([{ id: 2, name: 'new' }, ...before]);
    expect(await collections()).toEqual(['t']);
  });

  it('leaves the collection as it was when that happens before the commit', async () => {
    await rig.db.collection('t').insertOne({ id: 1, name: 'old' });
    const pending = await write('replace', [[1, 'lost']], proxy.port);
    await proxy.close();
    await expect(Promise.resolve(pending.commit())).rejects.toThrow();
    expect(await seen()).toEqual([{ id: 1, name: 'old' }]);
    await (await write('append', [[2, 'new']])).commit();
    expect(await seen()).toHaveLength(2);
    expect(await collections()).toEqual(['t']);
  });

  it('restores a collection whose name was free between two renames', async () => {
    await proxy.close();
    await rig.db.collection('t').insertOne({ id: 1, name: 'old' });
    const pending = await write('replace', [[1, 'lost']]);
    const [staged = ''] = (await collections()).filter((name) => name !== 't');
    // A server without `dropTarget` was killed here.
    await rig.db.collection('t').rename(`${staged}_replaced`);
    await pending.rollback();
    await (await write('append', [[2, 'new']])).commit();
    expect(await seen()).toEqual([
      { id: 1, name: 'old' },
      { id: 2, name: 'new' },
    ]);
    expect(await collections()).toEqual(['t']);
  });
});
