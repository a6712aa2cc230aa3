import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { startServerProcess } from '../../../test/support/server-process.ts';
import { until } from '../../../test/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The files of uploads under way that lie in the store. */
async function uploads(): Promise<string[]> {
  const folder = path.join(app.dataDir, 'objects', 'uploads');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

const deletions = async () => (await app.openDatabase()).objectDeletion.findMany();

describe('an upload', () => {
  it('leaves a deletion behind when its server is killed, by which another removes the file', async () => {
    const server = await startServerProcess({
      SERVICE_DATABASE_URL: app.databaseUrl,
      SERVICE_DATA_DIR: app.dataDir,
    });
    const { hostname, port } = new URL(server.api.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    // The file is whole, the form is not: the server waits for its other fields.
    socket.write(
      'POST /api/datasets/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n' +
        'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="killed.csv"\r\n\r\na,b\n1,2\n' +
        '\r\n--b\r\nContent-Disposition: form-data; name="skip_rows"\r\n\r\n',
    );
    await until(async () => (await uploads()).length > 0);
    await server.kill();
    socket.destroy();
    const [left, ...others] = await deletions();
    expect(others).toEqual([]);
    expect(left?.key).toMatch(/^uploads\/[^/]+\/$/);
    expect(left?.dueAt?.getTime()).toBeGreaterThan(Date.now() + 60 * 60 * 1000);
    expect(await uploads()).toEqual(['source']);
    // A day later.
    await (await app.openDatabase()).objectDeletion.updateMany({ data: { dueAt: new Date() } });
    const next = await startServerProcess({
      SERVICE_DATABASE_URL: app.databaseUrl,
      SERVICE_DATA_DIR: app.dataDir,
    });
    await until(async () => (await deletions()).length === 0);
    await next.kill();
    expect(await uploads()).toEqual([]);
  });

  it('withdraws the deletions of its files when it succeeds, and when it is rejected', async () => {
    const { status } = await app.upload('/api/datasets/upload', 'kept.csv', 'a,b\n1,2\n');
    expect(status).toBe(201);
    expect(await deletions()).toEqual([]);
    const rejected = await app.upload('/api/datasets/upload', 'rejected.csv', 'a,b\n1,2,3\n');
    expect(rejected.status).toBe(400);
    expect(await deletions()).toEqual([]);
    expect(await uploads()).toEqual([]);
  });
});
