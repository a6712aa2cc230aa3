import { startTestApp, type Answer, type TestApp } from '../support/app.ts';
import { idOf, issue, saying, testCases } from '../support/contract-cases.ts';

const CSV = 'id,name,amount,when,ok\n1,a,1.5,2024-01-02,true\n2,b,2.5,2024-01-03,false\n';

let app: TestApp;
let dataset: string;

beforeAll(async () => {
  app = await startTestApp({ SERVICE_MAX_UPLOAD_SIZE_MB: '1' });
  dataset = await idOf(upload('orders.csv', CSV));
});

afterAll(() => app.close());

const upload = (name: string, content: string, query = ''): Promise<Answer> =>
  app.upload(`/api/datasets/upload${query}`, name, content);

const columns = (types: Record<string, string>): object => ({
  column_schema: Object.entries(types).map(([name, type]) => ({ name, type })),
});

describe('uploads', () => {
  testCases([
    [
      'the same file name in capitals is the next version',
      () => upload('ORDERS.CSV', CSV),
      201,
      {
        name: 'orders.csv',
        latest_version: 2,
        version_count: 2,
        ...columns({
          id: 'integer',
          name: 'string',
          amount: 'float',
          when: 'string',
          ok: 'boolean',
        }),
      },
    ],
    ['a CSV of 0 bytes', () => upload('zero.csv', ''), 400, saying(/empty/)],
    [
      'a CSV with nothing but a header',
      () => upload('header.csv', 'a,b,c\n'),
      201,
      { latest_version: 1, data_sample: [], ...columns({ a: 'string', b: 'string', c: 'string' }) },
    ],
    [
      'a row that is too long',
      () => upload('long.csv', 'a,b\n1,2\n3,4,5\n'),
      400,
      saying(/line 3/i),
    ],
    [
      'every row one longer than the header',
      () => upload('shift.csv', 'a,b\n1,2,3\n4,5,6\n'),
      400,
      saying(/line 2/i),
    ],
    [
      'leading zeros and 20 digits stay as they are',
      () => upload('zip.csv', 'zip,big\n00123,12345678901234567890\n'),
      201,
      {
        ...columns({ zip: 'string', big: 'string' }),
        data_sample: [{ zip: '00123', big: '12345678901234567890' }],
      },
    ],
    ['the extension .exe', () => upload('a.exe', CSV), 400, saying(/\.exe/)],
    ['the delimiter "::"', () => upload('b.csv', CSV, '?delimiter=::'), 400, saying(/delimiter/)],
    [
      'an unknown project',
      () => upload('b.csv', CSV, '?project_id=nope'),
      404,
      { detail: "Project 'nope' not found" },
    ],
    [
      'a JSON file with a nested object keeps it as text',
      () => upload('nested.json', '[{"a":1,"b":{"c":[2]}}]'),
      201,
      { ...columns({ a: 'integer', b: 'string' }), data_sample: [{ a: 1, b: '{"c":[2]}' }] },
    ],
    [
      'a file name with folders loses them',
      () => upload('../../evil.csv', CSV),
      201,
      { name: 'evil.csv', latest_version: 1 },
    ],
    [
      'more than MAX_UPLOAD_SIZE_MB',
      () => upload('large.csv', `a\n${'1234567\n'.repeat(150_000)}`),
      413,
      saying(/1 MB|1 MiB/),
    ],
    ['no file', () => app.call('POST', '/api/datasets/upload'), 422, issue('body.file', 'missing')],
    [
      'JSON in place of a form',
      () => app.call('POST', '/api/datasets/upload', { file: 'x' }),
      422,
      issue('body.file', 'missing'),
    ],
  ]);
});

describe('datasets', () => {
  testCases([
    [
      'the schema of version 99',
      () => app.call('GET', `/api/datasets/${dataset}/schema?version=99`),
      404,
      saying(/^Dataset version '[0-9a-f-]{36}:99' not found$/),
    ],
    [
      'more than 1000 versions at once',
      () => app.call('GET', `/api/datasets/${dataset}/versions?limit=1001`),
      422,
      issue('query.limit', 'less_than_equal'),
    ],
    [
      'is_disabled of null',
      () => app.call('PATCH', `/api/datasets/${dataset}`, { is_disabled: null }),
      422,
      issue('body.is_disabled', 'bool_type'),
    ],
    [
      'a name in a change is ignored',
      () => app.call('PATCH', `/api/datasets/${dataset}`, { name: 'zzz' }),
      200,
      { name: 'orders.csv', is_disabled: false },
    ],
    [
      'a list of an unknown project',
      () => app.call('GET', '/api/datasets?project_id=nope'),
      200,
      [],
    ],
    [
      'a restore of one that was not deleted',
      () => app.call('POST', `/api/datasets/${dataset}/restore`),
      200,
      { deleted_at: null },
    ],
  ]);

  it('accepts a second deletion, which renews the time of deletion', async () => {
    const id = await idOf(upload('twice.csv', CSV));
    const deletedAt = async (): Promise<unknown> =>
      ((await app.call('GET', `/api/datasets/${id}`)).body as { deleted_at: unknown }).deleted_at;
    expect(await app.call('DELETE', `/api/datasets/${id}`)).toMatchObject({
      status: 204,
      body: '',
    });
    const first = await deletedAt();
    expect(await app.call('DELETE', `/api/datasets/${id}`)).toMatchObject({
      status: 204,
      body: '',
    });
    expect(first).not.toBeNull();
    expect(await deletedAt()).not.toBe(first);
  });
});
