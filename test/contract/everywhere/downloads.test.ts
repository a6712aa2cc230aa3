import { useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow } from '../../support/contract-cases.ts';
import { input, output } from '../../support/contract-graphs.ts';

const app = useContractApp();
let dataset: string;

beforeAll(async () => {
  const csv = 'id,name\n1,a\n2,\n';
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', csv));
});

describe('the output of a run', () => {
  const FORMATS = ['csv', 'tsv', 'json', 'jsonl', 'text', 'excel', 'parquet'];
  let run: string;

  beforeAll(async () => {
    const outputs = FORMATS.map((format) => output({ format }, `out_${format}`));
    const edges = outputs.map(({ id }) => ({ source: 'in', target: id }));
    const flow = await saveFlow(app, { nodes: [input(dataset), ...outputs], edges });
    run = await idOf(app.call('POST', `/api/flows/${flow}/runs`));
  });

  it.each([
    ['csv', '.csv', 'id,name\n1,a\n2,\n'],
    ['tsv', '.tsv', 'id\tname\n1\ta\n2\t\n'],
    ['json', '.json', '[{"id":1,"name":"a"},{"id":2,"name":null}]'],
    ['jsonl', '.jsonl', '{"id":1,"name":"a"}\n{"id":2,"name":null}\n'],
    ['text', '.txt', '1\ta\n2\t\n'],
    ['excel', '.xlsx', 'PK'],
    ['parquet', '.parquet', 'PAR1'],
  ])('as %s is a file named after its node with %s', async (format, suffix, content) => {
    const response = await fetch(`${app.url}/api/runs/${run}/output?node_id=out_${format}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="out_${format}${suffix}"`,
    );
    const text = await response.text();
    const isBinary = ['excel', 'parquet'].includes(format);
    expect(isBinary ? text.slice(0, content.length) : text).toBe(content);
  });
});

describe('the file of a dataset version', () => {
  const at = (): string => `${app.url}/api/datasets/${dataset}/versions/1/download`;

  it('is named by its version and dataset, with tags for caches', async () => {
    const response = await fetch(at());
    const [version] = (await app.call('GET', `/api/datasets/${dataset}/versions`)).body as [
      { id: string },
    ];
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${version.id}_orders.csv"`,
    );
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(response.headers.get('last-modified')).toMatch(/GMT$/);
    const etag = response.headers.get('etag') ?? '';
    expect(await response.text()).toBe('id,name\n1,a\n2,\n');
    const again = await fetch(at(), { headers: { 'If-None-Match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('is the file as it was sent when its dialect is the usual one', async () => {
    const odd = 'id,name\r\n 1,"a"\r\n';
    const id = await idOf(app.upload('/api/datasets/upload', 'odd.csv', odd));
    const response = await fetch(`${app.url}/api/datasets/${id}/versions/1/download`);
    expect(await response.text()).toBe(odd);
  });

  it('can still be had when the dataset was deleted, not when it was purged', async () => {
    const id = await idOf(app.upload('/api/datasets/upload', 'gone.csv', 'a\n1\n'));
    const file = `/api/datasets/${id}/versions/1/download`;
    await app.call('DELETE', `/api/datasets/${id}`);
    expect(await app.call('GET', file)).toMatchObject({ status: 200, body: 'a\n1\n' });
    expect((await app.call('DELETE', `/api/datasets/${id}?purge=True`)).status).toBe(204);
    expect((await app.call('GET', file)).status).toBe(404);
    expect((await app.call('DELETE', `/api/datasets/${id}?purge=True`)).status).toBe(404);
  });
});
