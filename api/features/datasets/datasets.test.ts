import { startTestApp, type Database, type TestApp } from '../../../test/support/app.ts';
import { until } from '../../../test/support/until.ts';

let app: TestApp;
let database: Database;
beforeAll(async () => {
  app = await startTestApp();
  database = await app.openDatabase();
});
afterAll(() => app.close());

let files = 0;

async function upload(content = 'id,v\n1,2\n'): Promise<string> {
  const { status, body } = await app.upload('/api/datasets/upload', `d${++files}.csv`, content);
  expect(status).toBe(201);
  return body.id as string;
}

async function saveFlow(...datasetIds: string[]): Promise<string> {
  const nodes = datasetIds.map((id, at) => ({
    id: `in${at}`,
    type: 'fileInput',
    data: { config: { dataset_id: id, format: 'csv' } },
  }));
  const { status, body } = await app.call('POST', '/api/flows', {
    name: 'uses datasets',
    graph_json: { nodes, edges: [] },
  });
  expect(status).toBe(201);
  return body.id as string;
}

async function isDisabled(flowId: string): Promise<boolean> {
  return (await app.call('GET', `/api/flows/${flowId}`)).body.is_disabled as boolean;
}

async function addRun(flowId: string, datasetId: string, status: string): Promise<void> {
  const id = `run-${++files}`;
  await database.run.create({
    data: {
      id,
      flowId,
      status,
      engine: 'polars',
      trigger: 'manual',
      graphSnapshot: '{}',
      inputs: { create: { datasetId, versionNumber: 1 } },
    },
  });
}

