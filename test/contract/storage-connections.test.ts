import { mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let root: string;
/** The allowed folder. */
let folder: string;
let id: string;

beforeAll(async () => {
  root = path.join(os.tmpdir(), `millrace-storage-${crypto.randomUUID()}`);
  folder = path.join(root, 'allowed');
  await mkdir(path.join(folder, 'in/deep'), { recursive: true });
  await mkdir(path.join(root, 'outside'));
  await writeFile(path.join(root, 'outside', 'secret.csv'), 'a,b\n1,2\n');
  await symlink(path.join(root, 'outside', 'secret.csv'), path.join(folder, 'link.csv'));
  await symlink(path.join(root, 'outside'), path.join(folder, 'linked'));
  app = await startTestApp({ SERVICE_STORAGE_ALLOWED_ROOTS: JSON.stringify([folder]) });
  id = await connection(folder);
});

afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

async function connection(database: string, fields: object = {}): Promise<string> {
  const answer = await app.call('POST', '/api/connections', {
    name: `S ${crypto.randomUUID()}`,
    provider: 'local',
    database,
    ...fields,
  });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: string }).id;
}

async function file(name: string, content: string | Buffer = ''): Promise<void> {
  await writeFile(path.join(folder, name), content);
}

function objects(query = '', connectionId = id): ReturnType<TestApp['call']> {
  return app.call('GET', `/api/connections/${connectionId}/objects${query}`);
}

function dialect(name: string, more = ''): ReturnType<TestApp['call']> {
  const query = `?path=${encodeURIComponent(name)}${more}`;
  return app.call('GET', `/api/connections/${id}/objects/dialect${query}`);
}

