import { randomUUID } from 'node:crypto';
import { Binary, Double, ObjectId, type Document } from 'mongodb';
import { createMongo, type MongoRig } from '../../../../test/support/mongo.ts';
import { SqlJob, type TestTable } from '../../../../test/support/sql-job.ts';
import { startTcpProxy } from '../../../../test/support/tcp-proxy.ts';

let rig: MongoRig;

beforeAll(async () => {
  rig = await createMongo();
});
afterAll(async () => {
  await rig.close();
});
beforeEach(async () => {
  for (const { name } of await rig.db.listCollections().toArray()) {
    await rig.db.dropCollection(name);
  }
});

interface NumberedDocument extends Document {
  readonly _id: number;
}

type Fields = Partial<MongoRig['fields']>;

const job = (fields: Fields = {}): SqlJob => new SqlJob({ ...rig.fields, ...fields });

const people = (
  mode: NonNullable<TestTable['mode']>,
  ...rows: TestTable['rows'][number][]
): TestTable => ({
  table: 'people',
  mode,
  keys: mode === 'upsert' ? ['id'] : [],
  columns: ['id:integer', 'name:string'],
  rows,
});

/** The documents without their identities, as another program reads them. */
async function seen(table = 'people'): Promise<readonly Document[]> {
  const documents = await rig.db
    .collection(table)
    .find({}, { projection: { _id: 0 } })
    .toArray();
  return documents.sort((a, b) => Number(a.id) - Number(b.id));
}

/** The collections of the database, without the empty one of the locks. */
async function collections(): Promise<readonly string[]> {
  expect(await rig.db.collection('millrace_locks').countDocuments()).toBe(0);
  const all = await rig.db.listCollections({}, { nameOnly: true }).toArray();
  return all.map(({ name }) => name).filter((name) => name !== 'millrace_locks');
}

describe('reading MongoDB', () => {
  /** The type and the cells of the field v, and the warnings. */
  async function read(...values: unknown[]): Promise<unknown> {
    await rig.db.collection('t').insertMany(values.map((v) => (v === undefined ? {} : { v })));
    const { columns, rows, warnings } = await job().readTable('t');
    return [columns[1]?.type, rows.map((row) => row[1]), warnings];
  }

  it.each<[string, unknown[], string, (string | null)[]]>([
    ['int', [1, -2147483648, null, undefined], 'integer', ['1', '-2147483648', null, null]],
    ['long', [9223372036854775807n, 1], 'integer', ['9223372036854775807', '1']],
    ['double', [0.1, new Double(2), 1e300], 'float', ['0.1', '2', '1e+300']],
    ['int and double', [1, 0.5], 'float', ['1', '0.5']],
    ['bool', [true, false, null], 'boolean', ['true', 'false', null]],
    ['date', [new Date('2024-02-29T10:30:00.123Z'), null], 'datetime', ['1709202600123000', null]],
    ['date before 1970', [new Date('1969-12-31T23:59:59Z')], 'datetime', ['-1000000']],
    ['string', ['😀 x ', 'a\0b', '', 'a,"b"\n'], 'string', ['😀 x ', 'a\0b', '', 'a,"b"\n']],
    [
      'objectId',
      [new ObjectId('6b07b141b1741179c0574637')],
      'string',
      ['6b07b141b1741179c0574637'],
    ],
    [
      'documents',
      [{ b: [1, { c: null }], a: 9007199254740993n, at: new Date(0) }, []],
      'string',
      ['{"b":[1,{"c":null}],"a":9007199254740993,"at":"1970-01-01T00:00:00.000Z"}', '[]'],
    ],
    ['only null', [null, undefined], 'null', [null, null]],
  ])('reads values of %s', async (_what, values, type, cells) => {
    expect(await read(...values)).toEqual([type, cells, []]);
  });

  it.each<[string, unknown[], (string | null)[], string]>([
    ['an int and a string', [1, 'x', null], ['1', 'x', null], '(int, string)'],
    ['a double and a bool', [new Double(1), true], ['1.0', 'true'], '(bool, double)'],
    [
      'a date and a string',
      [new Date(0), 'x'],
      ['1970-01-01T00:00:00.000Z', 'x'],
      '(date, string)',
    ],
    [
      'an integer that no float holds, and a double',
      [9007199254740993n, 0.5],
      ['9007199254740993', '0.5'],
      '(double, long)',
    ],
    ['bytes', [new Binary(Buffer.from([0, 255]))], ['00ff'], 'hexadecimal'],
  ])('reads %s as text, with a warning', async (_what, values, cells, warning) => {
    expect(await read(...values)).toEqual(['string', cells, [expect.stringContaining(warning)]]);
  });

  it('has the fields of all documents as columns, in the order of appearance', async () => {
    await rig.db.collection<NumberedDocument>('t').insertMany([
      { _id: 1, b: 1 },
      { _id: 2, "it's, ä": 2 },
      { _id: 3, a: 3, b: 4 },
    ]);
    const { columns, rows } = await job().readTable('t');
    expect(columns.map(({ name }) => name)).toEqual(['_id', 'b', "it's, ä", 'a']);
    expect(rows).toEqual([
      ['1', '1', null, null],
      ['2', null, '2', null],
      ['3', '4', null, '3'],
    ]);
  });

  it('reads a collection without documents as a table without columns', async () => {
    await rig.db.createCollection('t');
    expect(await job().readTable('t')).toEqual({ columns: [], rows: [], warnings: [] });
  });

  it('reads at most so many documents as it may, of which alone the columns are', async () => {
    await rig.db.collection('t').insertMany([{ a: 1 }, { a: 2 }, { b: 3 }]);
    const source = { kind: 'table' as const, schema: null, table: 't' };
    const { columns, rows } = await job().read(source, 2);
    expect([columns.length, rows.length]).toEqual([2, 2]);
  });

  it('reads and writes 50,000 documents in their batches', async () => {
    const rows = Array.from({ length: 50_000 }, (_, n) => [String(n), `row ${n}`]);
    await job().put(people('replace', ...rows));
    const read = await job().readTable('people');
    expect(read.rows.map(([, ...cells]) => cells)).toEqual(rows);
  });

  it.each([
    [
      'an absent collection',
      { kind: 'table', schema: null, table: 'none' },
      'no collection "none"',
    ],
    ['a schema', { kind: 'table', schema: 'admin', table: 't' }, 'has no schemas'],
    ['a query', { kind: 'query', texts: ['[{"$out": "t"}]'], values: [] }, 'has no queries'],
  ] as const)('refuses %s by a sentence', async (_what, source, reason) => {
    await expect(job().read(source)).rejects.toThrow(reason);
    expect(await collections()).toEqual([]);
  });
});

