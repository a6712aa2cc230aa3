import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startTestApp, type LogLine, type TestApp } from '../support/app.ts';
import { startHoldingProxy } from '../support/holding-proxy.ts';
import { requireBucket, type S3Server } from '../support/s3-server.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { SlotOutcomes } from '../support/slot-outcomes.ts';
import { until } from '../support/until.ts';
import { s3ClientConfig } from '../../runner/storage/s3-client-config.ts';

let app: TestApp;
let folder: string;
let storage: S3Server;

/** The log of a check that did not find out whether the data have changed. */
const UNKNOWN = 'failed to check the sources of a flow: the run is started';

beforeAll(async () => {
  storage = await requireBucket();
  app = await startTestApp(
    {
      SERVICE_SCHEDULER_POLL_INTERVAL_SECONDS: '1',
      SERVICE_SCHEDULER_MAX_CONSECUTIVE_FAILURES: '0',
    },
    { variables: { MILLRACE_TEST_S3_KEY: storage.options.secretAccessKey ?? '' } },
  );
  folder = path.join(app.dataDir, 'storage', 'sources');
  await mkdir(folder, { recursive: true });
});

afterAll(() => app.close());

async function unknown(): Promise<readonly LogLine[]> {
  return (await app.readLogs()).filter(({ msg }) => msg === UNKNOWN);
}

async function connection(fields: object): Promise<string> {
  const name = `C ${crypto.randomUUID()}`;
  const answer = await app.call('POST', '/api/connections', { name, ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body.id);
}

/** Saves a flow of one input, with a schedule that waits for data. */
async function saved(type: string, config: object): Promise<{ flow: string; slots: SlotOutcomes }> {
  const nodes = [
    { id: 'in', type, data: { config } },
    { id: 'out', type: 'csvOutput', data: { config: {} } },
  ];
  const graph = { nodes, edges: [{ source: 'in', target: 'out' }] };
  const made = await app.call('POST', '/api/flows', { name: 'Waiting', graph_json: graph });
  const flow = String(made.body.id);
  const body = { cron: '@yearly', only_if_changed: true };
  const answer = await app.call('POST', `/api/flows/${flow}/schedules`, body);
  return { flow, slots: new SlotOutcomes(app, String(answer.body.id)) };
}

it('a schedule with only_if_changed waits until an object of a storage is another one', async () => {
  const file = path.join(folder, 'orders.csv');
  const id = await connection({ provider: 'local', database: folder });
  await writeFile(file, 'id\n1\n');
  const { flow, slots } = await saved('storageInput', { connection_id: id, path: 'orders.csv' });
  expect(await slots.next()).toBe('success');
  expect(await slots.next()).toBe('unchanged');

  await writeFile(file, 'id\n1\n2\n');
  expect(await slots.next()).toBe('success');
  expect(await slots.next()).toBe('unchanged');
  await utimes(file, new Date(0), new Date(0));
  expect(await slots.next()).toBe('success');

  const { body } = await app.call('GET', `/api/runs?flow_id=${flow}&limit=1`);
  const [latest] = body as unknown as [{ id: string }];
  const run = await app.call('GET', `/api/runs/${latest.id}`);
  expect(run.body.node_results).toMatchObject([
    { object_path: 'orders.csv', object_version: '0-7' },
    { object_path: null, object_version: null },
  ]);

  // The check fails, and so does the run, which says why.
  await rm(file);
  expect(await slots.next()).toBe('failed');
});

it('a schedule with only_if_changed waits until an object of a pattern is added, removed or replaced', async () => {
  const at = (name: string): string => path.join(folder, 'pattern', name);
  await mkdir(at('2026'), { recursive: true });
  await writeFile(at('2026/a.csv'), 'id\n1\n');
  const id = await connection({ provider: 'local', database: folder });
  const config = { connection_id: id, path: 'pattern/**/[a-m]*.csv', format: 'csv' };
  const { flow, slots } = await saved('storageInput', config);
  expect(await slots.next()).toBe('success');
  expect(await slots.next()).toBe('unchanged');

  await writeFile(at('2026/z.csv'), 'id\n9\n');
  expect(await slots.next()).toBe('unchanged');
  await writeFile(at('b.csv'), 'id\n2\n');
  expect(await slots.next()).toBe('success');
  expect(await slots.next()).toBe('unchanged');
  await utimes(at('b.csv'), new Date(0), new Date(0));
  expect(await slots.next()).toBe('success');
  await rename(at('b.csv'), at('c.csv'));
  expect(await slots.next()).toBe('success');
  await rm(at('c.csv'));
  expect(await slots.next()).toBe('success');
  expect(await slots.next()).toBe('unchanged');

  const { body } = await app.call('GET', `/api/runs?flow_id=${flow}&limit=1`);
  const [latest] = body as unknown as [{ id: string }];
  const run = await app.call('GET', `/api/runs/${latest.id}`);
  const digest: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(run.body.node_results).toMatchObject([
    { object_path: config.path, object_version: digest, rows: 1 },
    { object_path: null },
  ]);

  // The check fails, and so does the run, which says that nothing matches.
  await rm(at('2026'), { recursive: true });
  expect(await slots.next()).toBe('failed');
});

it('a schedule with only_if_changed waits for objects of S3, and runs when their list takes ten seconds', async () => {
  const { bucket, options } = storage;
  const { endpoint = '', accessKeyId: username } = options;
  const client = new S3Client(s3ClientConfig(options));
  const put = (Key: string, Body: string): Promise<unknown> =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
  const proxy = await startHoldingProxy(endpoint);
  try {
    const keys = { username, password_env: 'env:MILLRACE_TEST_S3_KEY' };
    const id = await connection({ provider: 's3', database: bucket, host: proxy.url, ...keys });
    await put('days/1.csv', 'id\n1\n');
    const config = { connection_id: id, path: 'days/*.csv', format: 'csv' };
    const { slots } = await saved('storageInput', config);
    expect(await slots.next()).toBe('success');
    expect(await slots.next()).toBe('unchanged');
    await put('days/1.txt', 'of no pattern');
    expect(await slots.next()).toBe('unchanged');
    await put('days/2.csv', 'id\n2\n');
    expect(await slots.next()).toBe('success');
    await put('days/2.csv', 'id\n3\n');
    expect(await slots.next()).toBe('success');
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'days/2.csv' }));
    expect(await slots.next()).toBe('success');
    expect(await slots.next()).toBe('unchanged');

    const before = (await unknown()).length;
    proxy.hold('GET', '');
    const slot = slots.next();
    await until(() => proxy.held > 0);
    // The server answers nothing, so only the bound of the check ends it.
    await until(async () => (await unknown()).length > before);
    proxy.release();
    expect(await slot).toBe('success');
  } finally {
    await proxy.close();
    client.destroy();
  }
});

