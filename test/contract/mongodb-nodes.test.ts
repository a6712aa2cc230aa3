import { Double } from 'mongodb';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMongo, type MongoRig } from '../support/mongo.ts';

let app: TestApp;
let rig: MongoRig;
let connectionId: string;

beforeAll(async () => {
  rig = await createMongo();
  app = await startTestApp({}, { variables: rig.variables });
  await rig.db.collection('items').insertMany([
    {
      id: 9007199254740993n,
      price: new Double(2),
      sold: true,
      day: new Date('2024-02-29'),
      name: 'a',
    },
    { price: new Double(1.5), sold: false, day: new Date('2024-03-01T10:30:00.5Z'), name: '' },
  ]);
  connectionId = await connection({});
});

afterAll(async () => {
  await app.close();
  await rig.close();
});

async function connection(changes: object): Promise<string> {
  const { secret, ...fields } = rig.fields;
  const name = `M ${crypto.randomUUID()}`;
  const record = { name, ...fields, password_env: secret, ...changes };
  const answer = await app.call('POST', '/api/connections', record);
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: string }).id;
}

async function run(
  input: object,
  output: { readonly type: string; readonly config: object } = { type: 'csvOutput', config: {} },
  engine = 'polars',
): Promise<unknown> {
  const config = { connection_id: connectionId, ...input };
  const at = { x: 0, y: 0 };
  const flow = await app.call('POST', '/api/flows', {
    name: 'F',
    graph_json: {
      nodes: [
        { id: 'r', type: 'sqlInput', position: at, data: { label: 'r', config } },
        { id: 'w', type: output.type, position: at, data: { label: 'w', config: output.config } },
      ],
      edges: [{ id: 'e', source: 'r', target: 'w' }],
      engine,
    },
  });
  const { id } = flow.body as { id: string };
  return (await app.call('POST', `/api/flows/${id}/runs`, {})).body;
}

const ROWS = {
  rows: 2,
  column_types: ['string', 'integer', 'float', 'boolean', 'datetime', 'string'],
  sample: [
    { price: 2, sold: true, day: '2024-02-29T00:00:00', name: 'a' },
    { id: null, price: 1.5, sold: false, day: '2024-03-01T10:30:00.500', name: '' },
  ],
};

describe('nodes on MongoDB', () => {
  it.each(['polars', 'pandas'])('read a collection on %s', async (engine) => {
    expect(await run({ table: 'items' }, undefined, engine)).toMatchObject({
      status: 'success',
      error_message: null,
      node_results: [ROWS, {}],
    });
  });

  it('write a collection, which another flow reads with the same values', async () => {
    const config = { connection_id: connectionId, table: 'copy' };
    expect(await run({ table: 'items' }, { type: 'sqlOutput', config })).toMatchObject({
      status: 'success',
      error_message: null,
    });
    expect(await run({ table: 'copy' })).toMatchObject({ node_results: [ROWS, {}] });
    expect(await rig.db.collection('copy').countDocuments({ id: 9007199254740993n })).toBe(1);
    await rig.db.dropCollection('copy');
  });

  it('fail with a sentence that names the connection, and leave the collection as it was', async () => {
    const config = { connection_id: connectionId, table: 'items', if_exists: 'fail' };
    const refused = await run({ table: 'items' }, { type: 'sqlOutput', config });
    expect((refused as { error_message: string }).error_message).toMatch(
      /^w \(w\): The connection "M .*exists already/s,
    );
    expect(await rig.db.collection('items').countDocuments()).toBe(2);
  });

  it('list the collections with the types of their fields', async () => {
    const { body } = await app.call('GET', `/api/connections/${connectionId}/tables`);
    expect(body).toMatchObject([
      {
        name: 'items',
        schema_name: null,
        qualified: 'items',
        row_estimate: 2,
        columns: expect.arrayContaining([
          { name: '_id', type: 'objectId' },
          { name: 'id', type: 'long' },
        ]) as unknown,
      },
    ]);
  });

  it('fail for a query, which the catalogue says is not supported', async () => {
    const result = await run({ mode: 'query', query: '{"collection": "items"}' });
    expect((result as { error_message: string }).error_message).toMatch(
      /^r \(r\): The connection "M .*" \(MongoDB.* has no queries/s,
    );
    const { body } = await app.call('GET', '/api/connections/providers');
    expect(body).toContainEqual(
      expect.objectContaining({ name: 'mongodb', available: true, supports_query: false }),
    );
  });

  it.each<[string, object, string]>([
    ['another port', { port: 1 }, 'nothing accepts connections'],
    ['another host', { host: 'no-such-host.invalid' }, 'the host'],
    ['another database', { database: 'none' }, 'has no collections'],
    ['another user', { username: 'nobody' }, 'the user or the password is wrong'],
    ['no user', { username: null }, 'the user has no permission'],
    ['TLS where there is none', { options: { sslmode: 'require' } }, 'options.sslmode'],
  ])('say why a test fails: %s', async (_what, fields, reason) => {
    const id = await connection(fields);
    expect(await app.call('POST', `/api/connections/${id}/test`)).toMatchObject({
      body: { ok: false, message: expect.stringContaining(reason) as unknown },
    });
  });

  it('accept a test of a server that answers', async () => {
    expect(await app.call('POST', `/api/connections/${connectionId}/test`)).toMatchObject({
      body: { ok: true },
    });
  });
});