describe('writing MongoDB', () => {
  it('reads the values and types that it wrote', async () => {
    const columns = ['i:integer', 'f:float', 'b:boolean', 'd:datetime', 's:string'] as const;
    const rows = [
      ['9223372036854775807', '0.1', 'true', '2024-02-29T10:30:00.123', 'a'],
      ['1', '2.0', 'false', '1969-12-31T23:59:59', 'a,"b"\n\\'],
      [null, null, null, null, null],
      ['1', 'NaN', 'false', '1970-01-01T00:00:00', ''],
    ];
    await job().put({ table: 'kinds', columns, rows });
    const read = await job().readTable('kinds');
    expect(read.columns.slice(1).map(({ name, type }) => `${name}:${type}`)).toEqual(columns);
    expect(read.rows.map(([, ...cells]) => cells)).toEqual([
      ['9223372036854775807', '0.1', 'true', '1709202600123000', 'a'],
      ['1', '2', 'false', '-1000000', 'a,"b"\n\\'],
      [null, null, null, null, null],
      ['1', null, 'false', '0', ''],
    ]);
  });

  it('replaces, appends, and refuses an existing collection', async () => {
    await job().put({ table: 'people', columns: ['other:float'], rows: [['1']] });
    await job().put(people('replace', ['1', 'a']));
    await job().put(people('append', ['2', 'b']));
    await expect(job().put(people('fail', ['3', 'c']))).rejects.toThrow('exists already');
    expect(await seen()).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ]);
    expect(await collections()).toEqual(['people']);
  });

  it.each(['replace', 'append', 'fail', 'upsert'] as const)(
    'creates a collection by %s when there is none, also for no rows',
    async (mode) => {
      await job().put(people(mode, ['1', 'a'], ['2', null]));
      expect(await seen()).toEqual([
        { id: 1, name: 'a' },
        { id: 2, name: null },
      ]);
      await job().put({ ...people(mode), table: 'none' });
      expect([...(await collections())].sort()).toEqual(['none', 'people']);
    },
  );

  it('updates documents with equal keys, keeps their other fields, and adds the others', async () => {
    await job().put(people('upsert', ['1', 'a'], ['2', 'b']));
    await rig.db.collection('people').updateOne({ id: 2 }, { $set: { age: 7, tags: ['x'] } });
    await job().put(people('upsert', ['2', 'B'], ['3', 'c']));
    expect(await seen()).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'B', age: 7, tags: ['x'] },
      { id: 3, name: 'c' },
    ]);
    expect(await collections()).toEqual(['people']);
  });

  it('updates documents by several keys, and compares texts exactly', async () => {
    const keyed = (...rows: TestTable['rows'][number][]): TestTable => ({
      table: 'people',
      mode: 'upsert',
      keys: ['name', 'id'],
      columns: ['id:integer', 'name:string', 'v:string'],
      rows,
    });
    const texts = ['a', 'A', 'a ', 'ä', ''];
    await job().put(keyed(...texts.map((text) => ['1', text, 'old'])));
    await job().put(keyed(['1', 'A', 'new'], ['2', 'A', 'other']));
    expect((await seen()).filter(({ v }) => v !== 'old')).toEqual([
      { id: 1, name: 'A', v: 'new' },
      { id: 2, name: 'A', v: 'other' },
    ]);
    expect(await seen()).toHaveLength(6);
  });

  it('appends rows of several batches with identities of several types', async () => {
    await rig.db.createCollection('t');
    const hex = (n: number): string => n.toString(16).padStart(24, '0');
    const rows = Array.from({ length: 2_400 }, (_, n) => [n % 2 === 0 ? `k${n}` : hex(n), `v${n}`]);
    const columns = ['_id:string', 'v:string'] as const;
    await job().put({ table: 't', mode: 'append', columns, rows });
    const read = [...(await job().readTable('t')).rows];
    expect(read.sort()).toEqual([...rows].sort());
  });

  it('updates documents by the identity that it has read, whatever it is', async () => {
    const [id, other] = [new ObjectId(), new ObjectId()];
    await rig.db.collection('people').insertMany([{ _id: id, id: 1, name: 'a' }]);
    const columns = ['_id:string', 'name:string'] as const;
    const rows = [
      [id.toHexString(), 'A'],
      [other.toHexString(), 'b'],
      ['own', 'c'],
    ];
    await job().put({ table: 'people', mode: 'upsert', keys: ['_id'], columns, rows });
    expect(await rig.db.collection('people').find().sort({ name: 1 }).toArray()).toEqual([
      { _id: id, id: 1, name: 'A' },
      { _id: other, name: 'b' },
      { _id: 'own', name: 'c' },
    ]);
  });

  it.each(['replace', 'append', 'upsert'] as const)(
    'shows nothing of %s before the commit, and leaves the collection as it was after a rollback',
    async (mode) => {
      await job().put(people('upsert', ['1', 'a']));
      const write = await job().write(people(mode, ['1', 'b'], ['2', 'b']));
      expect(await seen()).toEqual([{ id: 1, name: 'a' }]);
      await write.rollback();
      expect(await seen()).toEqual([{ id: 1, name: 'a' }]);
      expect(await collections()).toEqual(['people']);
    },
  );

  it('removes what an append has added when a later document fails', async () => {
    await rig.db.collection('people').createIndex({ name: 1 }, { unique: true }, {});
    await rig.db.collection('people').insertOne({ id: 0, name: 'last' });
    const rows = Array.from({ length: 1_500 }, (_, n) => [String(n + 1), `row ${n}`]);
    await expect(job().put(people('append', ...rows, ['9', 'last']))).rejects.toThrow(
      'a document has the same values of a unique index',
    );
    expect(await seen()).toEqual([{ id: 0, name: 'last' }]);
    expect(await collections()).toEqual(['people']);
  });

  it('restores what an upsert has updated, with its types, when a later document fails', async () => {
    const target = rig.db.collection('people');
    await target.createIndex({ id: 1 }, { unique: true }, {});
    await target.createIndex({ name: 1 }, { unique: true }, {});
    const before = {
      id: 1,
      name: 'a',
      size: new Double(2),
      big: 5n,
      when: new Date(5),
      more: { x: [1] },
    };
    await target.insertMany([before, { id: 2, name: 'taken' }]);
    const exact = { promoteValues: false, promoteLongs: false } as const;
    const stored = await target.find({}, exact).toArray();
    await expect(
      job().put(people('upsert', ['1', 'A'], ['7', 'new'], ['3', 'taken'])),
    ).rejects.toThrow('a document has the same values of a unique index');
    expect(await target.find({}, exact).sort({ id: 1 }).toArray()).toEqual(stored);
    expect(await collections()).toEqual(['people']);
  });

  it.each<[string, TestTable, string]>([
    [
      'two rows of one key',
      people('upsert', ['4', 'x'], ['4', 'y']),
      'Two rows have the same values',
    ],
    ['a row without a key', people('upsert', [null, 'x']), 'no value in the key column "id"'],
    ['keys without an index', { ...people('upsert', ['1', 'x']), keys: ['name'] }, 'unique index'],
    [
      'a path as a column',
      { ...people('append', ['1', 'x']), columns: ['a.b:integer', 'c:string'] },
      '"a.b"',
    ],
    [
      'an operator as a column',
      { ...people('append', ['1', 'x']), columns: ['$set:integer', 'c:string'] },
      '"$set"',
    ],
    [
      'microseconds',
      { ...people('append', ['2024-01-01T00:00:00.000001']), columns: ['d:datetime'] },
      'milliseconds',
    ],
    [
      'a taken identity',
      { ...people('append', ['0', 'x']), columns: ['_id:integer', 'name:string'] },
      'already has a document with the _id 0',
    ],
    ['a schema', { ...people('replace', ['1', 'x']), schema: 'admin' }, 'has no schemas'],
    [
      'a name of the service',
      { ...people('replace', ['1', 'x']), table: 'millrace_locks' },
      'is a name of the service',
    ],
  ])('refuses %s by a sentence, and changes nothing', async (_what, table, reason) => {
    const target = rig.db.collection<NumberedDocument>('people');
    await target.insertOne({ _id: 0, id: 1, name: 'a' });
    await target.createIndex({ id: 1 }, { unique: true }, {});
    await expect(job().put(table)).rejects.toThrow(reason);
    expect(await seen()).toEqual([{ id: 1, name: 'a' }]);
    expect(await collections()).toEqual(['people']);
  });

  it('writes two collections of one job', async () => {
    const own = job();
    const first = await own.write(people('replace', ['1', 'a']));
    const second = await own.write({ ...people('replace', ['2', 'b']), table: randomName() });
    await first.commit();
    await second.commit();
    expect(await collections()).toHaveLength(2);
  });
});

