import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readTable } from '../../../test/parity/table-file.ts';
import { chain, input, node } from '../../../test/support/contract-graphs.ts';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { openWorkspace, type TestWorkspace } from '../../../test/support/flow-workspace.ts';

const FIXTURES = path.join(import.meta.dirname, '../../../test/fixtures/world/parquet');

let app: TestApp;
let workspace: TestWorkspace;
beforeAll(async () => {
  app = await startTestApp();
  workspace = await openWorkspace();
});
afterAll(async () => {
  await app.close();
  await workspace.close();
});

async function upload(name: string, content: string | Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const response = await fetch(`${app.url}/api/datasets/upload`, { method: 'POST', body: form });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

it('begins scripts with the copy that the service keeps, which it returns, where Python misreads a file', async () => {
  const id = await upload(
    'moments.parquet',
    await readFile(path.join(FIXTURES, 'int96-far.parquet')),
  );
  const graph = {
    nodes: [
      { id: 'in', type: 'parquetInput', data: { config: { dataset_id: id } } },
      { id: 'out', type: 'parquetOutput', data: { config: {} } },
    ],
    edges: [{ source: 'in', target: 'out' }],
  };
  const flow = await app.call('POST', '/api/flows', { name: 'Moments', graph_json: graph });
  const { body } = await app.call('POST', `/api/flows/${flow.body.id}/export/python`);
  const download = `/api/datasets/${id}/versions/1/download?as=parquet`;
  for (const script of [body.code, body.polars, body.polars_lazy] as string[]) {
    const head = script.slice(0, script.indexOf('import'));
    expect(head).toContain('Reads moments_copy.parquet from the folder it is run in.');
    expect(head.replaceAll(/\s+/g, ' ')).toContain(
      `moments_copy.parquet is the copy of moments.parquet that the service keeps, since Python reads the file otherwise: download it from ${download}.`,
    );
    expect(script).not.toContain('"moments.parquet"');
  }
  const response = await fetch(`${app.url}${download}`);
  expect(response.headers.get('content-disposition')).toContain('_moments_copy.parquet"');
  const file = path.join(workspace.folder, 'moments_copy.parquet');
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  expect(readTable(file).rows.map(([, moment]) => moment)).toEqual([
    1_709_200_800_000_000n,
    253_402_214_400_000_000n,
    -62_135_596_800_000_000n,
    16_725_225_600_000_000n,
  ]);
});

it('returns the copy of a file of any format, whole or in part', async () => {
  const id = await upload('orders.csv', 'id;v\n1;2,5\n');
  const at = `/api/datasets/${id}/versions/1/download?as=parquet`;
  const whole = await fetch(`${app.url}${at}`);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(whole.headers.get('content-length')).toBe(String(bytes.length));
  expect(whole.headers.get('content-disposition')).toContain('_orders_copy.parquet"');
  const file = path.join(workspace.folder, 'orders_copy.parquet');
  await writeFile(file, bytes);
  expect(readTable(file).rows).toEqual([[1n, 2.5]]);
  const end = await fetch(`${app.url}${at}`, { headers: { Range: 'bytes=-4' } });
  expect([end.status, await end.text()]).toEqual([206, 'PAR1']);
  const etag = whole.headers.get('etag') ?? '';
  const again = await fetch(`${app.url}${at}`, { headers: { 'If-None-Match': etag } });
  expect(again.status).toBe(304);
  const source = await app.call('GET', at.replace('?as=parquet', ''));
  expect(source.headers.get('etag')).not.toBe(etag);
});

it('refuses other formats of a download', async () => {
  const id = await upload('orders.csv', 'id\n1\n');
  const { status } = await app.call('GET', `/api/datasets/${id}/versions/1/download?as=csv`);
  expect(status).toBe(422);
});

it.each([
  ['text', 'id,name\n1,Ann\n2,Bob\n', true],
  ['csv', 'id,name\n1,Ann\n2,Bob\n', false],
  ['json', 'id,name\n1,inf\n2,1.5\n', true],
])(
  'begins scripts with the copy of a dataset that a run wrote as %s, if the file has other values',
  async (format, csv, isCopy) => {
    const id = await upload('people.csv', csv);
    const name = `people_${format}`;
    const write = chain([input(id), node('fileOutput', { format, dataset_name: name }, 'out')]);
    const first = await app.call('POST', '/api/flows', { name: 'Write', graph_json: write });
    const run = await app.call('POST', `/api/flows/${first.body.id}/runs`);
    expect(run.body).toMatchObject({ status: 'success' });
    const { body: datasets } = await app.call('GET', '/api/datasets');
    const written = (datasets as { id: string; name: string }[]).find((each) => each.name === name);
    const read = chain([
      node('fileInput', { dataset_id: written?.id ?? '', format }, 'in'),
      node('fileOutput', { format: 'csv' }, 'out'),
    ]);
    const second = await app.call('POST', '/api/flows', { name: 'Read', graph_json: read });
    const { body } = await app.call('POST', `/api/flows/${second.body.id}/export/python`);
    for (const script of [body.code, body.polars, body.polars_lazy] as string[]) {
      expect(script.includes(`${name}_copy.parquet`)).toBe(isCopy);
    }
  },
);
