import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';

const CSV = 'id,name,amount,when,ok\n1,Ann,1.5,2026-01-02,true\n2,Bob,,2026-01-03,false\n';
/** The beginning of a form, up to the middle of its file. */
const PART =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="early.csv"\r\n\r\na,b\n1,2\n';
const UPLOAD = '/api/datasets/upload';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ SERVICE_MAX_UPLOAD_SIZE_MB: '1' });
});
afterAll(() => app.close());

let files = 0;
/** A name that no other test uses. */
function fileName(extension = '.csv'): string {
  return `file-${++files}${extension}`;
}

async function names(): Promise<string[]> {
  const { body } = await app.call('GET', '/api/datasets?include_deleted=true');
  return (body as { name: string }[]).map(({ name }) => name);
}

/** Every object of the store. */
async function objects(): Promise<string[]> {
  const folder = path.join(app.dataDir, 'objects');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('POST /api/datasets/upload', () => {
  it('creates a dataset with schema, sample and profile', async () => {
    const name = fileName();
    const { status, body } = await app.upload(UPLOAD, name, CSV);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name,
      source_type: 'csv',
      dataset_kind: 'input',
      is_disabled: false,
      deleted_at: null,
      latest_version: 1,
      version_count: 1,
      parse_options: null,
      column_schema: [
        { name: 'id', type: 'integer' },
        { name: 'name', type: 'string' },
        { name: 'amount', type: 'float' },
        { name: 'when', type: 'string' },
        { name: 'ok', type: 'boolean' },
      ],
      data_sample: [
        { id: 1, name: 'Ann', amount: 1.5, when: '2026-01-02', ok: true },
        { id: 2, name: 'Bob', amount: null, when: '2026-01-03', ok: false },
      ],
    });
    expect(body.column_profile[2]).toMatchObject({ name: 'amount', null_count: 1, null_pct: 50 });
    const { warnings, ...dataset } = body as { warnings: unknown[] };
    expect(warnings).toEqual([]);
    expect((await app.call('GET', `/api/datasets/${body.id}`)).body).toEqual(dataset);
  });

  it('adds a version to the dataset of that name, ignoring case, and restores it', async () => {
    const name = fileName();
    const first = await app.upload(UPLOAD, name, CSV);
    await app.call('DELETE', `/api/datasets/${first.body.id}`);
    const second = await app.upload(UPLOAD, name.toUpperCase(), 'a\n1\n');
    expect(second.status).toBe(201);
    expect(second.body).toMatchObject({
      id: first.body.id,
      name,
      latest_version: 2,
      version_count: 2,
      is_disabled: false,
      deleted_at: null,
      column_schema: [{ name: 'a', type: 'integer' }],
    });
  });

  it('keeps a version for each of several concurrent uploads of one name', async () => {
    const name = fileName();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => app.upload(UPLOAD, name, `a\n${n}\n`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { id } = answers[0]!.body;
    const { body: versions } = await app.call('GET', `/api/datasets/${id}/versions`);
    expect((versions as { version_number: number }[]).map((v) => v.version_number)).toEqual([
      4, 3, 2, 1,
    ]);
    const contents = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        app.call('GET', `/api/datasets/${id}/versions/${n}/download`).then(({ body }) => body),
      ),
    );
    expect(contents.sort()).toEqual(['a\n1\n', 'a\n2\n', 'a\n3\n', 'a\n4\n']);
  });

  it('creates datasets of one name in different projects', async () => {
    const name = fileName();
    const project = await app.call('POST', '/api/projects', { name: `project of ${name}` });
    const one = await app.upload(UPLOAD, name, CSV);
    const other = await app.upload(`${UPLOAD}?project_id=${project.body.id}`, name, CSV);
    expect(other.body.id).not.toBe(one.body.id);
    expect(other.body.project_id).toBe(project.body.id);
  });

  it('drops the folders of a file name', async () => {
    const name = fileName();
    expect((await app.upload(UPLOAD, `../../${name}`, CSV)).body.name).toBe(name);
  });

  it('parses with the requested dialect, and returns it', async () => {
    const { body } = await app.upload(
      `${UPLOAD}?delimiter=;&decimal=,`,
      fileName(),
      'a;b\n1,5;x\n',
    );
    expect(body.parse_options).toMatchObject({ delimiter: ';', decimal: ',' });
    expect(body.data_sample).toEqual([{ a: 1.5, b: 'x' }]);
  });

  const broken: readonly [string, string, string, string | Uint8Array, string][] = [
    ['an empty file', '.csv', '', '', 'empty'],
    ['only blanks', '.csv', '', '  \n \n', 'empty|blank'],
    ['a wrong extension', '.exe', '', CSV, '\\.exe'],
    ['no extension', '', '', CSV, 'extension'],
    ['a wrong delimiter', '.csv', '?delimiter=::', CSV, 'delimiter'],
    ['a wrong encoding', '.csv', '?encoding=ebcdic', CSV, 'encoding'],
    [
      'a blank as the delimiter in the query',
      '.csv',
      '?delimiter=%20',
      CSV,
      'delimiter=whitespace',
    ],
    ['an option that does not apply', '.tsv', '?delimiter=;', CSV, 'delimiter'],
    ['a sheet of a csv', '.csv', '?sheet=x', CSV, 'sheet'],
    ['a line with too many fields', '.csv', '', 'a,b\n1,2\n3,4,5\n', '[Ll]ine 3'],
    ['half a million columns', '.csv', '', 'x,'.repeat(500_000), 'columns'],
    ['a NUL', '.csv', '', 'a,b\n1,\0\n', 'NUL'],
    ['broken JSON', '.json', '', '[{"a":1},', 'JSON'],
    ['a broken Parquet file', '.parquet', '', 'PAR1 nonsense', 'Parquet'],
    ['a broken Excel file', '.xlsx', '', 'PK nonsense', 'Excel'],
  ];
  it.each(broken)('rejects %s with a sentence', async (_what, extension, query, content, word) => {
    const name = fileName(extension);
    const before = await objects();
    const { status, body } = await app.upload(UPLOAD + query, name, content);
    expect({ status, detail: body.detail }).toEqual({
      status: 400,
      detail: expect.stringMatching(word) as string,
    });
    expect(await names()).not.toContain(name);
    expect(await objects()).toEqual(before);
  });

  it('answers 404 for an unknown project', async () => {
    expect((await app.upload(`${UPLOAD}?project_id=nope`, fileName(), CSV)).status).toBe(404);
  });

  it('rejects another file type under the name of a dataset', async () => {
    const name = fileName();
    const { body } = await app.upload(UPLOAD, name, CSV);
    const database = await app.openDatabase();
    await database.dataset.update({
      where: { id: body.id as string },
      data: { sourceType: 'parquet' },
    });
    expect((await app.upload(UPLOAD, name, CSV)).status).toBe(409);
  });

  it('rejects names that cannot be stored', async () => {
    expect((await app.upload(UPLOAD, `${'x'.repeat(252)}.csv`, CSV)).status).toBe(400);
    expect((await app.upload(UPLOAD, 'a\tb.csv', CSV)).status).toBe(400);
  });
});