function randomName(): string {
  return `t_${randomUUID().replaceAll('-', '')}`;
}

describe('a connection to MongoDB that fails', () => {
  it.each<[string, Fields, string]>([
    ['a list of hosts', { host: '127.0.0.1,169.254.169.254' }, 'host must be the name'],
    ['a URL', { host: 'mongodb+srv://x' }, 'host must be the name'],
    ['options in the host', { host: 'x/?replicaSet=r' }, 'host must be the name'],
    ['a local socket', { host: 'x.sock' }, 'host must be the name'],
    ['a database that is none', { database: 'a/b' }, 'database must be the name'],
    ['options of another server', { options: { host: 'x' } }, 'options.host'],
    ['a mode of TLS', { options: { sslmode: 'prefer' } }, 'options.sslmode must be one of'],
    ['no database of users', { options: { auth_source: 'a b' } }, 'options.auth_source'],
  ])('is refused before it connects: %s', async (_what, fields, reason) => {
    await expect(job(fields).readTable('t')).rejects.toThrow(reason);
  });

  it('fails by a sentence when the server closes the connection in the middle', async () => {
    await rig.db
      .collection('t')
      .insertMany(Array.from({ length: 3_000 }, () => ({ v: 'x'.repeat(500) })));
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: rig.fields.port });
    proxy.cutAfter(200_000);
    await expect(job({ port: proxy.port }).readTable('t')).rejects.toThrow(
      'the server closed the connection',
    );
    await proxy.close();
  });

  it('fails by a sentence within seconds when the server accepts and does not answer', async () => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: rig.fields.port });
    proxy.freeze();
    await expect(job({ port: proxy.port }).readTable('t')).rejects.toThrow(
      'the server did not answer in time',
    );
    await proxy.close();
  });
});
