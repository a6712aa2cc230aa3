import type { Answer } from '../../support/api-client.ts';
import { useContractApp, WEBHOOK_AUTHORIZED } from '../../support/contract-app.ts';
import { idOf, saveFlow, saying, testCases } from '../../support/contract-cases.ts';
import { chain, node, type GraphNode } from '../../support/contract-graphs.ts';

interface Dataset {
  readonly id: string;
  readonly name: string;
  readonly source_type: string;
  readonly dataset_kind: string;
  readonly latest_version: number;
}

const app = useContractApp();
const UPLOADS = {
  csv: ['orders.csv', 'id,name\n1,a\n2,\n'],
  tsv: ['orders.tsv', 'id\tname\n1\ta\n2\t\n'],
  json: ['orders.json', '[{"id":1,"name":"a"},{"id":2,"name":null}]'],
  jsonl: ['orders.jsonl', '{"id":1,"name":"a"}\n{"id":2,"name":null}\n'],
  text: ['lines.txt', 'a\nb\n'],
} as const;
/** Dataset ids by format. */
const ids = new Map<string, string>();
let written: string;

beforeAll(async () => {
  for (const [format, [name, content]] of Object.entries(UPLOADS)) {
    ids.set(format, await idOf(app.upload('/api/datasets/upload', name, content)));
  }
  const outputs = [
    node('csvOutput', { path: '/ignored.csv', dataset_name: 'kept' }),
    node('excelOutput', { dataset_name: 'kept.xlsx' }),
    node('parquetOutput', { dataset_name: 'kept.parquet' }),
  ];
  written = await runOf(await saveFlow(app, fork(reader('csvInput', 'csv'), outputs)));
  const datasets = (await app.call('GET', '/api/datasets')).body as Dataset[];
  for (const { id, source_type, dataset_kind } of datasets) {
    if (dataset_kind === 'output') ids.set(`${source_type} output`, id);
  }
});

function reader(type: string, format: string, config: object = {}): GraphNode {
  return node(type, { dataset_id: ids.get(format) ?? '', dataset_version: null, ...config });
}

function fork(from: GraphNode, outputs: readonly GraphNode[]): object {
  return {
    nodes: [from, ...outputs],
    edges: outputs.map(({ id }) => ({ source: from.id, target: id })),
  };
}

async function runOf(flow: string): Promise<string> {
  const answer = await app.call('POST', `/api/flows/${flow}/runs`);
  expect(answer).toMatchObject({ status: 201, body: { status: 'success' } });
  return (answer.body as { id: string }).id;
}

const SCRIPTS = [
  'code',
  'polars',
  'polars_lazy',
  'notebook',
  'notebook_polars',
  'notebook_polars_lazy',
];

const READERS: readonly (readonly [type: string, format: string, csv: string])[] = [
  ['csvInput', 'csv', 'id,name\n1,a\n2,\n'],
  ['csvInput', 'tsv', 'id,name\n1,a\n2,\n'],
  ['csvInput', 'csv output', 'id,name\n1,a\n2,\n'],
  ['jsonInput', 'json', 'id,name\n1,a\n2,\n'],
  ['jsonInput', 'jsonl', 'id,name\n1,a\n2,\n'],
  ['textInput', 'text', 'text\na\nb\n'],
  ['excelInput', 'excel output', 'id,name\n1,a\n2,\n'],
  ['parquetInput', 'parquet output', 'id,name\n1,a\n2,\n'],
];

