import type { Answer } from '../../support/api-client.ts';
import { useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow, saying } from '../../support/contract-cases.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';

const app = useContractApp();
let dataset: string;
let flow: string;

const PARAMETERS = [
  { name: 'count', type: 'integer', default: 1 },
  { name: 'ratio', type: 'number', default: 0.5, description: 'of all' },
  { name: 'strict', type: 'boolean', default: false },
  { name: 'label', default: 'plain' },
];
const DEFAULTS = { count: 1, ratio: 0.5, strict: false, label: 'plain' };

beforeAll(async () => {
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n3\n'));
  const config = {
    n: '{{count}}',
    notes: {
      list: ['{{ ratio }}', '{{ strict }} and {{ ratio }}', '{{ nope }}'],
      '{{ count }}': '{{ label }}-{{ count }}',
    },
  };
  const nodes = [input(dataset), node('limitRows', config, 'top'), output()];
  flow = await saveFlow(app, chain(nodes, { parameters: PARAMETERS }));
});

const start = (parameters?: object): Promise<Answer> =>
  app.call('POST', `/api/flows/${flow}/runs`, { parameters });

describe('a value of a parameter', () => {
  it.concurrent.each<readonly [given: object, effective: object]>([
    [{ count: 2, ratio: 1, strict: true, label: 'x' }, {}],
    [{ count: 2.0, strict: 'YES', label: '' }, { strict: true }],
    [
      { count: '3', ratio: '1.25', strict: 'on', label: 5 },
      { count: 3, ratio: 1.25, strict: true, label: '5' },
    ],
    [
      { strict: '1', label: true },
      { strict: true, label: 'true' },
    ],
    [{ strict: 'Off' }, { strict: false }],
    [{ strict: '0' }, { strict: false }],
  ])('is converted to the type of its parameter: %j', async (given, effective) => {
    expect(await start(given)).toMatchObject({
      status: 201,
      body: { status: 'success', parameters: { ...DEFAULTS, ...given, ...effective } },
    });
  });

  it.each<readonly [name: string, value: unknown]>([
    ['count', 'abc'],
    ['count', 2.5],
    ['count', true],
    ['count', null],
    ['count', [1]],
    ['ratio', false],
    ['ratio', 'much'],
    ['ratio', null],
    ['strict', 'maybe'],
    ['strict', null],
    ['strict', 2],
  ])('is rejected with the name of the parameter: %s = %j', async (name, value) => {
    expect(await start({ [name]: value })).toMatchObject({
      status: 400,
      body: saying(new RegExp(`"${name}"`)),
    });
  });
});

describe('a placeholder', () => {
  it.concurrent(
    'is replaced at any depth, keeps its type when it is the whole text, and is ignored in keys',
    async () => {
      const { body } = await start({ count: 2, ratio: 1, strict: true, label: 'L' });
      const { graph_snapshot, node_results } = body as {
        graph_snapshot: { nodes: { data: { config: unknown } }[]; parameters: unknown };
        node_results: { rows: number }[];
      };
      expect(graph_snapshot.nodes[1]?.data.config).toEqual({
        n: 2,
        notes: { list: [1, 'true and 1', '{{ nope }}'], '{{ count }}': 'L-2' },
      });
      expect(graph_snapshot.parameters).toEqual(PARAMETERS);
      expect(node_results[1]?.rows).toBe(2);
    },
  );

  it.concurrent('can stand for a dataset and a column', async () => {
    const parameters = [
      { name: 'source', default: dataset },
      { name: 'column', default: 'id' },
    ];
    const select = node('selectColumns', { columns: ['{{ column }}'] });
    const graph = chain([input('{{ source }}'), select, output()], { parameters });
    const of = await saveFlow(app, graph);
    expect(await app.call('POST', `/api/flows/${of}/runs`)).toMatchObject({
      status: 201,
      body: { status: 'success', input_dataset_id: dataset },
    });
  });

  it.concurrent('is a value in an expression, and never a part of its syntax', async () => {
    const parameters = [{ name: 'who', default: 'x' }];
    const filter = node('filterExpression', { expression: "name == '{{ who }}'" });
    const people = await idOf(app.upload('/api/datasets/upload', 'p.csv', 'name\na\nb\n'));
    const of = await saveFlow(app, chain([input(people), filter, output()], { parameters }));
    const rows = async (engine: string, who: string): Promise<unknown> => {
      const { body } = await app.call('POST', `/api/flows/${of}/runs`, {
        engine,
        parameters: { who },
      });
      return (body as { node_results: { rows: number }[] }).node_results[1]?.rows;
    };
    for (const engine of ['polars', 'pandas']) {
      expect(await rows(engine, 'a')).toBe(1);
      expect(await rows(engine, "zz' or name == 'a")).toBe(0);
    }
  });
});

it('records no parameters for a flow without parameters', async () => {
  const of = await saveFlow(app, chain([input(dataset), output()]));
  expect((await app.call('POST', `/api/flows/${of}/runs`)).body).toMatchObject({
    parameters: null,
  });
});
