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
    // An empty text chooses no engine.
    run = await idOf(app.call('POST', `/api/flows/${flow}/runs`, { engine: '' }));
  });

  it.each([
    ['csv', 'text/csv; charset=utf-8', '.csv', 'id,name\n1,a\n2,\n'],
    ['tsv', 'text/tab-separated-values; charset=utf-8', '.tsv', 'id\tname\n1\ta\n2\t\n'],
    ['json', 'application/json', '.json', '[{"id":1,"name":"a"},{"id":2,"name":null}]'],
    ['jsonl', 'application/x-ndjson', '.jsonl', '{"id":1,"name":"a"}\n{"id":2,"name":null}\n'],
    ['text', 'text/plain; charset=utf-8', '.txt', '1\ta\n2\t\n'],
    ['excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '.xlsx', 'PK'],
    ['parquet', 'application/vnd.apache.parquet', '.parquet', 'PAR1'],
  ])(
    'downloads %s as %s, named after its node with the extension %s',
    async (format, type, suffix, content) => {
      const response = await fetch(`${app.url}/api/runs/${run}/output?node_id=out_${format}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="out_${format}${suffix}"`,
      );
      const text = await response.text();
      const isBinary = ['excel', 'parquet'].includes(format);
      expect(isBinary ? text.slice(0, content.length) : text).toBe(content);
    },
  );

  it('requires node_id when the run has several outputs', async () => {
    expect(await app.call('GET', `/api/runs/${run}/output`)).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ['query', 'node_id'],
            type: 'missing',
            msg: `Field required: the run has outputs of ${FORMATS.map((format) => `out_${format}`).join(', ')}`,
          },
        ],
      },
    });
  });

  it.each([
    ['the id of the run', (id: string) => `${id}%20/output`],
    ['the id of the node', (id: string) => `${id}/output?node_id=out_csv.csv`],
    ['both', () => 'a.b/output?node_id=c%2Fd'],
  ])(
    'is refused with 400 before it is looked for, with other characters in %s',
    async (_what, path) => {
      const response = await app.call('GET', `/api/runs/${path(run)}`);
      expect(response).toMatchObject({ status: 400 });
      expect(JSON.stringify(response.body)).toContain('letters, digits');
    },
  );

  it('is not found for the id of no run', async () => {
    expect(await app.call('GET', '/api/runs/no-run_1/output')).toMatchObject({ status: 404 });
  });

  it('is listed with key, format, bytes and rows, in the order of the nodes', async () => {
    const { outputs } = (await app.call('GET', `/api/runs/${run}`)).body as {
      outputs: { node_id: string; key: string; format: string; bytes: number; rows: number }[];
    };
    expect(outputs.map(({ format }) => format)).toEqual(FORMATS);
    expect(outputs[0]).toEqual({
      node_id: 'out_csv',
      key: `runs/${run}/attempts/1/outputs/out_csv.csv`,
      format: 'csv',
      bytes: 15,
      rows: 2,
    });
  });

  it('needs no node_id when it is the only output, and has a Content-Length', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => `${at}\n`).join('');
    const many = await idOf(app.upload('/api/datasets/upload', 'many.csv', `id\n${rows}`));
    const flow = await saveFlow(app, {
      nodes: [input(many), output()],
      edges: [{ source: 'in', target: 'out' }],
    });
    const only = await idOf(app.call('POST', `/api/flows/${flow}/runs`));
    const response = await fetch(`${app.url}/api/runs/${only}/output`);
    const text = await response.text();
    expect([response.status, text]).toEqual([200, `id\n${rows}`]);
    expect(response.headers.get('content-length')).toBe(String(text.length));
  });
});

describe('the file of a dataset version', () => {
  const at = (): string => `${app.url}/api/datasets/${dataset}/versions/1/download`;

  it('is named after its version and dataset, and has an ETag', async () => {
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

  it('is the uploaded file byte for byte when its dialect is the default', async () => {
    const odd = 'id,name\r\n 1,"a"\r\n';
    const id = await idOf(app.upload('/api/datasets/upload', 'odd.csv', odd));
    const response = await fetch(`${app.url}/api/datasets/${id}/versions/1/download`);
    expect(await response.text()).toBe(odd);
  });

  it('can be downloaded after the deletion of the dataset, and not after its purge', async () => {
    const id = await idOf(app.upload('/api/datasets/upload', 'gone.csv', 'a\n1\n'));
    const file = `/api/datasets/${id}/versions/1/download`;
    await app.call('DELETE', `/api/datasets/${id}`);
    expect(await app.call('GET', file)).toMatchObject({ status: 200, body: 'a\n1\n' });
    expect((await app.call('DELETE', `/api/datasets/${id}?purge=True`)).status).toBe(204);
    expect((await app.call('GET', file)).status).toBe(404);
    expect((await app.call('DELETE', `/api/datasets/${id}?purge=True`)).status).toBe(404);
  });
});
