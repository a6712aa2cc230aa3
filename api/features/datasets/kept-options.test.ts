import { LocalFolderStore } from '../../../runner/storage/local-folder-store.ts';
import { until } from '../../../test/support/until.ts';
import { startTestApp, type Answer, type TestApp } from '../../../test/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const TITLED = 'Report\nid;n\n1;NA\n2;3\n';

async function upload(
  name: string,
  content: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const answer = await fetch(`${app.url}/api/datasets/upload`, { method: 'POST', body: form });
  const body = (await answer.json()) as Answer['body'];
  return { status: answer.status, body, headers: answer.headers };
}

const codes = ({ body }: Answer): readonly string[] =>
  (body.warnings as readonly { code: string }[]).map(({ code }) => code);

describe('the options of the version before', () => {
  const options = { skip_rows: '1', null_values: 'NA', delimiter: ';' };

  it('are kept for the next version unless they are given again, and a warning reports it', async () => {
    await upload('kept.csv', TITLED, options);
    const next = await upload('kept.csv', TITLED.replace('3', '4'));
    expect(next.body).toMatchObject({
      latest_version: 2,
      data_sample: [
        { id: 1, n: null },
        { id: 2, n: 4 },
      ],
      warnings: [
        {
          code: 'kept_options',
          message:
            'The options of version 1 were kept: delimiter=;, null_values=NA, skip_rows=1. Give an option again to change it; an empty field drops it.',
        },
      ],
    });
    const again = await upload('kept.csv', 'id;n\n1;NA\n', { skip_rows: '0' });
    expect(again.body).toMatchObject({ latest_version: 3, data_sample: [{ id: 1, n: null }] });
    // What was given for version 3 counts for version 4; so does what version 3 had kept.
    const last = await upload('kept.csv', 'id;n\n1;NA\n');
    expect(last.body).toMatchObject({ latest_version: 4, data_sample: [{ id: 1, n: null }] });
    expect(codes(last)).toEqual(['kept_options']);
  });

  it.each([
    ['rows', 'widest', 'strict', 'a,b\n1,2,3\n'],
    ['quote_char', "'", '"', "a,b\n'1',2\n"],
    ['null_values', 'NA', ',', 'a,b\nNA,2\n'],
  ])('are changed back by %s=%s, then %s', async (option, value, usual, content) => {
    const name = `${option}-back.csv`;
    await upload(name, 'a,b\n1,2\n', { [option]: value });
    const kept = await upload(name, content);
    expect(codes(kept)).toContain('kept_options');
    const back = await upload(name, 'a,b\n1,2\n', { [option]: usual });
    expect(codes(back)).not.toContain('kept_options');
    expect(codes(await upload(name, 'a,b\n1,2\n'))).not.toContain('kept_options');
  });

  it('are dropped one by one by empty fields', async () => {
    const given = { comment: '#', escape_char: '\\', encoding: 'cp1252', column_names: '["a"]' };
    await upload('dropped.csv', 'x\n1\n', { ...given, null_values: 'NA' });
    const some = await upload('dropped.csv', 'x\n#2\n', {
      comment: '',
      escape_char: '',
      column_names: '',
    });
    expect(some.body).toMatchObject({
      data_sample: [{ x: '#2' }],
      warnings: [
        {
          code: 'kept_options',
          message: expect.stringContaining('kept: encoding=cp1252, null_values=NA.'),
        },
        {},
        {},
      ],
    });
    const all = await upload('dropped.csv', 'x\nNA\n', { encoding: '', null_values: '' });
    expect(all.body).toMatchObject({ data_sample: [{ x: 'NA' }], parse_options: null });
    expect(codes(all)).not.toContain('kept_options');
  });

  it('are dropped by an empty parameter of the query too', async () => {
    await upload('query.csv', 'a;b\n1;2\n', { delimiter: ';' });
    const form = new FormData();
    form.append('file', new Blob(['a,b\n1,2\n']), 'query.csv');
    const url = `${app.url}/api/datasets/upload?delimiter=`;
    const answer = await fetch(url, { method: 'POST', body: form });
    expect(await answer.json()).toMatchObject({ data_sample: [{ a: 1, b: 2 }], warnings: [] });
  });

  it('are named in the error of an option that contradicts them', async () => {
    await upload('both.csv', '#x\na\n1\n', { comment: '#' });
    const { status, body } = await upload('both.csv', 'a\n1\n', { escape_char: '#' });
    expect([status, body.detail]).toEqual([
      400,
      'comment, quote_char and escape_char must be different characters. The options of version 1 were kept: comment=#. Give an option again to change it; an empty field drops it.',
    ]);
  });

  it('are not kept from a dataset that was deleted', async () => {
    const { body } = await upload('deleted.csv', TITLED, options);
    expect((await app.call('DELETE', `/api/datasets/${String(body.id)}`)).status).toBe(204);
    const next = await upload('deleted.csv', 'id,n\n1,2\n');
    expect(next.body).toMatchObject({ id: body.id, data_sample: [{ id: 1, n: 2 }] });
    expect(codes(next)).not.toContain('kept_options');
  });

  it('are not kept when they were detected', async () => {
    await upload('detected.csv', 'a;b\n1,5;x\n');
    const next = await upload('detected.csv', 'a,b\n1.5,x\n');
    expect(next.body).toMatchObject({ data_sample: [{ a: 1.5, b: 'x' }], warnings: [] });
  });

  it('refuse a file that has columns of that version only without them, and name both', async () => {
    await upload('other.csv', TITLED, { skip_rows: '1' });
    const { status, body } = await upload('other.csv', 'id;n\n1;2\n3;4\n');
    expect([status, body.detail]).toEqual([
      400,
      'other.csv was read by the options kept from version 1, skip_rows=1: it has the columns "1", "2", none of which is one of that version. Without them it has the columns "id", "n". Give the options that this file needs, such as skip_rows=0, or another name.',
    ]);
    const again = await upload('other.csv', 'id;n\n1;2\n3;4\n', { skip_rows: '0' });
    expect(again.body).toMatchObject({ latest_version: 2, data_sample: [{ id: 1 }, { id: 3 }] });
  });

  it('are named in the error of a file that they do not fit', async () => {
    await upload('broken.csv', TITLED, { skip_rows: '1' });
    const { status, body } = await upload('broken.csv', 'x\n');
    expect([status, body.detail]).toEqual([
      400,
      expect.stringContaining('The options of version 1 were kept: skip_rows=1.'),
    ]);
  });
});