describe('the list of datasets', () => {
  it('has the newest first, with their number, and leaves deleted ones out', async () => {
    const project = (await app.call('POST', '/api/projects', { name: 'listed' })).body.id as string;
    const ids: string[] = [];
    for (const name of ['a.csv', 'b.csv', 'c.csv']) {
      const at = `/api/datasets/upload?project_id=${project}`;
      ids.unshift((await app.upload(at, name, 'x\n1\n')).body.id as string);
    }
    await app.call('DELETE', `/api/datasets/${ids[1]!}`);
    const listed = await app.call('GET', `/api/datasets?project_id=${project}`);
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[2]]);
    expect(listed.headers.get('x-total-count')).toBe('2');
    const all = await app.call('GET', `/api/datasets?project_id=${project}&include_deleted=true`);
    expect(all.body.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  it('is empty for an unknown project', async () => {
    const { status, body } = await app.call('GET', '/api/datasets?project_id=nope');
    expect({ status, body }).toEqual({ status: 200, body: [] });
  });
});

describe('disabling a dataset', () => {
  it('disables the flows that use it, and enabling gives those back', async () => {
    const id = await upload();
    const [used, manual, other] = [await saveFlow(id), await saveFlow(id), await saveFlow()];
    await app.call('PUT', `/api/flows/${manual}`, { is_disabled: true });
    const disabled = await app.call('PATCH', `/api/datasets/${id}`, { is_disabled: true });
    expect(disabled.body.is_disabled).toBe(true);
    expect(await Promise.all([used, manual, other].map(isDisabled))).toEqual([true, true, false]);
    const enabled = await app.call('PATCH', `/api/datasets/${id}`, { is_disabled: false });
    expect(enabled.body.is_disabled).toBe(false);
    expect(await Promise.all([used, manual, other].map(isDisabled))).toEqual([false, true, false]);
  });

  it('keeps a flow disabled until all of its datasets are enabled', async () => {
    const [one, two] = [await upload(), await upload()];
    const flow = await saveFlow(one, two);
    await app.call('PATCH', `/api/datasets/${one}`, { is_disabled: true });
    await app.call('PATCH', `/api/datasets/${two}`, { is_disabled: true });
    await app.call('PATCH', `/api/datasets/${one}`, { is_disabled: false });
    expect(await isDisabled(flow)).toBe(true);
    await app.call('PATCH', `/api/datasets/${two}`, { is_disabled: false });
    expect(await isDisabled(flow)).toBe(false);
  });

  it.each([
    [{ is_disabled: null }, 422],
    [{ is_disabled: 'maybe' }, 422],
    [{ name: 'zzz' }, 200],
    [{}, 200],
  ])('%j answers %i', async (body, status) => {
    expect((await app.call('PATCH', `/api/datasets/${await upload()}`, body)).status).toBe(status);
  });
});

describe('deleting a dataset', () => {
  it('keeps it for a restore, which also brings its flows back', async () => {
    const id = await upload();
    const flow = await saveFlow(id);
    expect((await app.call('DELETE', `/api/datasets/${id}`)).status).toBe(204);
    const first = (await app.call('GET', `/api/datasets/${id}`)).body.deleted_at as string;
    expect(first).toEqual(expect.any(String));
    expect(await isDisabled(flow)).toBe(true);
    expect((await app.call('DELETE', `/api/datasets/${id}`)).status).toBe(204);
    expect((await app.call('GET', `/api/datasets/${id}`)).body.deleted_at).not.toBe(first);
    const download = await app.call('GET', `/api/datasets/${id}/versions/1/download`);
    expect(download.body).toBe('id,v\n1,2\n');
    const restored = await app.call('POST', `/api/datasets/${id}/restore`);
    expect(restored.body).toMatchObject({ deleted_at: null, is_disabled: false });
    expect(await isDisabled(flow)).toBe(false);
    expect((await app.call('POST', `/api/datasets/${id}/restore`)).status).toBe(200);
  });

  it('with purge=true removes rows and files', async () => {
    const id = await upload();
    const { sourceKey, dataKey } = await database.datasetVersion.findFirstOrThrow({
      where: { datasetId: id },
    });
    expect((await app.call('DELETE', `/api/datasets/${id}?purge=true`)).status).toBe(204);
    expect((await app.call('GET', `/api/datasets/${id}`)).status).toBe(404);
    expect((await app.call('DELETE', `/api/datasets/${id}?purge=true`)).status).toBe(404);
    const { LocalFolderStore } = await import('../../../runner/storage/local-folder-store.ts');
    const store = new LocalFolderStore(`${app.dataDir}/objects`);
    await until(async () => {
      const files = await Promise.all([sourceKey, dataKey].map((key) => store.head(key)));
      return files.every((file) => file === null);
    });
  });

  it('is refused while a run reads it, unless forced', async () => {
    const id = await upload();
    const flow = await saveFlow(id);
    await addRun(flow, id, 'success');
    await addRun(flow, id, 'running');
    const refused = await app.call('DELETE', `/api/datasets/${id}?purge=true`);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('"uses datasets"');
    expect((await app.call('DELETE', `/api/datasets/${id}`)).status).toBe(204);
    expect((await app.call('DELETE', `/api/datasets/${id}?purge=true&force=true`)).status).toBe(
      204,
    );
  });

  it('is final after the retention time', async () => {
    const [old, recent] = [await upload(), await upload()];
    await app.call('DELETE', `/api/datasets/${old}`);
    await app.call('DELETE', `/api/datasets/${recent}`);
    await database.dataset.update({
      where: { id: old },
      data: { deletedAt: new Date(Date.now() - 31 * 24 * 3600 * 1000) },
    });
    const { status, body } = await app.call('POST', '/api/datasets/purge-expired');
    expect({ status, body }).toEqual({ status: 200, body: { purged: 1 } });
    expect((await app.call('GET', `/api/datasets/${old}`)).status).toBe(404);
    expect((await app.call('GET', `/api/datasets/${recent}`)).status).toBe(200);
  });
});

describe('the versions of a dataset', () => {
  let id: string;
  beforeAll(async () => {
    const name = 'versions.csv';
    for (const rows of ['1\n', '1\n2\n', '1\n2\n3\n']) {
      id = (await app.upload('/api/datasets/upload', name, `n\n${rows}`)).body.id as string;
    }
  });

  it('are listed newest first, in pages', async () => {
    const page = await app.call('GET', `/api/datasets/${id}/versions?limit=2&offset=1`);
    expect(page.body).toMatchObject([
      { version_number: 2, row_count: 2, source_run_id: null },
      { version_number: 1, row_count: 1 },
    ]);
    expect(page.headers.get('x-total-count')).toBe('3');
    expect(page.headers.get('link')).toContain('rel="prev"');
  });

  it.each(['limit=0', 'limit=1001', 'offset=-1', 'limit=x'])('answer 422 to %s', async (query) => {
    expect((await app.call('GET', `/api/datasets/${id}/versions?${query}`)).status).toBe(422);
  });

  it('have a sample, a schema and a profile each', async () => {
    const of = (what: string): Promise<unknown> =>
      app.call('GET', `/api/datasets/${id}/${what}`).then(({ body }) => body as unknown);
    expect(await of('sample')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await of('sample?version=1')).toEqual([{ n: 1 }]);
    expect(await of('schema?version=2')).toEqual([{ name: 'n', type: 'integer' }]);
    expect(await of('profile?version=2')).toMatchObject([{ name: 'n', total: 2, max: 2 }]);
  });

  it.each([
    ['schema?version=99', 404],
    ['sample?version=0', 404],
    ['profile?version=99999999999', 404],
    ['schema?version=abc', 422],
    ['versions/99/download', 404],
    ['versions/abc/download', 422],
  ])('%s answers %i', async (at, status) => {
    expect((await app.call('GET', `/api/datasets/${id}/${at}`)).status).toBe(status);
  });

  it('name themselves when they are not there', async () => {
    const { body } = await app.call('GET', `/api/datasets/${id}/schema?version=99`);
    expect(body.detail).toBe(`Dataset version '${id}:99' not found`);
  });

  it.each([
    ['Orders of May 1.5', 'Orders of May 1.5.csv'],
    ['orders.csv', 'orders.csv'],
    ['orders.parquet', 'orders.parquet.csv'],
  ])(
    'are downloaded with the extension of their file when the dataset is named %s',
    async (name, fileName) => {
      const form = new FormData();
      form.append('file', new Blob(['n\n1\n']), 'd.csv');
      form.append('name', name);
      const uploaded = await fetch(`${app.url}/api/datasets/upload`, {
        method: 'POST',
        body: form,
      });
      const { id: named } = (await uploaded.json()) as { id: string };
      const { headers } = await app.call('GET', `/api/datasets/${named}/versions/1/download`);
      expect(headers.get('content-disposition')?.slice(-fileName.length - 2)).toBe(`_${fileName}"`);
    },
  );

  it('can be downloaded, whole or in part, and only when changed', async () => {
    const at = `/api/datasets/${id}/versions/3/download`;
    const whole = await app.call('GET', at);
    expect(whole.body).toBe('n\n1\n2\n3\n');
    expect(whole.headers.get('content-type')).toBe('application/octet-stream');
    expect(whole.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[0-9a-f-]{36}_versions\.csv"$/,
    );
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(Date.parse(whole.headers.get('last-modified') ?? '')).not.toBeNaN();
    const part = await app.call('GET', at, undefined, { Range: 'bytes=2-3' });
    expect([part.status, part.body]).toEqual([206, '1\n']);
    expect(part.headers.get('content-range')).toBe('bytes 2-3/8');
    const beyond = await app.call('GET', at, undefined, { Range: 'bytes=100-' });
    expect(beyond.status).toBe(416);
    const etag = whole.headers.get('etag') ?? '';
    expect((await app.call('GET', at, undefined, { 'If-None-Match': etag })).status).toBe(304);
    const stale = { Range: 'bytes=2-3', 'If-Range': '"other"' };
    expect((await app.call('GET', at, undefined, stale)).status).toBe(200);
  });
});

it('keeps integers beyond 2^53 in samples', async () => {
  const id = await upload('n\n9007199254740993\n');
  const response = await fetch(`${app.url}/api/datasets/${id}/sample`);
  expect(await response.text()).toBe('[{"n":9007199254740993}]');
});

it('lists the flows that use a dataset, the last changed first', async () => {
  const id = await upload();
  const [first, second] = [await saveFlow(id), await saveFlow(id)];
  await app.call('PUT', `/api/flows/${first}`, {});
  const { body } = await app.call('GET', `/api/datasets/${id}/flows`);
  expect(body.map((flow: { id: string }) => flow.id)).toEqual([first, second]);
  await app.call('PUT', `/api/flows/${second}`, { graph_json: { nodes: [], edges: [] } });
  expect((await app.call('GET', `/api/datasets/${id}/flows`)).body).toHaveLength(1);
});

it.each([
  ['GET', ''],
  ['DELETE', ''],
  ['POST', '/restore'],
  ['GET', '/flows'],
  ['GET', '/versions'],
  ['GET', '/schema'],
  ['GET', '/versions/1/download'],
])('%s of an unknown dataset%s is 404', async (method, at) => {
  for (const id of ['nope', '..%2f..', 'a%2fb']) {
    expect((await app.call(method, `/api/datasets/${id}${at}`)).status).toBe(404);
  }
});
