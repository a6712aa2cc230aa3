import { useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow } from '../../support/contract-cases.ts';
import { chain, input, node } from '../../support/contract-graphs.ts';

const app = useContractApp();
const BARS = {
  kind: 'bar',
  rows_seen: 3,
  title: 'Sales',
  x: 'shop',
  y: 'amount',
  aggregate: 'sum',
  orientation: 'vertical',
  data: [
    { label: 'b', value: 4 },
    { label: 'a', value: 2 },
  ],
  total_categories: 2,
};
let flow: string;
let run: string;

const artifact = (id: string, query = ''): string => `/api/runs/${run}/artifacts/${id}${query}`;

beforeAll(async () => {
  const csv = 'shop,amount\nb,1\na,2\nb,3\n';
  const dataset = await idOf(app.upload('/api/datasets/upload', 'sales.csv', csv));
  const bars = node('chartBar', { x: 'shop', y: 'amount', title: 'Sales' }, 'bars');
  flow = await saveFlow(app, chain([input(dataset), bars]));
  run = await idOf(app.call('POST', `/api/flows/${flow}/runs`));
});

describe('the chart of a run', () => {
  it('is in the result of its node, and the flow needs no output', async () => {
    const { body } = await app.call('GET', `/api/runs/${run}`);
    expect(body).toMatchObject({
      status: 'success',
      outputs: [],
      output_location: null,
      logs: [{ message: expect.stringMatching(/ with 1 chart\.$/) }, { level: 'info' }],
      node_results: [
        { node_id: 'in', chart: null },
        { node_id: 'bars', rows: 3, columns: ['shop', 'amount'], chart: BARS },
      ],
    });
  });

  it('is the artifact of its node as JSON', async () => {
    expect(await app.call('GET', artifact('bars'))).toMatchObject({ status: 200, body: BARS });
    const { body } = await app.call('GET', artifact('bars', '?format=json'));
    expect(body).toEqual(BARS);
  });

  it.each([
    ['vega-lite', 'application/vnd.vegalite.v5+json', '{"$schema":"https://vega.github.io/schema'],
    ['svg', 'image/svg+xml', '<svg '],
    ['png', 'image/png', '\ufffdPNG'],
  ])('is drawn as %s of the type %s', async (format, type, start) => {
    const response = await fetch(`${app.url}${artifact('bars', `?format=${format}`)}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    const text = await response.text();
    expect(text.slice(0, start.length)).toBe(start);
    if (format === 'svg') expect(text).toContain('>Sales<');
  });

  it.each([
    ['in', 'the node draws none'],
    ['other', 'there is no such node'],
  ])('is not found for the node %s: %s', async (id) => {
    expect(await app.call('GET', artifact(id))).toMatchObject({
      status: 404,
      body: { detail: `Artifact '${run}/${id}' not found. The run has charts of: bars.` },
    });
  });

  it('is not found for an unknown run', async () => {
    expect(await app.call('GET', '/api/runs/none/artifacts/bars')).toMatchObject({
      status: 404,
      body: { detail: "FlowRun 'none' not found" },
    });
  });

  it('has four formats', async () => {
    expect(await app.call('GET', artifact('bars', '?format=pdf'))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'format'], type: 'enum' }] },
    });
  });

  it('is a comment in the Python of the flow', async () => {
    const { body } = await app.call('POST', `/api/flows/${flow}/export/python`);
    expect((body as { code: string }).code).toMatch(/^ *# The service draws a chart here: bar\.$/m);
  });
});

it('refuses a flow that ends neither with an output nor with a chart', async () => {
  const dataset = { dataset_id: 'x', format: 'csv' };
  const id = await saveFlow(
    app,
    chain([node('fileInput', dataset, 'in'), node('limitRows', { n: 100 })]),
  );
  expect(await app.call('POST', `/api/flows/${id}/runs`)).toMatchObject({
    status: 400,
    body: { detail: 'The flow has no output node. Add one to write to, or a chart.' },
  });
});