it('a schedule with only_if_changed waits for rows beyond the watermark', async () => {
  const file = path.join(folder, 'orders.db');
  const own = new DatabaseSync(file);
  own.exec('CREATE TABLE t (id INTEGER); INSERT INTO t VALUES (1), (2)');
  const id = await connection({ provider: 'sqlite', database: file });
  const config = { connection_id: id, table: 't', incremental_column: 'id' };
  const { flow, slots } = await saved('sqlInput', config);
  expect(await slots.next()).toBe('success');
  expect(await slots.next()).toBe('unchanged');
  own.exec('DELETE FROM t WHERE id = 1; INSERT INTO t VALUES (NULL), (0)');
  expect(await slots.next()).toBe('unchanged');
  own.exec('INSERT INTO t VALUES (3)');
  expect(await slots.next()).toBe('success');
  expect(await slots.next()).toBe('unchanged');

  const marks = `/api/flows/${flow}/watermarks`;
  expect((await app.call('GET', marks)).body).toMatchObject([{ value: '3' }]);
  await app.call('DELETE', `${marks}/in`);
  expect(await slots.next()).toBe('success');

  own.exec('DROP TABLE t');
  own.close();
  expect(await slots.next()).toBe('failed');
});

it('a table that is read as a whole counts as changed at each slot', async () => {
  const file = path.join(folder, 'whole.db');
  const own = new DatabaseSync(file);
  own.exec('CREATE TABLE t (id INTEGER)');
  own.close();
  const id = await connection({ provider: 'sqlite', database: file });
  const { slots } = await saved('sqlInput', { connection_id: id, table: 't' });
  expect(await slots.next()).toBe('success');
  expect(await slots.next()).toBe('success');
});

it('a database that does not answer holds a slot up for seconds, and then its run is started', async () => {
  const { hostname, port, pathname, username, searchParams } = new URL(app.databaseUrl);
  const socketFolder = searchParams.get('host');
  const proxy = await startTcpProxy(
    socketFolder === null
      ? { host: hostname, port: Number(port) }
      : { path: `${socketFolder}/.s.PGSQL.${port || '5432'}` },
  );
  try {
    const id = await connection({
      provider: 'postgresql',
      host: '127.0.0.1',
      port: proxy.port,
      database: pathname.slice(1),
      username: decodeURIComponent(username),
    });
    const query = 'SELECT 1 AS id';
    const config = { connection_id: id, mode: 'query', query, incremental_column: 'id' };
    const { slots } = await saved('sqlInput', config);
    expect(await slots.next()).toBe('success');
    expect(await slots.next()).toBe('unchanged');
    proxy.freeze();
    expect(await slots.next()).toBe('failed');
    expect(await unknown()).not.toEqual([]);
  } finally {
    await proxy.close();
  }
});