it('warns of a version that shares no column with the one before, and says how to take it back', async () => {
  const { body } = await upload('table.csv', 'a,b\n1,2\n');
  const next = await upload('table.csv', 'c,d\n1,2\n');
  expect(codes(next)).toEqual(['no_shared_columns', 'removed_columns']);
  expect(next.body.warnings).toMatchObject([
    { message: expect.stringContaining(`DELETE /api/datasets/${String(body.id)}/versions/2`) },
    {},
  ]);
});

describe('deleting a version', () => {
  const versionsOf = async (id: string): Promise<readonly number[]> => {
    const { body } = await app.call('GET', `/api/datasets/${id}/versions`);
    return (body as unknown as { version_number: number }[]).map((each) => each.version_number);
  };

  it('makes the one before the latest, and its number is never used again', async () => {
    const { body } = await upload('back.csv', 'a\n1\n');
    const id = String(body.id);
    await upload('back.csv', 'z\n2\n');
    const database = await app.openDatabase();
    const { sourceKey, dataKey } = await database.datasetVersion.findFirstOrThrow({
      where: { datasetId: id, versionNumber: 2 },
    });
    expect((await app.call('DELETE', `/api/datasets/${id}/versions/2`)).status).toBe(204);
    expect((await app.call('GET', `/api/datasets/${id}`)).body).toMatchObject({
      latest_version: 1,
      version_count: 1,
      data_sample: [{ a: 1 }],
    });
    const store = new LocalFolderStore(`${app.dataDir}/objects`);
    await until(async () => {
      const files = await Promise.all([sourceKey, dataKey].map((key) => store.head(key)));
      return files.every((file) => file === null);
    });
    const next = await upload('back.csv', 'a\n3\n');
    expect(next.body).toMatchObject({ latest_version: 3, warnings: [] });
    expect(await versionsOf(id)).toEqual([3, 1]);
    expect((await app.call('DELETE', `/api/datasets/${id}/versions/2`)).status).toBe(404);
  });

  it('is refused while it is the only one, a flow names it, or a run reads it', async () => {
    const { body } = await upload('needed.csv', 'a\n1\n');
    const id = String(body.id);
    const remove = async (number: number): Promise<readonly unknown[]> => {
      const { status, body } = await app.call('DELETE', `/api/datasets/${id}/versions/${number}`);
      return [status, body?.detail];
    };
    expect(await remove(1)).toEqual([409, expect.stringContaining('only version')]);
    await upload('needed.csv', 'a\n2\n');
    const flow = await app.call('POST', '/api/flows', {
      name: 'pins a version',
      graph_json: {
        nodes: [
          {
            id: 'in',
            type: 'csvInput',
            data: { config: { dataset_id: id, dataset_version: 1 } },
          },
        ],
        edges: [],
      },
    });
    expect(await remove(1)).toEqual([409, expect.stringContaining('"pins a version"')]);
    const database = await app.openDatabase();
    await database.run.create({
      data: {
        id: 'run-of-version',
        flowId: String(flow.body.id),
        status: 'running',
        engine: 'polars',
        trigger: 'manual',
        graphSnapshot: '{}',
        inputs: { create: { datasetId: id, versionNumber: 2 } },
      },
    });
    expect(await remove(2)).toEqual([409, expect.stringContaining('being read by runs')]);
    expect(await remove(9)).toEqual([404, expect.any(String)]);
    expect(await versionsOf(id)).toEqual([2, 1]);
  });
});
