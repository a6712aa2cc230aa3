import type { Answer } from '../../support/api-client.ts';
import { WEBHOOK_AUTHORIZED, useContractApp } from '../../support/contract-app.ts';
import {
  idOf,
  issue,
  saveFlow,
  saying,
  testCases,
  type ContractCase,
} from '../../support/contract-cases.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';

const app = useContractApp();
let dataset: string;
let foreign: string;
let flow: string;
let typed: string;

beforeAll(async () => {
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n'));
  const project = await idOf(app.call('POST', '/api/projects', { name: 'Other' }));
  const at = `/api/datasets/upload?project_id=${project}`;
  foreign = await idOf(app.upload(at, 'orders.csv', 'id\n1\n'));
  flow = await saveFlow(app, chain([input(dataset), output()]));
  const parameters = [
    { name: 'minv', type: 'number' },
    { name: 'n', type: 'integer', default: 1 },
  ];
  const limit = node('limitRows', { n: '{{ n }}' });
  typed = await saveFlow(app, chain([input(dataset), limit, output()], { parameters }));
});

const start = (body?: unknown, of = flow): Promise<Answer> =>
  app.call('POST', `/api/flows/${of}/runs`, body);

describe('the request of a run', () => {
  testCases([
    ['an empty body', () => start(), 201, { status: 'success' }],
    ['an engine that there is not', () => start({ engine: 'spark' }), 400, saying(/spark/)],
    [
      'a timeout of 1.5 seconds',
      () => start({ timeout_seconds: 1.5 }),
      422,
      issue('body.timeout_seconds', 'int_from_float'),
    ],
    [
      'a timeout below 0',
      () => start({ timeout_seconds: -1 }),
      422,
      issue('body.timeout_seconds', 'greater_than_equal'),
    ],
    ['a timeout as text', () => start({ timeout_seconds: '60' }), 201, { status: 'success' }],
    [
      'parameters of a flow that has none',
      () => start({ parameters: { a: 1 } }),
      400,
      saying(/"a"/),
    ],
    [
      'an unknown input_dataset_id',
      () => start({ input_dataset_id: 'nope' }),
      404,
      { detail: "Dataset 'nope' not found" },
    ],
    [
      'an input_dataset_id of another project',
      () => start({ input_dataset_id: foreign }),
      400,
      saying(/project/),
    ],
    ['a required parameter that is missing', () => start({}, typed), 400, saying(/minv/)],
    [
      'an unknown parameter',
      () => start({ parameters: { minv: 1, zz: 1 } }, typed),
      400,
      saying(/"zz"/),
    ],
    [
      'a parameter of the wrong type',
      () => start({ parameters: { minv: 1, n: 'abc' } }, typed),
      400,
      saying(/"n"/),
    ],
    [
      'null for a typed parameter',
      () => start({ parameters: { minv: null } }, typed),
      400,
      saying(/minv/),
    ],
    ['an unknown flow', () => start({}, 'nope'), 404, { detail: "Flow 'nope' not found" }],
  ]);
});

describe('a flow that cannot run is rejected without a run', () => {
  const limit = node('limitRows', { n: 1 });
  const join = node('join', { on: 'id', how: 'inner' });
  const edge = (source: string, target: string, more: object = {}): object => ({
    source,
    target,
    ...more,
  });
  const graphs: readonly (readonly [string, () => object, RegExp])[] = [
    ['no dataset is selected', () => chain([input(''), output()]), /dataset/],
    [
      'the format differs from that of the dataset',
      () => chain([input(dataset, { format: 'json' }), output()]),
      /csv|format/,
    ],
    ['the graph is empty', () => ({ nodes: [], edges: [] }), /no nodes/],
    ['there is only an input', () => chain([input(dataset)]), /output/],
    [
      'there is a cycle',
      () => ({
        nodes: [input(dataset), limit, node('limitRows', { n: 1 }, 'b'), output()],
        edges: [edge('limitRows', 'b'), edge('b', 'limitRows'), edge('in', 'out')],
      }),
      /circle/,
    ],
    [
      'two edges dock where one may',
      () => ({
        nodes: [input(dataset), input(dataset, {}, 'in2'), limit, output()],
        edges: [edge('in', 'limitRows'), edge('in2', 'limitRows'), edge('limitRows', 'out')],
      }),
      /limitRows/,
    ],
    [
      'two edges dock at an output',
      () => ({
        nodes: [input(dataset), input(dataset, {}, 'in2'), output()],
        edges: [edge('in', 'out'), edge('in2', 'out')],
      }),
      /fileOutput/,
    ],
    ['a node type is unknown', () => chain([input(dataset), node('zzz'), output()]), /zzz/],
    [
      'a target handle is unknown',
      () => ({
        nodes: [input(dataset), limit, output()],
        edges: [edge('in', 'limitRows', { targetHandle: 'zz' }), edge('limitRows', 'out')],
      }),
      /zz/,
    ],
    [
      'a source handle is unknown',
      () => ({
        nodes: [input(dataset), limit, output()],
        edges: [edge('in', 'limitRows', { sourceHandle: 'zz' }), edge('limitRows', 'out')],
      }),
      /zz/,
    ],
    ['two nodes have one id', () => chain([input(dataset), output({}, 'in')]), /"in"/],
    [
      'a join has no right side',
      () => ({
        nodes: [input(dataset), join, output()],
        edges: [edge('in', 'join', { targetHandle: 'left' }), edge('join', 'out')],
      }),
      /right/,
    ],
    [
      'a config is wrong',
      () => chain([input(dataset), node('limitRows', { n: 'x' }), output()]),
      /"n"/,
    ],
    [
      'a transformation is connected to nothing',
      () => ({ nodes: [input(dataset), output(), limit], edges: [edge('in', 'out')] }),
      /limitRows/,
    ],
  ];
  testCases(
    graphs.map(([title, graph, text]): ContractCase => [
      title,
      async () => start({}, await saveFlow(app, graph())),
      400,
      saying(text),
    ]),
  );

  it('leaves no run in the list of runs', async () => {
    const runs = (await app.call('GET', '/api/runs')).body as { status: string }[];
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['success']));
  });

  it('rejects a node without an id when the flow is saved', async () => {
    const graph = { nodes: [{ type: 'limitRows' }] };
    expect(await app.call('POST', '/api/flows', { name: 'x', graph_json: graph })).toMatchObject({
      status: 400,
      body: saying(/"id"/),
    });
  });
});

describe('a disabled flow', () => {
  let disabled: string;
  beforeAll(async () => {
    disabled = await saveFlow(app, chain([input(dataset), output()]));
    await app.call('PUT', `/api/flows/${disabled}`, { is_disabled: true });
  });

  testCases([
    ['is not run', () => start({}, disabled), 400, saying(/disabled/)],
    [
      'is not triggered',
      () => app.call('POST', `/api/flows/${disabled}/trigger`, undefined, WEBHOOK_AUTHORIZED),
      400,
      saying(/disabled/),
    ],
    [
      'is not previewed',
      () => app.call('POST', `/api/flows/${disabled}/preview`, {}),
      400,
      saying(/disabled/),
    ],
  ]);
});