describe('a file above MAX_UPLOAD_SIZE_MB', () => {
  it('is rejected by its Content-Length before its body is read', async () => {
    const sent = await sendEndlessly({ 'Content-Length': String(100 * 1024 * 1024) });
    expect(sent.status).toBe(413);
    expect(sent.bytes).toBeLessThan(20 * 1024 * 1024);
  });

  it('is rejected as soon as it is too large when it has no Content-Length', async () => {
    const sent = await sendEndlessly({ 'Transfer-Encoding': 'chunked' });
    expect(sent.status).toBe(413);
    expect(sent.body).toEqual({
      detail: 'The file is larger than 1 MB, the setting MAX_UPLOAD_SIZE_MB',
    });
    expect(sent.bytes).toBeLessThan(20 * 1024 * 1024);
    expect(await names()).not.toContain('early.csv');
    expect((await app.call('GET', '/health')).status).toBe(200);
  });

  /** Sends until a response arrives, and at most 100 MB. */
  function sendEndlessly(
    headers: Record<string, string>,
  ): Promise<{ status: number; body: unknown; bytes: number }> {
    const chunk = Buffer.alloc(64 * 1024, 'x,y\n');
    return new Promise((resolve, reject) => {
      let bytes = 0;
      let answered = false;
      const request = httpRequest(app.url + UPLOAD, {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=b', ...headers },
      });
      request.once('error', (error) => {
        if (!answered) reject(error);
      });
      request.once('response', (response) => {
        answered = true;
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () => {
          request.destroy();
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown, bytes });
        });
      });
      const more = (): void => {
        if (answered || bytes > 100 * 1024 * 1024) return;
        bytes += chunk.length;
        request.write(chunk, () => setImmediate(more));
      };
      request.write(PART, more);
    });
  }
});

it('stores nothing of an upload whose client disconnects', async () => {
  const before = await objects();
  await new Promise<void>((resolve) => {
    const request = httpRequest(app.url + UPLOAD, {
      method: 'POST',
      headers: {
        'Content-Type': 'multipart/form-data; boundary=b',
        'Transfer-Encoding': 'chunked',
      },
    });
    request.once('error', () => {
      resolve();
    });
    request.write(PART, () => {
      request.destroy(new Error('gone'));
    });
  });
  // Answered after the other request was dealt with: the service is one process.
  expect((await app.upload(UPLOAD, 'after.csv', 'a\n1\n')).status).toBe(201);
  expect(await names()).not.toContain('early.csv');
  expect((await objects()).length).toBe(before.length + 2);
});
