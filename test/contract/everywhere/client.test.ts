import { readFileSync } from 'node:fs';
import createClient, { type Client } from 'openapi-fetch';
import type { OpenAPI3 } from 'openapi-typescript';
import type { components, paths } from '../../../client/index.d.ts';
import { CLIENT_TYPES, clientTypes } from '../../../scripts/client-types.ts';
import { useContractApp } from '../../support/contract-app.ts';

type Run = components['schemas']['FlowRunRead'];
type Graph = components['schemas']['Graph'];

const app = useContractApp();
let api: Client<paths>;

beforeAll(() => {
  api = createClient<paths>({ baseUrl: app.url });
});

describe('the types for clients', () => {
  it('are current: `npm run generate:client` writes them', async () => {
    const document = (await app.call('GET', '/openapi.json')).body as OpenAPI3;
    // Not by toBe: the difference of two such texts is of use to nobody.
    const isSame = readFileSync(CLIENT_TYPES, 'utf8') === (await clientTypes(document));
    expect({ [CLIENT_TYPES]: isSame ? 'up to date' : 'differs' }).toEqual({
      [CLIENT_TYPES]: 'up to date',
    });
  });

  it('let a client save a flow, run it and read its result', async () => {
    const { body: dataset } = await app.upload('/api/datasets/upload', 'n.csv', 'n\n1\n2\n');
    const nodes: components['schemas']['Node'][] = [
      {
        id: 'in',
        type: 'fileInput',
        data: { config: { dataset_id: String(dataset.id), format: 'csv' } },
      },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ];
    const edges = [{ source: 'in', target: 'out' }];
    const saved = await api.POST('/api/flows', {
      body: { name: 'F', graph_json: { nodes, edges } },
    });
    if (saved.data === undefined) throw new Error(JSON.stringify(saved.error));
    const path = { flow_id: saved.data.id };
    const ran = await api.POST('/api/flows/{flow_id}/runs', {
      params: { path },
      body: { engine: 'pandas' },
    });
    const run: Run | undefined = ran.data;
    expect(run).toMatchObject({ status: 'success', engine: 'pandas', flow_id: path.flow_id });
    const listed = await api.GET('/api/runs', {
      params: { query: { flow_id: path.flow_id, status: 'success', limit: 5 } },
    });
    expect(listed.data?.map(({ id }) => id)).toEqual([run?.id]);
  });

  it('describe the config of each node type, and let a client save a graph that it has read', async () => {
    const graph_json: Graph = {
      nodes: [
        {
          id: 'wet',
          type: 'filterRows',
          position: { x: 10, y: 20 },
          data: { label: 'Wet', config: { column: 'rain', operator: '>', value: '{{ least }}' } },
        },
        { id: 'top', type: 'limitRows', data: { config: { n: '{{ most }}' } } },
        { id: 'draft', type: 'sortRows', data: { config: {} } },
      ],
      edges: [{ source: 'wet', target: 'top', animated: true }],
      parameters: [{ name: 'least', type: 'number', default: 0 }],
      viewport: { zoom: 1 },
    };
    const saved = await api.POST('/api/flows', { body: { name: 'F', graph_json } });
    const { id, graph_json: read } = saved.data!;
    expect(read).toEqual(graph_json);
    const [wet] = read.nodes!;
    if (wet?.type !== 'filterRows') throw new Error('The first node is another one');
    const column: string | undefined = wet.data!.config!.column;
    expect(column).toBe('rain');
    const params = { path: { flow_id: id } };
    const again = await api.PUT('/api/flows/{flow_id}', { params, body: { graph_json: read } });
    expect(again.data?.graph_json).toEqual(graph_json);
  });

  it('reject what a node type does not have', () => {
    const mistakes: Graph[] = [
      // @ts-expect-error There is no such field in the config.
      { nodes: [{ id: 'a', type: 'filterRows', data: { config: { colum: 'x' } } }] },
      // @ts-expect-error There is no such node type.
      { nodes: [{ id: 'a', type: 'filterRow', data: { config: { column: 'x' } } }] },
      // @ts-expect-error It takes a number or a parameter.
      { nodes: [{ id: 'a', type: 'limitRows', data: { config: { n: 'ten' } } }] },
      // @ts-expect-error It has no such choice.
      { nodes: [{ id: 'a', type: 'sortRows', data: { config: { na_position: 'middle' } } }] },
      // @ts-expect-error There is no such type of columns.
      { nodes: [{ id: 'a', type: 'castDtypes', data: { config: { casts: { b: 'int' } } } }] },
      // @ts-expect-error An edge has a target.
      { edges: [{ source: 'a', to: 'b' }] },
    ];
    expect(mistakes).toHaveLength(6);
  });

  it('describe the shape of errors', async () => {
    const { error, response } = await api.GET('/api/runs/{run_id}', {
      params: { path: { run_id: 'nope' } },
    });
    const detail: string | components['schemas']['ValidationError'][] | undefined = error?.detail;
    expect([response.status, detail]).toEqual([404, "FlowRun 'nope' not found"]);
  });

  it('reject what the API does not have', () => {
    // Never called: the compiler judges.
    const mistakes = async (): Promise<void> => {
      // @ts-expect-error There is no such path.
      await api.GET('/api/rnus');
      // @ts-expect-error There is no such status.
      await api.GET('/api/runs', { params: { query: { status: 'done' } } });
      // @ts-expect-error The id of the run is missing.
      await api.GET('/api/runs/{run_id}', {});
      // @ts-expect-error A flow has a name.
      await api.POST('/api/flows', { body: { graph_json: { nodes: [], edges: [] } } });
    };
    expect(mistakes).toBeInstanceOf(Function);
  });
});