describe('the inputs of one format', () => {
  it.each(READERS)(
    '%s runs, previews and exports with a dataset of %s',
    async (type, format, csv) => {
      const graph = chain([reader(type, format), node('csvOutput')]);
      const flow = await saveFlow(app, graph);
      const run = await runOf(flow);
      expect(await (await fetch(`${app.url}/api/runs/${run}/output`)).text()).toBe(csv);
      const preview = await app.call('POST', `/api/flows/${flow}/preview`, { node_id: type });
      expect(preview).toMatchObject({ status: 200, body: { row_count: 2 } });
      expect(await app.call('POST', '/api/flows/validate', { graph_json: graph })).toMatchObject({
        body: { valid: true, problems: [] },
      });
      const at = `/api/flows/${flow}/export/python?include_notebooks=true`;
      const { status, body } = await app.call('POST', at);
      expect(status).toBe(200);
      const scripts = body as Record<string, string>;
      for (const script of SCRIPTS) expect(scripts[script]).toContain('output.csv');
    },
  );

  it('read the version that they name, also as text', async () => {
    const [name] = UPLOADS.csv;
    await app.upload('/api/datasets/upload', name, 'id,name\n9,z\n');
    const rowsOf = async (version: unknown): Promise<unknown> => {
      const from = reader('csvInput', 'csv', { dataset_version: version });
      const flow = await saveFlow(app, chain([from, node('csvOutput')]));
      const preview = await app.call('POST', `/api/flows/${flow}/preview`, {});
      return (preview.body as { row_count: number }).row_count;
    };
    expect([await rowsOf(1), await rowsOf('1'), await rowsOf(null)]).toEqual([2, 2, 1]);
  });

  it('are found as readers of their dataset', async () => {
    const flow = await saveFlow(app, chain([reader('textInput', 'text'), node('csvOutput')]), {
      name: 'Reads lines',
    });
    const { body } = await app.call('GET', `/api/datasets/${ids.get('text')}/flows`);
    expect((body as { id: string }[]).map(({ id }) => id)).toContain(flow);
  });

  it('read a dataset of another format with a warning of the validation', async () => {
    const graph = chain([reader('excelInput', 'json'), node('parquetOutput')]);
    const answer = await app.call('POST', '/api/flows/validate', { graph_json: graph });
    expect(answer.body).toMatchObject({
      valid: true,
      problems: [
        {
          node_id: 'excelInput',
          field: 'dataset_id',
          severity: 'warning',
          message:
            'Excel Input is meant for datasets of type excel, but "orders.json" is json. It is read as json.',
        },
      ],
    });
    await runOf(await saveFlow(app, graph));
  });

  testCases([
    [
      'reject a run without a dataset',
      async () => {
        const flow = await saveFlow(app, chain([node('jsonInput'), node('csvOutput')]));
        return await app.call('POST', `/api/flows/${flow}/runs`);
      },
      400,
      saying(/jsonInput.*dataset/),
    ],
    [
      'take the dataset that a run names',
      async () => {
        const flow = await saveFlow(app, chain([node('csvInput'), node('csvOutput')]));
        const body = { input_dataset_id: ids.get('csv') };
        return await app.call('POST', `/api/flows/${flow}/runs`, body);
      },
      201,
      { status: 'success', input_datasets: [{ dataset_name: 'orders.csv' }] },
    ],
  ]);
});

describe('the outputs of one format', () => {
  const download = (id: string): Promise<Response> =>
    fetch(`${app.url}/api/runs/${written}/output?node_id=${id}`);

  it.each([
    ['csvOutput', '.csv', 'id,n'],
    ['excelOutput', '.xlsx', 'PK'],
    ['parquetOutput', '.parquet', 'PAR1'],
  ])('%s writes a file with the extension %s', async (id, suffix, start) => {
    const response = await download(id);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${id}${suffix}"`,
    );
    expect((await response.text()).slice(0, start.length)).toBe(start);
  });

  it('register the dataset that they name', async () => {
    const datasets = (await app.call('GET', '/api/datasets')).body as Dataset[];
    const registered = datasets.filter(({ dataset_kind }) => dataset_kind === 'output');
    expect(registered.map(({ name, source_type }) => `${name}: ${source_type}`).sort()).toEqual([
      'kept.parquet: parquet',
      'kept.xlsx: excel',
      'kept: csv',
    ]);
  });

  it('keep the file with the run only when they name no dataset', async () => {
    const before = (await app.call('GET', '/api/datasets')).body as Dataset[];
    await runOf(await saveFlow(app, chain([reader('csvInput', 'csv'), node('excelOutput')])));
    expect((await app.call('GET', '/api/datasets')).body).toHaveLength(before.length);
  });

  it('reject a name of a dataset with control characters', async () => {
    const bad = node('csvOutput', { dataset_name: 'a\nb' });
    const flow = await saveFlow(app, chain([reader('csvInput', 'csv'), bad]));
    const answer: Answer = await app.call('POST', `/api/flows/${flow}/runs`);
    expect(answer).toMatchObject({ status: 400, body: saying(/dataset_name.*control/) });
  });
});

describe('a flow that a webhook triggers', () => {
  it('may have inputs and outputs of one format', async () => {
    const flow = await saveFlow(app, chain([reader('csvInput', 'csv'), node('csvOutput')]));
    const answer = await app.call('POST', `/api/flows/${flow}/trigger`, {}, WEBHOOK_AUTHORIZED);
    expect(answer).toMatchObject({ status: 200, body: { status: 'success' } });
  });
});