describe('the objects of a local folder', () => {
  beforeAll(async () => {
    await file('in/b.csv');
    await file('in/B.csv');
    await file('in/\u{1f600}.csv');
    await file('in/\uff5e.csv');
    await file('in/deep/c.csv');
    await file('in/.millrace-5f0c7b1e-54d5-4f0e-9d5a-1f2a6f0c9b11.part');
  });

  it('lists relative paths at any depth by code point, without links and unfinished files', async () => {
    expect(await objects('?prefix=in')).toMatchObject({
      status: 200,
      body: ['in/B.csv', 'in/b.csv', 'in/deep/c.csv', 'in/\uff5e.csv', 'in/\u{1f600}.csv'],
    });
    const { body } = await objects();
    expect(JSON.stringify(body)).not.toContain('link');
  });

  it('lists the paths that begin with a text, which need not be that of a folder', async () => {
    expect(await objects('?prefix=in%2Fd')).toMatchObject({ body: ['in/deep/c.csv'] });
    expect(await objects('?prefix=in%2Fdeep%2Fx')).toMatchObject({ body: [] });
    expect(await objects('?prefix=..%2Foutside')).toMatchObject({ status: 200, body: [] });
  });

  it('gives a page of the list and the number of all paths', async () => {
    const { body, headers } = await objects('?prefix=in&limit=2&offset=1');
    expect(body).toEqual(['in/b.csv', 'in/deep/c.csv']);
    expect(headers.get('X-Total-Count')).toBe('5');
  });

  it('are pages of the list of the first page', async () => {
    await mkdir(path.join(folder, 'pages'));
    for (const name of ['pages/1.csv', 'pages/2.csv', 'pages/3.csv']) await file(name);
    expect((await objects('?prefix=pages&limit=2')).body).toEqual(['pages/1.csv', 'pages/2.csv']);
    await file('pages/0.csv');
    // A new list would repeat a path on the second page.
    expect((await objects('?prefix=pages&limit=2&offset=2')).body).toEqual(['pages/3.csv']);
    expect((await objects('?prefix=pages&limit=1')).body).toEqual(['pages/0.csv']);
    await rm(path.join(folder, 'pages'), { recursive: true });
  });

  it('is empty for a missing folder, and creates none, also by a test', async () => {
    const missing = await connection(path.join(folder, 'missing'));
    expect(await objects('', missing)).toMatchObject({ status: 200, body: [] });
    expect(await app.call('POST', `/api/connections/${missing}/test`)).toMatchObject({
      body: { ok: false, message: expect.stringContaining('does not exist') as unknown },
    });
    await expect(stat(path.join(folder, 'missing'))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['a folder outside', '../outside', 'outside of the folders'],
    ['a link to a folder outside', 'linked', 'outside of the folders'],
    ['a file', 'in/b.csv', 'not a folder'],
  ])('rejects %s', async (_what, name, reason) => {
    const other = await connection(path.join(folder, name));
    const test = await app.call('POST', `/api/connections/${other}/test`);
    expect(test).toMatchObject({ body: { ok: false } });
    expect(JSON.stringify(test.body)).toContain(reason);
    expect(JSON.stringify(await objects('', other))).not.toContain('secret');
  });

  it('tests a folder without changing it', async () => {
    const before = await readdir(folder);
    expect(await app.call('POST', `/api/connections/${id}/test`)).toMatchObject({
      body: { ok: true },
    });
    expect(await readdir(folder)).toEqual(before);
  });

  it('has none for a database, and none for an unknown connection', async () => {
    const database = await connection(path.join(folder, 'x.db'), { provider: 'sqlite' });
    expect(await objects('', database)).toMatchObject({ status: 400 });
    expect(await objects('', 'none')).toMatchObject({ status: 404 });
    const path_ = `/api/connections/${database}/objects/dialect?path=x`;
    expect(await app.call('GET', path_)).toMatchObject({ status: 400 });
  });

  it('is available in the catalogue', async () => {
    const { body } = await app.call('GET', '/api/catalog/connectors');
    expect(body).toContainEqual(expect.objectContaining({ id: 'local', available: true }));
  });
});

describe('the dialect of an object', () => {
  it.each<[string, string | Buffer, string, object]>([
    ['semicolons and decimal commas', 'a;b\n1,5;x\n', 'csv', [';', 'utf-8', ',']],
    ['commas', 'a,b\n1.5,x\n', 'csv', [',', 'utf-8', null]],
    ['one column', 'a\nx\ny\n', 'csv', [null, 'utf-8', null]],
    ['an empty file', '', 'csv', [null, null, null]],
    ['binary data', Buffer.from([97, 0, 1, 2]), 'csv', [null, null, null]],
    ['UTF-16', Buffer.from('\ufeffa,b\n1,2\n', 'utf16le'), 'csv', [',', 'utf-16', null]],
    ['cp1252', Buffer.from('a,b\ncaf\u00e9,2\n', 'latin1'), 'csv', [',', 'cp1252', null]],
    ['TSV with decimal commas', 'a\tb\n1,5\tx\n', 'tsv', [null, 'utf-8', ',']],
    ['thousands and decimals', 'a;b\n1.234,5;x\n', 'csv', [';', 'utf-8', ',']],
    ['thousands only', 'a;b\n1,234;x\n', 'csv', [';', 'utf-8', null]],
  ])('detects %s', async (_what, content, format, expected) => {
    await file('d.csv', content);
    const { status, body } = await dialect('d.csv', `&format=${format}`);
    expect(status).toBe(200);
    const { delimiter, encoding, decimal } = body as Record<string, string | null>;
    expect([delimiter, encoding, decimal]).toEqual(expected);
  });

  it('reads 64 KB of a large object', async () => {
    await file('large.csv', `a;b\n${'1,5;x\n'.repeat(20_000)}\0`);
    expect(await dialect('large.csv')).toMatchObject({ body: { delimiter: ';', decimal: ',' } });
  });

  it.each([
    'missing.csv',
    'in',
    '../outside/secret.csv',
    '/etc/passwd',
    'link.csv',
    'linked/secret.csv',
    'in//b.csv',
    'a\\b.csv',
    'in/b.csv/x',
  ])('answers 400 without a path of the server to %s', async (name) => {
    const { status, body } = await dialect(name);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(/The connection \\"S /);
    expect(JSON.stringify(body)).not.toMatch(/ENOENT|ELOOP|secret\.csv'/);
  });

  it('answers 422 to another format and to a path that is too long', async () => {
    expect(await dialect('d.csv', '&format=json')).toMatchObject({ status: 422 });
    expect(await dialect('x'.repeat(1025))).toMatchObject({ status: 422 });
  });
});
